// SPDX-License-Identifier: MIT
#include "hone/service/trial_reader.hpp"

#include <algorithm>
#include <iterator>
#include <span>
#include <utility>

#include "hone/base/cancellation.hpp"

namespace hone::service {

TrialReader::TrialReader(std::shared_ptr<const runner::Driver> driver, std::vector<std::int64_t> numbers)
    : driver_(std::move(driver)), numbers_(std::move(numbers)) {}

TrialReader::TrialReader(std::shared_ptr<const runner::Driver> driver, std::vector<Trial> trials)
    : driver_(std::move(driver)), trials_(std::move(trials)) {}

std::vector<Trial> TrialReader::next(std::size_t most) {
  check_cancelled();
  const std::size_t begin = position_;
  const std::size_t count = std::min(most, size() - begin);
  position_ += count;
  if (trials_.empty()) return driver_->view().some(std::span(numbers_).subspan(begin, count));
  const auto first = trials_.begin() + static_cast<std::ptrdiff_t>(begin);
  return {std::move_iterator(first), std::move_iterator(first + static_cast<std::ptrdiff_t>(count))};
}

}  // namespace hone::service
