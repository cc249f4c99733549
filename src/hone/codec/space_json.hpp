// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <span>
#include <string>

#include "hone/codec/json.hpp"
#include "hone/core/study.hpp"

// A change of a study's space as requests ask for it and answers tell it.
namespace hone::codec {

/// {"field": "parameters.C", "kind": "widened", "what": "widened from [1, 10] to [1, 20]"}
Json change_json(const std::string& field, const std::string& kind, const std::string& what);

/// What a change did to a study, or would do.
struct SpaceReport {
  std::string study;
  std::int64_t version = 1;  ///< of the definition now
  bool adopted = false;
  bool new_space = false;
  Json changes = Json::array();  ///< of change_json()
  std::int64_t trials = 0;
  std::span<const Trial> outside = {};  ///< those that do not fit
  std::int64_t left_out = 0;            ///< of those, the ones that waited
};
/// {"study": ..., "version": 2, "adopted": true, "new_space": true, "changes": [...], "trials": 40,
///  "outside": [{"number": 3, "reason": "..."}], "left_out": 0}
Json to_json(const SpaceReport& report);
Node space_report_shape();

/// {"op": "set_space", "parameters": {...}, "constraints": [...], "candidates": [...], "removed": {...},
///  "dry_run": true}: what is not given stays, what is null goes.
struct SetSpaceRequest {
  Study study;  ///< the stored one with the new space
  bool dry_run = false;
};
/// Throws Error naming the field that is wrong. Starting points that do not fit the new space are left out.
SetSpaceRequest read_set_space(const Node& request, const Study& stored);

/// The definition with the fields of a patch in place of its own; null takes one back to its default, and a
/// budget is patched limit by limit.
Node patched_study(const Study& stored, const Node& patch);

}  // namespace hone::codec
