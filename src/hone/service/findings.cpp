// SPDX-License-Identifier: MIT
#include "hone/service/findings.hpp"

#include <utility>
#include <vector>

#include "hone/analysis/importance.hpp"
#include "hone/analysis/repeated_best.hpp"
#include "hone/catalog/model_settings.hpp"
#include "hone/codec/answer.hpp"
#include "hone/codec/iso_time.hpp"
#include "hone/codec/shape.hpp"

namespace hone::service {

using codec::Json;
using codec::Node;
namespace shape = codec::shape;

namespace {

std::vector<Trial> without_deleted(std::vector<Trial> trials) {
  std::erase_if(trials, [](const Trial& trial) { return trial.state == TrialState::Deleted; });
  return trials;
}

std::vector<Trial> counted_trials(std::span<const Trial> all) {
  return without_deleted(fitting({all.begin(), all.end()}));
}

Json runs_json(const analysis::RepeatedRuns& runs) {
  return {{"mean", runs.mean}, {"trials", runs.trials}, {"params", codec::to_json(runs.configuration)}};
}

std::vector<shape::Member> runs_members() {
  return {{"mean", shape::number(), true},
          {"trials", shape::list(shape::integer(0)), true},
          {"params", shape::row(), true}};
}

}  // namespace

Importances importance_of(const Study& study, std::span<const Trial> all, const ImportanceOptions& options) {
  return analysis::measure_importance(study, without_deleted({all.begin(), all.end()}), options);
}

analysis::Diagnosis diagnosis_of(const Study& study, std::span<const Trial> all,
                                 const analysis::DiagnosisOptions& options) {
  return analysis::diagnose(study, counted_trials(all), catalog::model_settings(study), options);
}

std::optional<analysis::PredictedBest> predicted_best_of(const Study& study, std::span<const Trial> all) {
  return analysis::predicted_best(study, counted_trials(all), catalog::model_settings(study));
}

Json best_with_means(const Study& study, std::span<const Trial> all) {
  Json best = codec::best_json(study, all);
  if (study.objectives.size() > 1 || best.is_null()) return best;
  if (const auto predicted = predicted_best_of(study, all))
    best["predicted"] = {{"number", predicted->trial}, {"params", codec::to_json(predicted->configuration)},
                         {"mean", predicted->mean},    {"low", predicted->low},
                         {"high", predicted->high},    {"noise", predicted->noise}};
  const auto repeated = analysis::repeated_best(counted_trials(all), study.objectives[0]);
  if (!repeated) return best;
  Json told = runs_json(repeated->best);
  told["standard_error"] = repeated->standard_error;
  told["margin"] = repeated->margin;
  if (repeated->next) {
    told["next"] = runs_json(*repeated->next);
    told["sureness"] = repeated->sureness;
  }
  best["repeats"] = std::move(told);
  return best;
}

Node predicted_shape() {
  return shape::record({{"number", shape::integer(0)},
                        {"params", shape::row()},
                        {"mean", shape::number()},
                        {"low", shape::number()},
                        {"high", shape::number()},
                        {"noise", shape::number()}});
}

Node repeats_shape() {
  std::vector<shape::Member> members = runs_members();
  members.push_back({"standard_error", shape::maybe(shape::number()), true});
  members.push_back({"margin", shape::maybe(shape::number()), true});
  members.push_back({"next", shape::object(runs_members())});
  members.push_back({"sureness", shape::maybe(shape::number())});
  return shape::object(members);
}

void add_facts(Json& json, const Operations::Stored& stored, const StudyNotes& notes) {
  json["id"] = stored.id;
  json["version"] = stored.version.version;
  json["created"] = codec::iso_time(stored.version.created);
  json["stopped"] = notes.stopped;
  json["text"] = notes.text;
  json["tags"] = notes.tags;
}

Json annotations_json(const storage::Annotations& kept) {
  Json notes = Json::array();
  for (const storage::StudyNote& note : kept.notes)
    notes.push_back({{"time", codec::iso_time(note.time)}, {"text", note.text}, {"tags", note.tags}});
  return {{"text", kept.text},
          {"tags", kept.tags()},
          {"stopped", kept.stopped},
          {"attributes", codec::to_json(kept.attributes)},
          {"notes", notes}};
}

Node annotations_shape() {
  const Node tags_changed = shape::map(shape::flag());  // true puts one on, false takes it off
  const Node note = shape::record({{"time", shape::text()}, {"text", shape::text()}, {"tags", tags_changed}});
  return shape::record({{"text", shape::text()},
                        {"tags", shape::list(shape::text())},
                        {"stopped", shape::flag()},
                        {"attributes", shape::map(shape::anything())},
                        {"notes", shape::list(note)}});
}

}  // namespace hone::service
