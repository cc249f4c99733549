// SPDX-License-Identifier: MIT
#include "hone/codec/study_advice.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <utility>

#include "hone/base/text.hpp"
#include "hone/core/study.hpp"

namespace hone::codec {
namespace {

constexpr const char* kParametersAdvice = "write parameters";
constexpr const char* kLimitsAdvice = "write constraints_on: [memory_mb <= 500]";
constexpr const char* kCommandAdvice = "write command: [python3, train.py, --lr, '{lr}']";
constexpr const char* kPrunerAdvice = "write pruner; `hone methods` lists those there are";

// Words that mean one field, whatever their value is.
constexpr auto kStudyWords =
    std::to_array<Advice>({{"outcome_constraints", kLimitsAdvice},
                           {"metric_constraints", kLimitsAdvice},
                           {"space", kParametersAdvice},
                           {"search_space", kParametersAdvice},
                           {"searchSpace", kParametersAdvice},
                           {"env", "write environment"},
                           {"assessor", kPrunerAdvice},
                           {"early_terminate", kPrunerAdvice},
                           {"scheduler", kPrunerAdvice},
                           {"program", kCommandAdvice},
                           {"trialCommand", kCommandAdvice},
                           {"trial_command", kCommandAdvice},
                           {"storage", "name the store on the command line: --store FILE"},
                           {"study_name", "write name"},
                           {"experimentName", "write name"},
                           {"experiment_name", "write name"},
                           {"<<", "write the values out; merge keys are not understood"}});

// Words for the field of another tool that a field of the budget stands for.
struct BudgetWord {
  std::string_view wrong;
  std::string_view right;
  std::string_view example;
};
constexpr auto kBudgetWords = std::to_array<BudgetWord>({{"trials", "trials", "100"},
                                                         {"n_trials", "trials", "100"},
                                                         {"max_trials", "trials", "100"},
                                                         {"max_evals", "trials", "100"},
                                                         {"num_samples", "trials", "100"},
                                                         {"run_cap", "trials", "100"},
                                                         {"maxTrialNumber", "trials", "100"},
                                                         {"parallel", "parallel", "2"},
                                                         {"n_jobs", "parallel", "2"},
                                                         {"trialConcurrency", "parallel", "2"},
                                                         {"maxExperimentDuration", "time", "2h"},
                                                         {"trial_timeout", "trial_timeout", "10m"},
                                                         {"target", "target", "0.1"},
                                                         {"patience", "patience", "20"}});

constexpr auto kSamplerWords =
    std::to_array<std::string_view>({"method", "algorithm", "optimizer", "search_alg", "tuner", "algo"});

// The value, if it can stand in a sentence as it is.
std::string value_text(const Node* node, std::string_view example) {
  const Value* value = node != nullptr ? node->scalar() : nullptr;
  if (value == nullptr) return std::string(example);
  const std::string words = to_text(*value);
  const bool plain =
      !words.empty() && words.size() <= 40 &&
      words.find_first_not_of("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_.-+/@") ==
          std::string::npos;
  return plain ? words : std::string(example);
}

std::string direction_text(const Node* node) {
  std::string word = value_text(node, "");
  std::transform(word.begin(), word.end(), word.begin(),
                 [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  if (word.starts_with("max")) return "direction: maximize";
  return word.starts_with("min") ? "direction: minimize" : "direction: minimize (or maximize)";
}

// `metric: {name: acc, goal: maximize}` and `metric: acc`.
std::string objective_text(const Node& metric) {
  if (metric.map() == nullptr)
    return text("write objective: {name: ", value_text(&metric, "loss"), ", ", direction_text(nullptr), "}");
  const Node* goal = metric.find("goal");
  if (goal == nullptr) goal = metric.find("direction");
  return text("write objective: {name: ", value_text(metric.find("name"), "loss"), ", ", direction_text(goal),
              "}");
}

// The catalog knows what methods of others are called here, and is not known here.
std::string sampler_text(const Node& method) {
  const std::string word = value_text(&method, value_text(method.find("name"), ""));
  return text("write sampler: ", kDefaultSampler, ", the default; `hone methods", word.empty() ? "" : " ",
              word,
              word.empty() ? "` lists those there are" : "` tells whether it is there, and under which name");
}

}  // namespace

StudyAdvice::StudyAdvice(const Node& study) : all_(kStudyWords.begin(), kStudyWords.end()) {
  const auto add = [&](std::string_view wrong, std::string remedy) {
    remedies_.push_back(std::move(remedy));
    all_.push_back({wrong, remedies_.back()});
  };
  const auto at = [&](std::string_view wrong) { return study.find(wrong); };
  for (const BudgetWord& word : kBudgetWords) {
    const bool same = word.wrong == word.right;
    add(word.wrong, text(same ? "write it inside " : "write ", "budget: {", word.right, ": ",
                         value_text(at(word.wrong), word.example), "}"));
  }
  const std::string time = value_text(at("timeout"), "10m");
  add("timeout", text("write it inside budget: {time: ", time,
                      "} for all of the study, or {trial_timeout: ", time, "} for each trial"));
  for (const char* word : {"direction", "optimize_mode"})
    add(word, text("write objective: {", direction_text(at(word)), "}"));
  if (const Node* metric = at("metric")) add("metric", objective_text(*metric));
  for (const std::string_view word : kSamplerWords)
    if (const Node* method = at(word)) add(word, sampler_text(*method));
}

}  // namespace hone::codec
