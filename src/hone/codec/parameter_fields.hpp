// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include "hone/codec/map_form.hpp"
#include "hone/core/parameter.hpp"

// The fields of a parameter's long form, {type: float, low: 0, high: 1}: each is declared once, with the
// types that have it and what it may hold.
namespace hone::codec {

const std::vector<std::string>& parameter_types();
/// In the order of Scale.
const std::vector<std::string>& scale_words();

/// Of every type: type, when, unit, description.
const std::vector<std::string>& common_parameter_fields();
/// Those that a type has besides.
const std::vector<std::string>& own_parameter_fields(const std::string& type);
const std::vector<std::string>& all_parameter_fields();

/// The bounds of a condition, {min: 2, max: 4}.
struct BetweenForm {
  Between between = {};
  void declare(MapForm& map);
};

/// What an entry of `parameters` may hold: the long form of each type, a list or one value.
Node parameter_shape();

}  // namespace hone::codec
