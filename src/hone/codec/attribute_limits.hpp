// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <string>

#include "hone/core/trial.hpp"

// How much a trial may say about itself beside its values: attributes come with every list of trials.
namespace hone::codec {

inline constexpr std::size_t kMostAttributes = 1000;
inline constexpr std::size_t kLongestAttributeName = 200;                 ///< bytes
inline constexpr std::size_t kMostAttributeBytes = std::size_t{1} << 20;  ///< names and values of a trial
inline constexpr std::size_t kLongestTrialError = std::size_t{64} << 10;  ///< bytes

/// What is wrong with these attributes, in words; empty when they may be kept. A name must not hold
/// characters that are not shown, or that turn the direction of text.
std::string attributes_problem(const Attributes& attributes);

}  // namespace hone::codec
