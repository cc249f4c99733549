// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "hone/runner/driver.hpp"

namespace hone::service {

/// Trials of a study, portion by portion, each as it is when its turn comes: so they are never all held at
/// once, and work on the study never waits for more than one portion.
class TrialReader {
 public:
  TrialReader(std::shared_ptr<const runner::Driver> driver, std::vector<std::int64_t> numbers);
  /// Those that the process itself could not name.
  TrialReader(std::shared_ptr<const runner::Driver> driver, std::vector<Trial> trials);

  const Study& study() const noexcept { return driver_->study(); }
  /// How many there are in all.
  std::size_t size() const noexcept { return numbers_.size() + trials_.size(); }
  /// The next ones, at most so many; none at the end.
  std::vector<Trial> next(std::size_t most);

 private:
  std::shared_ptr<const runner::Driver> driver_;
  std::vector<std::int64_t> numbers_;
  std::vector<Trial> trials_;
  std::size_t position_ = 0;
};

}  // namespace hone::service
