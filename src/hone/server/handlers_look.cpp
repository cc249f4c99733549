// SPDX-License-Identifier: MIT
#include <algorithm>
#include <deque>

#include "hone/analysis/diagnosis.hpp"
#include "hone/base/text.hpp"
#include "hone/catalog/model_settings.hpp"
#include "hone/catalog/samplers.hpp"
#include "hone/charts/chart_json.hpp"
#include "hone/charts/diagnosis_charts.hpp"
#include "hone/charts/edf_chart.hpp"
#include "hone/charts/importance_chart.hpp"
#include "hone/charts/pictures.hpp"
#include "hone/charts/study_charts.hpp"
#include "hone/charts/value_axis.hpp"
#include "hone/charts/weights_chart.hpp"
#include "hone/codec/answer.hpp"
#include "hone/codec/importance_json.hpp"
#include "hone/server/handlers.hpp"
#include "hone/service/diagnosis_json.hpp"
#include "hone/service/source_survey.hpp"
#include "hone/transfer/weight_notes.hpp"

namespace hone::server {
namespace {

const std::vector<std::string> kMoreCharts = {"importance", "weights", "edf", "warps", "calibration"};

/// Trials that a picture may show.
std::vector<Trial> drawable(const std::vector<Trial>& all) {
  std::vector<Trial> trials = fitting(all);
  std::erase_if(trials, [](const Trial& trial) { return trial.state == TrialState::Deleted; });
  return trials;
}

/// What took long to compute is kept until the study changes. One for the process: the key has the study's
/// id.
class Remembered {
 public:
  std::optional<std::string> find(const std::string& key) {
    const std::lock_guard guard(mutex_);
    const auto found =
        std::find_if(kept_.begin(), kept_.end(), [&](const auto& one) { return one.first == key; });
    return found == kept_.end() ? std::nullopt : std::optional(found->second);
  }
  void put(const std::string& key, std::string body) {
    const std::lock_guard guard(mutex_);
    kept_.emplace_back(key, std::move(body));
    if (kept_.size() > kMost) kept_.pop_front();
  }

