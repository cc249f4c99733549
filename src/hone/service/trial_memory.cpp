// SPDX-License-Identifier: MIT
#include "hone/service/trial_memory.hpp"

#include <string>
#include <variant>

namespace hone::service {
namespace {

constexpr std::int64_t kOfAnEntry = 100;  // of a map

std::int64_t memory_of(const Value& value) {
  if (const auto* word = std::get_if<std::string>(&value)) return std::ssize(*word);
  return std::holds_alternative<Compound>(value) ? 4 * std::ssize(to_text(value)) : 0;
}

std::int64_t memory_of(const Note& note) {
  if (const auto* word = std::get_if<std::string>(&note)) return std::ssize(*word);
  const auto* numbers = std::get_if<std::vector<double>>(&note);
  return numbers != nullptr ? std::ssize(*numbers) * std::int64_t{sizeof(double)} : 0;
}

template <class Map>
std::int64_t memory_of_map(const Map& map) {
  std::int64_t bytes = 0;
  for (const auto& [name, value] : map) bytes += kOfAnEntry + std::ssize(name) + memory_of(value);
  return bytes;
}

std::int64_t memory_of(const Trial& trial) {
  std::int64_t bytes = kMemoryOfATrial + memory_of_map(trial.attributes) + memory_of_map(trial.notes) +
                       memory_of_map(trial.former) + std::ssize(trial.error) +
                       std::ssize(trial.reports) * std::int64_t{sizeof(Report)};
  for (const Remark& remark : trial.remarks) bytes += kOfAnEntry + std::ssize(remark.text);
  return bytes;
}

}  // namespace

std::int64_t memory_of(const std::vector<Trial>& trials) {
  std::int64_t bytes = 0;
  for (const Trial& trial : trials) bytes += memory_of(trial);
  return bytes;
}

}  // namespace hone::service
