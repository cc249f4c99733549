// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <string>
#include <vector>

namespace hone::quality::transfer {

/// Mean normalised regrets, in per cent, after 10, 20, 30, 40 and 50 evaluations on the tasks of adaboost_g,
/// 15 repetitions: Feurer et al., "Practical Transfer Learning for Bayesian Optimization", tables 9 and 10.
struct PublishedRow {
  std::string name;    ///< as the paper writes it
  std::string method;  ///< what it is called here: the label of a method in `bench transfer`
  std::array<double, 5> regret;
};
const std::vector<PublishedRow>& published_adaboost();

inline constexpr std::array<int, 5> kPublishedEvaluations = {10, 20, 30, 40, 50};

}  // namespace hone::quality::transfer