 private:
  static constexpr std::size_t kMost = 64;
  std::mutex mutex_;
  std::deque<std::pair<std::string, std::string>> kept_;
};

template <class Make>
HttpAnswer remembered(Service& service, const Call& call, const Make& make) {
  static Remembered kept;
  const auto driver = service.operations.driver(call.study());
  driver->refresh();
  const std::string key =
      text(service.address, "\n", driver->id(), "\n", driver->revision(), "\n", call.request.target);
  if (auto body = kept.find(key)) return {.body = std::move(*body)};
  HttpAnswer answer = make();
  kept.put(key, answer.body);
  return answer;
}

ImportanceOptions importance_options(const Call& call) {
  ImportanceOptions options;
  if (call.query.contains("method")) options.method = parse_importance_method(call.word("method")).value();
  if (call.query.contains("objective")) options.objective = call.word("objective");
  options.pairs = call.flag("pairs");
  return options;
}

analysis::Diagnosis diagnosis_of(const Call& call, const Study& study, const std::vector<Trial>& trials) {
  const std::size_t objective =
      call.query.contains("objective") ? charts::objective_index(study, call.word("objective")) : 0;
  return analysis::diagnose(study, trials, catalog::model_settings(study), {.objective = objective});
}

plot::Chart compared_chart(Service& service, const Call& call, const Study& study,
                           const std::vector<Trial>& trials) {
  const std::size_t own =
      call.query.contains("objective") ? charts::objective_index(study, call.word("objective")) : 0;
  const Objective& objective = study.objectives[own];
  std::vector<charts::ComparedStudy> studies = {{study.name, charts::complete_values(trials, own)}};
  for (const std::string& name : split(call.word("with"), ',')) {
    if (name.empty()) continue;
    if (!call.grant.covers(name))
      throw Refusal(403, "forbidden", text("'", name, "' is not one of the token's studies"));
    service.operations.look(name, [&](const Study& other, const std::vector<Trial>& all) {
      const std::size_t index = charts::objective_index(other, objective.name);
      studies.push_back({other.name, charts::complete_values(drawable(all), index)});
    });
  }
  return charts::edf_chart(objective, studies, call.flag("log"));
}

std::vector<plot::Chart> more_charts(Service& service, const Call& call, const std::string& name,
                                     const Study& study, const std::vector<Trial>& trials) {
  if (name == "edf") return {compared_chart(service, call, study, trials)};
  if (name == "weights")
    return {charts::weights_chart(study, trials, [](const std::string& source) { return source; })};
  if (name == "importance")
    return {
        charts::importance_chart(study, service.operations.importance(study.name, importance_options(call)))};
  const analysis::Diagnosis diagnosis = diagnosis_of(call, study, trials);
  if (!diagnosis.fitted) throw Error(ErrorCode::NotFound, diagnosis.no_model, "run more trials");
  if (name == "warps") return charts::warp_charts(study, diagnosis, diagnosis.warps.size());
  return {charts::calibration_chart(diagnosis)};
}

bool is_more(const std::string& name) {
  return std::find(kMoreCharts.begin(), kMoreCharts.end(), name) != kMoreCharts.end();
}

HttpAnswer make_chart(Service& service, const Call& call) {
  const std::string name = call.path.at("chart");
  HttpAnswer answer;
  service.operations.look(call.study(), [&](const Study& study, const std::vector<Trial>& all) {
    const std::vector<Trial> trials = drawable(all);
    charts::PictureOptions options{.log = call.flag("log"), .now = storage::system_time()};
    for (const std::string& parameter : split(call.word("parameters"), ','))
      if (!parameter.empty()) options.parameters.push_back(parameter);
    if (call.query.contains("objective")) options.objective = call.word("objective");
    const analysis::StudyModel model =
        name == "contour" ? catalog::model_settings(study) : analysis::StudyModel{};
    const std::vector<plot::Chart> made = is_more(name)
                                              ? more_charts(service, call, name, study, trials)
                                              : charts::picture(name, study, trials, model, options);
    const auto most = static_cast<std::size_t>(call.integer("most", 5000));
    answer = json_answer(
        {{"title", charts::study_caption(study, trials)}, {"charts", charts::charts_json(made, most)}});
  });
  return answer;
}

}  // namespace

HttpAnswer get_best(Service& service, const Call& call) {
  const auto definition = service.operations.definition(call.study());
  if (definition->objectives.size() > 1) return get_front(service, call);
  return {.body = codec::best_answer(service.operations.best(call.study()), *definition)};
}

HttpAnswer get_front(Service& service, const Call& call) {
  return {.body = codec::front_answer(service.operations.front(call.study()),
                                      *service.operations.definition(call.study()))};
}

HttpAnswer get_importance(Service& service, const Call& call) {
  return remembered(service, call, [&] {
    return HttpAnswer{.body = codec::importance_answer(
                          service.operations.importance(call.study(), importance_options(call)))};
  });
}

HttpAnswer get_diagnosis(Service& service, const Call& call) {
  return remembered(service, call, [&] {
    HttpAnswer answer;
    service.operations.look(call.study(), [&](const Study& study, const std::vector<Trial>& all) {
      answer = json_answer(service::diagnosis_json(study, diagnosis_of(call, study, drawable(all))));
    });
    return answer;
  });
}

HttpAnswer list_charts(Service& service, const Call& call) {
  Json names = Json::array();
  const auto definition = service.operations.definition(call.study());
  for (const std::string& name : charts::picture_names())
    if (name != "front" || definition->objectives.size() > 1) names.push_back(name);
  for (const std::string& name : kMoreCharts) {
    const bool listed = std::find(names.begin(), names.end(), name) != names.end();
    if (!listed && (name != "weights" || !definition->sources.empty())) names.push_back(name);
  }
  return json_answer({{"charts", names}});
}

HttpAnswer get_chart(Service& service, const Call& call) {
  const std::string name = call.path.at("chart");
  // What runs grows with the time; other studies change too, and not everybody may see them.
  if (name == "timeline" || !call.word("with").empty()) return make_chart(service, call);
  return remembered(service, call, [&] { return make_chart(service, call); });
}

HttpAnswer get_sources(Service& service, const Call& call) {
  const auto driver = service.operations.driver(call.study());
  const Study& study = driver->study();
  if (study.sources.empty()) return json_answer({{"sources", Json::array()}, {"remarks", Json::array()}});
  std::optional<transfer::WeightsAt> newest;
  driver->refresh();
  driver->inspect([&](const std::vector<Trial>& trials) { newest = service::newest_weights(trials); });
  const service::SourceSurvey survey =
      service::survey_sources(service.operations.store(), study, std::move(newest));
  Json answer = service::survey_json(survey);
  std::vector<std::string> remarks = survey.remarks;
  remarks.push_back(catalog::ignored_sources_remark(study));
  std::erase(remarks, "");
  answer["remarks"] = remarks;
  return json_answer(answer);
}

}  // namespace hone::server
