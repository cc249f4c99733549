// SPDX-License-Identifier: MIT
#include "hone/samplers/fit_memory.hpp"

#include <string>

#include "hone/base/text.hpp"

namespace hone::samplers {
namespace {

constexpr const char* kTheta = "model.theta";
constexpr const char* kCold = "model.cold";

// Notes that cannot be read (written by another version, or by hand) are as good as none: the fit starts
// afresh.
FitMemory read(const Trial& trial) {
  FitMemory memory;
  for (const std::string& number : split(to_text(trial.notes.at(kTheta)), ' ')) {
    const auto value = parse_number(number);
    if (!value) return {};
    memory.theta.push_back(*value);
  }
  const auto cold = trial.notes.find(kCold);
  if (cold == trial.notes.end()) return {};
  const auto* count = std::get_if<std::int64_t>(&cold->second);
  if (count == nullptr) return {};
  memory.cold = *count;
  return memory;
}

}  // namespace

FitMemory newest_memory(std::span<const Trial> history, std::span<const Trial> running) {
  const Trial* newest = nullptr;
  for (const auto trials : {history, running}) {
    for (const Trial& trial : trials) {
      if ((newest == nullptr || trial.number > newest->number) && trial.notes.contains(kTheta))
        newest = &trial;
    }
  }
  return newest == nullptr ? FitMemory{} : read(*newest);
}

Attributes to_notes(const FitMemory& memory) {
  std::vector<std::string> numbers;
  for (const double value : memory.theta) numbers.push_back(number_text(value));
  return {{kTheta, join(numbers, " ")}, {kCold, memory.cold}};
}

}  // namespace hone::samplers
