// SPDX-License-Identifier: MIT
// What a study has found, and which methods there are.
#include "hone/base/text.hpp"
#include "hone/catalog/pruners.hpp"
#include "hone/catalog/samplers.hpp"
#include "hone/codec/answer.hpp"
#include "hone/codec/importance_json.hpp"
#include "hone/codec/json_text.hpp"
#include "hone/codec/method_json.hpp"
#include "hone/codec/trial_filter.hpp"
#include "hone/codec/trial_shape.hpp"
#include "hone/service/answer_shapes.hpp"
#include "hone/service/diagnosis_json.hpp"
#include "hone/service/findings.hpp"
#include "hone/service/source_survey.hpp"
#include "hone/service/verb_lists.hpp"

namespace hone::service {
namespace {

using codec::Json;
using codec::MapForm;
using codec::Node;
namespace shape = codec::shape;

constexpr std::size_t kLongestName = 1000;

// --- best and front

constexpr std::size_t kLongestCondition = 4000;

/// The best are looked for among the trials of which an expression is true.
struct FrontForm {
  std::string where = {};
  void declare(MapForm& map) {
    map.text("where", where, kLongestCondition,
             "only among the trials for which this is true: seconds < 60 and kernel == 'rbf'");
  }
};

std::string front_answer(const VerbCall& call, const std::string& where) {
  const auto definition = call.operations.definition(call.study);
  if (where.empty()) return codec::front_answer(call.operations.front(call.study), *definition);
  std::vector<Trial> front;
  call.operations.look(call.study, [&](const Study& study, const std::vector<Trial>& all) {
    const std::vector<Trial> among = codec::trials_where(where, study, all, "where");
    for (const Trial* trial : pareto_trials(among, study.objectives)) front.push_back(*trial);
  });
  return codec::front_answer(front, *definition);
}

std::string best_where(const VerbCall& call, const std::string& where, bool means) {
  std::string answer;
  call.operations.look(call.study, [&](const Study& study, const std::vector<Trial>& all) {
    const std::vector<Trial> among = codec::trials_where(where, study, all, "where");
    answer =
        codec::json_line({{"best", means ? best_with_means(study, among) : codec::best_json(study, among)}});
  });
  return answer;
}

std::string run_front(const VerbCall& call) { return front_answer(call, read_fields<FrontForm>(call).where); }

struct BestForm : FrontForm {
  bool means = false;
  void declare(MapForm& map) {
    FrontForm::declare(map);
    map.flag(
        "means", means,
        "true: where values are noisy, also what the model expects most of, and the best mean of repeats");
  }
};

std::string run_best(const VerbCall& call) {
  const auto form = read_fields<BestForm>(call);
  const bool means = form.means;
  const auto definition = call.operations.definition(call.study);
  if (definition->objectives.size() > 1) return front_answer(call, form.where);
  if (!form.where.empty()) return best_where(call, form.where, means);
  if (!means) return codec::best_answer(call.operations.best(call.study), *definition);
  return call.operations.remembered(call.study, "best with means", [&] {  // which fits a model
    std::string answer;
    call.operations.look(call.study, [&](const Study& study, const std::vector<Trial>& all) {
      answer = codec::json_line({{"best", best_with_means(study, all)}});
    });
    return answer;
  });
}

Node front_shape(bool) { return shape::record({{"front", shape::list(shape::reference("Trial"))}}); }

Node best_shape(bool far) {
  std::vector<shape::Member> members = codec::trial_members();
  members.push_back({"predicted", predicted_shape()});
  members.push_back({"repeats", repeats_shape()});
  return shape::either({shape::record({{"best", shape::maybe(shape::object(members))}}), front_shape(far)});
}

// --- importance and diagnosis

Node importance_response(bool) { return codec::importance_shape(); }
Node diagnosis_response(bool) { return diagnosis_shape(); }

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
      answer = codec::json_line(
          diagnosis_json(study, diagnosis_of(study, all, {.objective = objective, .splits = form.splits})));
    });
    return answer;
  });
}

// --- sources

Node sources_response(bool) { return survey_shape(); }

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

constexpr char kSamplers[] = "samplers";
constexpr char kPruners[] = "pruners";

template <const char* name>
Node methods_shape(bool) {
  return shape::record({{name, shape::list(shape::reference("Method"))}});
}

template <class Methods>
Json methods_json(const Methods& methods) {
  Json list = Json::array();
  for (const MethodInfo& info : methods) list.push_back(codec::to_json(info));
  return list;
}

std::string run_samplers(const VerbCall& call) {
  read_fields<NoFields>(call);
  return codec::json_line({{kSamplers, methods_json(catalog::samplers())}});
}

std::string run_pruners(const VerbCall& call) {
  read_fields<NoFields>(call);
  return codec::json_line({{kPruners, methods_json(catalog::pruners())}});
}

}  // namespace

std::vector<Verb> look_verbs() {
  return {
      verb("best", {"GET", "/v1/studies/{study}/best", "getBest"}, Role::Read, Effect::Looks,
           "The best trial", fields_of<BestForm>, best_shape, line<run_best>),
      verb("front", {"GET", "/v1/studies/{study}/front", "getFront"}, Role::Read, Effect::Looks,
           "The Pareto-optimal trials", fields_of<FrontForm>, front_shape, line<run_front>)
          .heavy(),
      verb("importance", {"GET", "/v1/studies/{study}/importance", "getImportance"}, Role::Read,
           Effect::Looks, "Which parameters matter", fields_of<ImportanceForm>, importance_response,
           line<run_importance>)
          .heavy(),
      verb("diagnosis", {"GET", "/v1/studies/{study}/diagnosis", "getDiagnosis"}, Role::Read, Effect::Looks,
           "What is odd about the study", fields_of<DiagnosisForm>, diagnosis_response, line<run_diagnosis>)
          .heavy(),
      verb("sources", {"GET", "/v1/studies/{study}/sources", "getSources"}, Role::Read, Effect::Looks,
           "What the study learns from", fields_of<NoFields>, sources_response, line<run_sources>),
      verb("samplers", {"GET", "/v1/samplers", "listSamplers"}, Role::Read, Effect::Looks,
           "Ways of proposing, with their options", fields_of<NoFields>, methods_shape<kSamplers>,
           line<run_samplers>),
      verb("pruners", {"GET", "/v1/pruners", "listPruners"}, Role::Read, Effect::Looks,
           "Ways of stopping early, with their options", fields_of<NoFields>, methods_shape<kPruners>,
           line<run_pruners>),
  };
}

}  // namespace hone::service
