// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <span>

#include "hone/analysis/diagnosis.hpp"
#include "hone/analysis/expectation.hpp"
#include "hone/codec/json.hpp"
#include "hone/core/importance.hpp"
#include "hone/service/operations.hpp"

// What a study has found, from all of its trials: the one function for verb and command each, so that whoever
// asks is told the same.
namespace hone::service {

/// Which parameters matter. Trials that were deleted do not count.
Importances importance_of(const Study& study, std::span<const Trial> all, const ImportanceOptions& options);

/// What is odd about the study and its model. Trials that do not fit the space or were deleted do not count.
analysis::Diagnosis diagnosis_of(const Study& study, std::span<const Trial> all,
                                 const analysis::DiagnosisOptions& options);

/// What the model of the study's sampler expects most of; nothing where values are not noisy.
std::optional<analysis::PredictedBest> predicted_best_of(const Study& study, std::span<const Trial> all);

/// The best trial as codec::best_json() has it, with `predicted` and `repeats` where a single value says
/// little: what the model expects most of, and the best mean of settings that were run several times.
codec::Json best_with_means(const Study& study, std::span<const Trial> all);
codec::Node predicted_shape();
codec::Node repeats_shape();

/// What a study is beside its definition and its trials: id, version, created, stopped, text, tags.
void add_facts(codec::Json& json, const Operations::Stored& stored, const StudyNotes& notes);

/// {"text", "tags", "stopped", "attributes", "notes": [{"time", "text", "tags"}]}
codec::Json annotations_json(const storage::Annotations& kept);
codec::Node annotations_shape();

}  // namespace hone::service
