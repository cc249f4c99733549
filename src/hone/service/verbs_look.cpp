// SPDX-License-Identifier: MIT
// What a study has found, and which methods there are.
#include "hone/analysis/diagnosis.hpp"
#include "hone/base/text.hpp"
#include "hone/catalog/model_settings.hpp"
#include "hone/catalog/pruners.hpp"
#include "hone/catalog/samplers.hpp"
#include "hone/codec/answer.hpp"
#include "hone/codec/importance_json.hpp"
#include "hone/codec/json_text.hpp"
#include "hone/codec/method_json.hpp"
#include "hone/service/diagnosis_json.hpp"
#include "hone/service/source_survey.hpp"
#include "hone/service/verb_lists.hpp"

namespace hone::service {
namespace {

using codec::Json;
using codec::MapForm;
namespace shape = codec::shape;

constexpr std::size_t kLongestName = 1000;

// --- best and front

std::string front_answer(const VerbCall& call) {
  return codec::front_answer(call.operations.front(call.study), *call.operations.definition(call.study));
}

std::string run_front(const VerbCall& call) {
  read_fields<NoFields>(call);
  return front_answer(call);
}

std::string run_best(const VerbCall& call) {
  read_fields<NoFields>(call);
  const auto definition = call.operations.definition(call.study);
  if (definition->objectives.size() > 1) return front_answer(call);
  return codec::best_answer(call.operations.best(call.study), *definition);
}

// --- importance and diagnosis

struct ImportanceForm {
  ImportanceOptions options = {};
  std::string objective = {};
  void declare(MapForm& map) {
    map.word("method", options.method, {"fanova", "ped-anova"}, "how it is measured");
    map.text("objective", objective, kLongestName, "by name; the first when left out");
    map.flag("pairs", options.pairs, "fanova: also what two parameters do together");
    map.share("quantile", options.quantile, "ped-anova: the share that counts as the best");
    map.share("within", options.within, "ped-anova: the share that they are compared with");
  }
};

std::string run_importance(const VerbCall& call) {
  auto form = read_fields<ImportanceForm>(call);
  if (!form.objective.empty()) form.options.objective = form.objective;
  return call.operations.remembered(call.study, "importance " + codec::json_text(call.fields), [&] {
    return codec::importance_answer(call.operations.importance(call.study, form.options));
  });
}

struct DiagnosisForm {
  std::string objective = {};
  int splits = 20;
  void declare(MapForm& map) {
    map.text("objective", objective, kLongestName, "by name; the first when left out");
    map.integer("splits", splits, 2, 1000, "how often the model is tried on trials that it has not seen");
  }
};

std::string run_diagnosis(const VerbCall& call) {
  const auto form = read_fields<DiagnosisForm>(call);
  return call.operations.remembered(call.study, text("diagnosis ", form.splits, " ", form.objective), [&] {
    std::string answer;
    call.operations.look(call.study, [&](const Study& study, const std::vector<Trial>& all) {
      const std::size_t objective = form.objective.empty() ? 0 : objective_index(study, form.objective);
      std::vector<Trial> trials = fitting(all);
      std::erase_if(trials, [](const Trial& trial) { return trial.state == TrialState::Deleted; });
      answer = codec::json_line(
          diagnosis_json(study, analysis::diagnose(study, trials, catalog::model_settings(study),
                                                   {.objective = objective, .splits = form.splits})));
    });
    return answer;
  });
}

// --- sources

std::string run_sources(const VerbCall& call) {
  read_fields<NoFields>(call);
  const auto definition = call.operations.definition(call.study);
  if (definition->sources.empty())
    return codec::json_line({{"sources", Json::array()}, {"remarks", Json::array()}});
  const SourceSurvey survey = call.operations.survey(call.study);
  Json answer = survey_json(survey);
  std::vector<std::string> remarks = survey.remarks;
  remarks.push_back(catalog::ignored_sources_remark(*definition));
  std::erase(remarks, "");
  answer["remarks"] = remarks;
  return codec::json_line(answer);
}

// --- methods

template <class Methods>
Json methods_json(const Methods& methods) {
  Json list = Json::array();
  for (const MethodInfo& info : methods) list.push_back(codec::to_json(info));
  return list;
}

std::string run_samplers(const VerbCall& call) {
  read_fields<NoFields>(call);
  return codec::json_line({{"samplers", methods_json(catalog::samplers())}});
}

std::string run_pruners(const VerbCall& call) {
  read_fields<NoFields>(call);
  return codec::json_line({{"pruners", methods_json(catalog::pruners())}});
}

}  // namespace

std::vector<Verb> look_verbs() {
  return {
      {"best",
       {"GET", "/v1/studies/{study}/best", "getBest"},
       Role::Read,
       Effect::Looks,
       "The best trial",
       fields_of<NoFields>,
       line<run_best>},
      {"front",
       {"GET", "/v1/studies/{study}/front", "getFront"},
       Role::Read,
       Effect::Looks,
       "The Pareto-optimal trials",
       fields_of<NoFields>,
       line<run_front>},
      {"importance",
       {"GET", "/v1/studies/{study}/importance", "getImportance"},
       Role::Read,
       Effect::Looks,
       "Which parameters matter",
       fields_of<ImportanceForm>,
       line<run_importance>},
      {"diagnosis",
       {"GET", "/v1/studies/{study}/diagnosis", "getDiagnosis"},
       Role::Read,
       Effect::Looks,
       "What is odd about the study",
       fields_of<DiagnosisForm>,
       line<run_diagnosis>},
      {"sources",
       {"GET", "/v1/studies/{study}/sources", "getSources"},
       Role::Read,
       Effect::Looks,
       "What the study learns from",
       fields_of<NoFields>,
       line<run_sources>},
      {"samplers",
       {"GET", "/v1/samplers", "listSamplers"},
       Role::Read,
       Effect::Looks,
       "Ways of proposing, with their options",
       fields_of<NoFields>,
       line<run_samplers>},
      {"pruners",
       {"GET", "/v1/pruners", "listPruners"},
       Role::Read,
       Effect::Looks,
       "Ways of stopping early, with their options",
       fields_of<NoFields>,
       line<run_pruners>},
  };
}

}  // namespace hone::service
