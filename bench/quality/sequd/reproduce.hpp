// SPDX-License-Identifier: MIT
#pragma once

#include <iosfwd>
#include <string>
#include <vector>

#include "bench/quality/method.hpp"
#include "bench/quality/sequd/augmentation_study.hpp"

namespace hone::quality::sequd {

/// The parts of the paper that can be made again: tables and ranks; figures 2, 5 and 6; figures 7 and 8;
/// figure 4.
inline const std::vector<std::string> kParts = {"tables", "designs", "search", "augmentation"};

/// `bench sequd`.
struct Reproduction {
  std::vector<std::string> parts = kParts;
  std::vector<std::string> functions = {"sequd34"};
  std::vector<Method> samplers = {};  ///< those that fit no model
  std::vector<Method> models = {};    ///< those that do: slower, so they have seeds of their own
  std::vector<std::uint64_t> seeds = {};
  std::vector<std::uint64_t> model_seeds = {};
  int runs = 100;
  std::vector<int> batches = {};  ///< compares samplers in batches instead of making the paper's parts
  AugmentationOptions augmentation = {};
  std::string out = "build/sequd";
  int jobs = 0;  ///< 0 for as many as there are processors
  bool quiet = false;
  std::string command = {};
};

/// Does the runs that are missing in OUT/runs.csv and writes tables and figures beside it. Returns 1 when
/// some run failed, else 0. With batches only these are compared (batches.md). Throws Error when it was asked
/// for wrongly.
int reproduce(const Reproduction& options, std::ostream& out, std::ostream& err);

}  // namespace hone::quality::sequd
