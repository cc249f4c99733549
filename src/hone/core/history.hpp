// SPDX-License-Identifier: MIT
#pragma once

#include <span>
#include <unordered_map>
#include <vector>

#include "hone/core/trial.hpp"

namespace hone {

/// The finished trials that a sampler was told, by number, whatever the order they came in; and which
/// configurations were tried. Samplers keep one, so that their answers cannot depend on who finished first.
class History {
 public:
  /// A trial told a second time replaces the first. One that was withdrawn since, to be run again or deleted
  /// (see is_evidence()), is forgotten.
  void add(std::span<const Trial> finished);

  const std::vector<Trial>& trials() const noexcept { return trials_; }
  std::size_t size() const noexcept { return trials_.size(); }
  bool tried(const Configuration& configuration) const { return tried_.contains(configuration); }

 private:
  void forget(const Configuration& configuration);

  std::vector<Trial> trials_;
  std::unordered_map<Configuration, int>
      tried_;  // how many trials had it, so that a replaced one can be forgotten
};

}  // namespace hone
