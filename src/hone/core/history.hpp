// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <unordered_map>
#include <vector>

#include "hone/core/trial.hpp"

namespace hone {

/// The numbers of the finished trials that a sampler was told, and which configurations were tried: enough
/// for samplers that learn nothing from values.
class TriedTrials {
 public:
  /// A trial told a second time replaces the first. One that was withdrawn since, to be run again or deleted
  /// (see is_evidence()), is forgotten.
  void add(std::span<const Trial> finished);

  std::size_t size() const noexcept { return told_.size(); }
  bool tried(const Configuration& configuration) const { return tried_.contains(configuration); }

 private:
  struct Told {
    std::int64_t number = 0;
    Configuration configuration;
  };
  void forget(const Configuration& configuration);

  std::vector<Told> told_;  // by number
  std::unordered_map<Configuration, int>
      tried_;  // how many trials had it, so that a replaced one can be forgotten
};

/// The same with the trials themselves, by number, whatever the order they came in. Samplers keep one, so
/// that their answers cannot depend on who finished first.
class History : public TriedTrials {
 public:
  /// As there.
  void add(std::span<const Trial> finished);

  const std::vector<Trial>& trials() const noexcept { return trials_; }

 private:
  std::vector<Trial> trials_;
};

}  // namespace hone
