// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <vector>

#include "hone/core/sampler.hpp"
#include "hone/core/sampler_input.hpp"
#include "hone/core/study.hpp"

namespace hone::quality {

/// Keeps earlier studies and the models that were fitted to them, for any seed; made when first asked for, so
/// that all methods and targets of a seed share them. Safe to use from several threads.
class Archives {
 public:
  /// All earlier studies that a seed has; which of them a target may use.
  using Make = std::function<std::vector<SourceStudy>(std::uint64_t seed)>;
  using Choose = std::function<std::vector<std::size_t>(std::uint64_t seed, std::size_t target)>;
  /// Remembers those of the last few seeds: large ones hold a hundred thousand trials each. `sets`: there are
  /// only so many different ones, which seeds take in turn; 0 for one of each seed's own.
  Archives(Make make, Choose choose, int sets = 0);
  ~Archives();

  /// The sampler that a study names, informed by what its seed and this target have.
  std::unique_ptr<Sampler> sampler(const Study& study, std::size_t target);

 private:
  struct Archive;
  std::shared_ptr<Archive> archive_of(std::uint64_t seed);

  Make make_;
  Choose choose_;
  std::uint64_t sets_;
  std::mutex mutex_;
  std::uint64_t clock_ = 0;
  // Shared with whoever makes a sampler just now: another thread's seed may push one out meanwhile.
  std::map<std::uint64_t, std::shared_ptr<Archive>> archives_;
};

}  // namespace hone::quality
