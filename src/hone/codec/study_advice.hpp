// SPDX-License-Identifier: MIT
#pragma once

#include <deque>
#include <span>
#include <string>
#include <vector>

#include "hone/codec/field.hpp"

namespace hone::codec {

/// What to write instead of the fields that other tools have at the top of a study, with the values that
/// stand there: "write budget: {trials: 10}" for `n_trials: 10`.
class StudyAdvice {
 public:
  explicit StudyAdvice(const Node& study);
  StudyAdvice(const StudyAdvice&) = delete;
  StudyAdvice& operator=(const StudyAdvice&) = delete;

  std::span<const Advice> all() const noexcept { return all_; }

 private:
  std::deque<std::string> remedies_;  // they stay where they are
  std::vector<Advice> all_;
};

}  // namespace hone::codec
