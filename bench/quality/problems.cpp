// SPDX-License-Identifier: MIT
#include "bench/quality/problems.hpp"

#include <algorithm>
#include <map>

#include "bench/quality/functions.hpp"
#include "bench/quality/tables.hpp"
#include "hone/base/error.hpp"
#include "hone/base/text.hpp"

namespace hone::quality {
namespace {

/// Finds problems by name, reading each table once.
class Library {
 public:
  Library(std::string data_folder, TaskPlace tasks)
      : data_folder_(std::move(data_folder)), tasks_(std::move(tasks)), functions_(functions()) {}

  void add(const std::string& wanted, std::vector<Problem>& chosen) {
    for (const ProblemSet& set : problem_sets()) {
      if (set.name != wanted || set.members == std::vector{wanted}) continue;
      for (const std::string& member : set.members) add(member, chosen);
      return;
    }
    const std::string group = split(wanted, '/').front();
    const std::vector<Problem>& source = needs_data(group) ? from_data(group) : functions_;
    bool found = false;
    for (const Problem& problem : source) {
      if (problem.name != wanted && problem.group != wanted) continue;
      found = true;
      const auto same = [&](const Problem& other) { return other.name == problem.name; };
      if (std::none_of(chosen.begin(), chosen.end(), same)) chosen.push_back(problem);
    }
    if (!found) refuse(wanted, source);
  }

 private:
  const std::vector<Problem>& from_data(const std::string& group) {
    const auto known = from_data_.find(group);
    if (known != from_data_.end()) return known->second;
    return from_data_[group] = group == kBayesmark ? bayesmark_problems(data_folder_, tasks_)
                                                   : load_tables(group, data_folder_);
  }

  [[noreturn]] static void refuse(const std::string& wanted, const std::vector<Problem>& source) {
    std::vector<std::string> names;
    for (const Problem& problem : source) names.push_back(problem.name);
    for (const ProblemSet& set : problem_sets()) names.push_back(set.name);
    throw Error(ErrorCode::NotFound, text("there is no problem '", wanted, "'", did_you_mean(wanted, names)),
                "list them with: bench list");
  }

  std::string data_folder_;
  TaskPlace tasks_;
  std::vector<Problem> functions_;
  std::map<std::string, std::vector<Problem>> from_data_;
};

}  // namespace

bool needs_data(const std::string& group) {
  const auto& groups = table_groups();
  return group == kBayesmark || std::find(groups.begin(), groups.end(), group) != groups.end();
}

const std::vector<ProblemSet>& problem_sets() {
  static const std::vector<ProblemSet> kSets = {
      {"sequd32", "the 32 functions of the SeqUD paper", {"sequd32"}},
      {"examples", "its two examples, cliff and octopus", {"examples"}},
      {"sequd34", "both of these", {"sequd32", "examples"}},
      {"wide", "Ackley and Rosenbrock in 10 and 20 dimensions", {"wide"}},
      {"mixed", "integers, categories, conditions, a constraint", {"mixed"}},
      {"noisy", "noise, and evaluations that fail", {"noisy"}},
      {"functions", "all of these", {"sequd34", "wide", "mixed", "noisy"}},
      {"peers12",
       "twelve for methods that take hours",
       {"branin", "hart3", "hart6", "levy", "schwef", "michal", "rosen", "shekel", "egg", "zakharov",
        "octopus", "ackley10"}},
      {"adaboost", "50 data sets x 108 AdaBoost settings (needs --data)", {"adaboost"}},
      {"adaboost_box", "the same as a box, by the nearest setting (needs --data)", {"adaboost_box"}},
      {"fcnet", "4 tasks x 62,208 network settings (needs --data)", {"fcnet"}},
      {"fcnet_run", "the same, seen through single noisy runs (needs --data)", {"fcnet_run"}},
      {"hpobench_mlp", "8 tasks x 30,000 network settings (needs --data)", {"hpobench_mlp"}},
      {"taskset", "12 tasks x 1,000 settings, some diverge (needs --data)", {"taskset"}},
      {kBayesmark, "62 tuning tasks of scikit-learn models (needs --data and the peers)", {kBayesmark}},
  };
  return kSets;
}

std::vector<Problem> select_problems(const std::vector<std::string>& wanted, const std::string& data_folder,
                                     const TaskPlace& tasks) {
  Library library(data_folder, tasks);
  std::vector<Problem> chosen;
  for (const std::string& name : wanted) library.add(name, chosen);
  return chosen;
}

}  // namespace hone::quality
