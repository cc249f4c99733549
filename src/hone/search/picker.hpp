// SPDX-License-Identifier: MIT
#pragma once

#include <span>
#include <unordered_set>
#include <vector>

#include "hone/base/rng.hpp"
#include "hone/core/history.hpp"
#include "hone/core/sampler.hpp"
#include "hone/encode/encoding.hpp"

namespace hone::search {

/// When a configuration may be proposed that was tried, is running, or was picked before.
enum class Repeats {
  WhenNothingIsLeft,  ///< only once everything was tried
  Never,
  Always,  ///< like any other
};

/// Collects the proposals of one ask and keeps what every sampler promises: inside the space, constraints
/// satisfied, from the pool if there is one, and nothing twice unless repeats are allowed.
class Picker {
 public:
  /// All three must outlive the picker.
  Picker(const encode::Encoding& encoding, const TriedTrials& tried, const AskRequest& request);

  /// True when a configuration was tried, is running, or was picked before.
  bool seen(const Configuration& configuration) const;
  /// The same of all of them.
  bool seen_all(std::span<const Configuration> configurations) const;

  void allow(Repeats repeats) { repeats_ = repeats; }
  /// True when a configuration may be picked as it is: unseen, or repeats are as good as anything.
  bool open(const Configuration& configuration) const {
    return repeats_ == Repeats::Always || !seen(configuration);
  }

  /// Number of trials so far, these picks included: the place of the next point in a sequence.
  std::uint64_t position() const;
  int missing() const { return request_.count - static_cast<int>(picks_.size()); }
  bool full() const { return missing() <= 0; }

  /// Picks the configuration at a point of the cube, or another when that one is not allowed or was seen.
  /// False when everything was tried and nothing may be repeated. Throws Error(Unsatisfiable) when the
  /// constraints seem to leave nothing at all.
  bool pick_at(std::span<const double> point, Notes notes = {});
  /// Picks uniformly at random.
  bool pick_random(Notes notes = {});
  /// Picks exactly this one.
  void pick(Configuration configuration, Notes notes = {});

  Rng& rng() { return rng_; }
  /// The latest pick; there must be one.
  const Proposal& last() const { return picks_.back(); }
  std::vector<Proposal> take() { return std::move(picks_); }

 private:
  const encode::Encoding& encoding_;
  const TriedTrials& tried_;
  const AskRequest& request_;
  std::unordered_set<Configuration> taken_;  // running ones and picks
  std::vector<Proposal> picks_;
  Rng rng_;
  Repeats repeats_ = Repeats::WhenNothingIsLeft;
};

}  // namespace hone::search
