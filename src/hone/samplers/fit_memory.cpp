// SPDX-License-Identifier: MIT
#include "hone/samplers/fit_memory.hpp"

#include <string>

#include "hone/base/text.hpp"

namespace hone::samplers {
namespace {

constexpr const char* kTheta = "model.theta";
constexpr const char* kCold = "model.cold";

// Further outputs count from 2: "model.theta.2".
std::string name_of(const char* what, int output) {
  return output == 0 ? std::string(what) : text(what, '.', output + 1);
}

/// A list, or the text of numbers that stores of schema 1 hold. Empty when it is neither.
std::vector<double> theta_in(const Note& note) {
  if (const auto* numbers = std::get_if<std::vector<double>>(&note)) return *numbers;
  std::vector<double> numbers;
  for (const std::string& word : split(note_text(note), ' ')) {
    const auto number = parse_number(word);
    if (!number) return {};
    numbers.push_back(*number);
  }
  return numbers;
}

// Notes that cannot be read (written by another version, or by hand) are as good as none: the fit starts
// afresh.
FitMemory read(const Trial& trial, int output) {
  FitMemory memory{.theta = theta_in(trial.notes.at(name_of(kTheta, output)))};
  if (memory.theta.empty()) return {};
  const auto cold = trial.notes.find(name_of(kCold, output));
  if (cold == trial.notes.end()) return {};
  const auto* count = std::get_if<std::int64_t>(&cold->second);
  if (count == nullptr) return {};
  memory.cold = *count;
  return memory;
}

}  // namespace

bool keeps_memory(const Trial& trial) { return trial.notes.contains(kTheta); }

FitMemory newest_memory(std::span<const Trial> history, std::span<const Trial> running, int output) {
  const std::string theta = name_of(kTheta, output);
  const Trial* newest = nullptr;
  for (const auto trials : {history, running}) {
    for (const Trial& trial : trials) {
      if ((newest == nullptr || trial.number > newest->number) && trial.notes.contains(theta))
        newest = &trial;
    }
  }
  return newest == nullptr ? FitMemory{} : read(*newest, output);
}

Notes to_notes(const FitMemory& memory, int output) {
  return {{name_of(kTheta, output), memory.theta}, {name_of(kCold, output), memory.cold}};
}

}  // namespace hone::samplers
