// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "hone/catalog/study_parts.hpp"
#include "hone/codec/json.hpp"
#include "hone/core/trial.hpp"
#include "hone/transfer/weight_notes.hpp"

// What a study has learned from others, in words. All texts are ready to print.
namespace hone::cli {

using transfer::WeightsAt;

/// Names and weights of the sources that have one, the heaviest first.
std::vector<std::pair<std::string, double>> heaviest(const transfer::NotedWeights& weights);

/// "learning from 12 studies; svm-adult and svm-covtype agree best"; without weights "started from 12
/// studies".
std::string learned_text(const catalog::SourceTally& tally,
                         const std::optional<transfer::NotedWeights>& weights);

/// "2 of 14 studies cannot be used: `hone sources svm.yaml` tells why"; empty when all can.
std::string refused_text(const catalog::SourceTally& tally, const std::string& study);

/// "own 0.42, svm-adult 0.31, svm-covtype 0.17, 3 more 0.1; 6 dropped (trial 17)".
std::string weights_text(const WeightsAt& at);

/// {trial, own, weights: {NAME: w}, agreement: {NAME: a}, dropped: N}.
codec::Json weights_json(const WeightsAt& at);

}  // namespace hone::cli
