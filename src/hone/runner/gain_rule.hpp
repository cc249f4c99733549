// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <map>

#include "hone/core/study.hpp"

namespace hone::runner {

/// Judges by StopPlan::gain whether going on is worth it. What was expected of a trial stands in its notes,
/// so that a study that goes on is judged as if it had never been interrupted, by whoever asks.
class GainRule {
 public:
  explicit GainRule(const StopPlan& plan) : plan_(plan) {}

  /// Takes in a trial that has ended; those that no model proposed count for nothing.
  void note(const Trial& trial);
  void forget() { gains_.clear(); }
  /// True when the last proposals, by number, expected too little; as many as `patience`.
  bool met() const;

 private:
  StopPlan plan_;
  std::map<std::int64_t, double> gains_;  ///< of the trials of the highest numbers
};

}  // namespace hone::runner
