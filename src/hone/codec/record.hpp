// SPDX-License-Identifier: MIT
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "hone/core/study.hpp"

// The texts in which a store keeps studies and trials: compact JSON, the same fields as on the wire. Reading
// trusts that hone wrote the text (types and bounds are not checked again) but never crashes on damage: it
// throws Error(StorageCorrupt).
namespace hone::codec {

/// Format 1. Contains all of the study, the pool of candidates included.
std::string study_to_text(const Study& study);
Study study_from_text(std::string_view text);

/// {"C": 10.0, "kernel": "rbf"}: existing parameters only; floats keep a point or an exponent so that types
/// survive.
std::string params_to_text(const Configuration& configuration);
Configuration params_from_text(std::string_view text, const Space& space);

std::string attributes_to_text(const Attributes& attributes);
Attributes attributes_from_text(std::string_view text);

/// As attributes; a list of numbers is an array. Earlier versions wrote no arrays.
std::string notes_to_text(const Notes& notes);
Notes notes_from_text(std::string_view text);

/// [[1700000000000,"was failed; queued again"]]: time and text of each.
std::string remarks_to_text(std::span<const Remark> remarks);
std::vector<Remark> remarks_from_text(std::string_view text);

/// [0.5, 1e300]; NaN and infinities, which JSON lacks, as strings "nan", "inf", "-inf".
std::string numbers_to_text(std::span<const double> numbers);
std::vector<double> numbers_from_text(std::string_view text);

}  // namespace hone::codec
