// SPDX-License-Identifier: MIT
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "bench/quality/run.hpp"

namespace hone::test {

/// Runs made by hand.
struct ExampleRuns {
  quality::RunSetting setting{.budget = 8, .batch = 4, .start = 0};
  double minimum = 0.0;
  std::optional<double> poor = {};
  std::map<quality::RunKey, quality::Run> all = {};

  void add(const std::string& problem, const std::string& method, std::uint64_t seed,
           std::vector<quality::Improvement> curve) {
    const quality::RunKey key{problem, method, seed, setting};
    all[key] = {.key = key,
                .version = method + " 1.0",
                .minimum = minimum,
                .poor = poor,
                .evaluations = setting.budget,
                .curve = std::move(curve),
                .ask_seconds = {0.5, 1.5}};
  }
};

}  // namespace hone::test
