// SPDX-License-Identifier: MIT
#include "hone/service/entries.hpp"

#include <algorithm>

#include "hone/codec/iso_time.hpp"
#include "hone/codec/trial_shape.hpp"

namespace hone::service {

using codec::Json;
namespace shape = codec::shape;

namespace {

constexpr const char* kLeftOut[] = {"reports", "notes", "former"};

}  // namespace

Json summary_json(const storage::StudySummary& summary) {
  Json objectives = Json::array();
  for (const Objective& objective : summary.objectives)
    objectives.push_back({{"name", objective.name}, {"direction", to_text(objective.direction)}});
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
          {"best", summary.best ? Json(*summary.best) : Json(nullptr)}};
}

Json study_entry_json(const storage::StudySummary& summary, storage::Storage& store) {
  const storage::Annotations notes = store.annotations(summary.id);
  const auto budget = store.current(summary.id).study.plan.budget.trials;
  Json json = summary_json(summary);
  json["budget"] = budget ? Json(*budget) : Json(nullptr);
  json["stopped"] = notes.stopped;
  json["tags"] = notes.tags();
  return json;
}

codec::Node study_entry_shape() {
  const auto count = shape::integer(0);
  return shape::record(
      {{"id", count},
       {"name", shape::text()},
       {"created", shape::text()},
       {"sampler", shape::text()},
       {"objectives", shape::list(shape::record(
                          {{"name", shape::text()}, {"direction", shape::words({"minimize", "maximize"})}}))},
       {"trials", count},
       {"deleted", count},
       {"complete", count},
       {"failed", count},
       {"running", count},
       {"waiting", count},
       {"best", shape::maybe(shape::number())},
       {"budget", shape::maybe(count)},
       {"stopped", shape::flag()},
       {"tags", shape::list(shape::text())}});
}

Json brief_trial_json(const Trial& trial, const Study& study) {
  Json json = codec::to_json(trial, study);
  for (const char* name : kLeftOut) json.erase(name);
  json["reported"] = trial.reports.empty() ? Json(nullptr) : Json(trial.reports.back().value);
  return json;
}

codec::Node brief_trial_shape() {
  std::vector<shape::Member> members = codec::trial_members();
  std::erase_if(members, [](const shape::Member& member) {
    return std::find(std::begin(kLeftOut), std::end(kLeftOut), member.name) != std::end(kLeftOut);
  });
  members.push_back({"reported", shape::maybe(shape::number()), true});
  return shape::object(members);
}

}  // namespace hone::service
