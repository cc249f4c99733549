// SPDX-License-Identifier: MIT
#include "hone/service/entries.hpp"

#include "hone/codec/iso_time.hpp"

namespace hone::service {

using codec::Json;

Json study_entry_json(const storage::StudySummary& summary, Operations& operations) {
  Json objectives = Json::array();
  for (const Objective& objective : summary.objectives)
    objectives.push_back({{"name", objective.name}, {"direction", to_text(objective.direction)}});
  const StudyNotes notes = operations.notes(summary.name);
  const auto budget = operations.store().current(summary.id).study.plan.budget.trials;
  return {{"id", summary.id},
          {"name", summary.name},
          {"created", codec::iso_time(summary.created)},
          {"sampler", summary.sampler},
          {"objectives", objectives},
          {"trials", summary.trials},
          {"deleted", summary.deleted},
          {"complete", summary.complete},
          {"failed", summary.failed},
          {"running", summary.running},
          {"waiting", summary.waiting},
          {"best", summary.best ? Json(*summary.best) : Json(nullptr)},
          {"budget", budget ? Json(*budget) : Json(nullptr)},
          {"stopped", notes.stopped},
          {"tags", notes.tags}};
}

Json brief_trial_json(const Trial& trial, const Study& study) {
  Json json = codec::to_json(trial, study);
  for (const char* name : {"reports", "notes", "former"}) json.erase(name);
  json["reported"] = trial.reports.empty() ? Json(nullptr) : Json(trial.reports.back().value);
  return json;
}

}  // namespace hone::service
