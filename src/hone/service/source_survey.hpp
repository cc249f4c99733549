// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "hone/codec/json.hpp"
#include "hone/core/study.hpp"
#include "hone/storage/storage.hpp"
#include "hone/transfer/weight_notes.hpp"

namespace hone::service {

/// The weights of the newest proposal that has any.
std::optional<transfer::WeightsAt> newest_weights(std::span<const Trial> trials);

/// One source as its study sees it.
struct SurveyedSource {
  std::string name;
  std::string refusal = {};               ///< why nothing is learned from it; empty when something is
  std::int64_t trials = 0;                ///< that can be learned from
  std::int64_t left_out = 0;              ///< with values outside the study's ranges
  std::vector<std::string> missing = {};  ///< parameters of the study that the source lacks
  std::vector<std::string> extra = {};    ///< parameters of the source that the study lacks
  transfer::NotedSource noted = {};       ///< in the newest proposal; means nothing without one
  /// Whether the newest proposal dropped it; nothing when so many were dropped that not all are named.
  std::optional<bool> dropped = {};
};

struct SourceSurvey {
  std::vector<SurveyedSource> sources;        ///< the heaviest first, what cannot be used at the end
  std::vector<std::string> remarks;           ///< a pattern that matches nothing
  std::optional<transfer::WeightsAt> newest;  ///< weights of the newest proposal that has any

  std::int64_t usable() const;
};

/// Matches all sources that the study names. One that cannot be read has a row that says so. `newest`: the
/// newest_weights() of the study itself.
SourceSurvey survey_sources(storage::Storage& storage, const Study& study,
                            std::optional<transfer::WeightsAt> newest);

/// {trial, own, sources: [{name, usable, reason, trials, left_out, missing, extra, weight, agreement,
/// dropped}]}; trial, own and the last three only when there are weights.
codec::Json survey_json(const SourceSurvey& survey);
/// The same with the remarks.
codec::Node survey_shape();

}  // namespace hone::service
