// SPDX-License-Identifier: MIT
#include "hone/core/options.hpp"

#include <algorithm>
#include <utility>

#include "hone/base/error.hpp"
#include "hone/base/text.hpp"

namespace hone {

OptionReader::OptionReader(std::string owner, const Options& options)
    : owner_(std::move(owner)), options_(options) {}

void OptionReader::refuse(const std::string& name, const std::string& problem,
                          const std::string& remedy) const {
  throw Error(ErrorCode::InvalidOption, text("option '", name, "' of ", owner_, " ", problem), remedy);
}

const std::vector<Value>* OptionReader::take(const std::string& name) {
  asked_.push_back(name);
  const auto found = options_.find(name);
  return found == options_.end() ? nullptr : &found->second;
}

const Value* OptionReader::take_one(const std::string& name) {
  const auto* values = take(name);
  if (values == nullptr) return nullptr;
  if (values->size() != 1) refuse(name, "is a list", "give one value");
  return &values->front();
}

std::int64_t OptionReader::integer(const std::string& name, std::int64_t fallback, std::int64_t low,
                                   std::int64_t high) {
  const Value* value = take_one(name);
  if (value == nullptr) return fallback;
  const auto* whole = std::get_if<std::int64_t>(value);
  if (whole == nullptr || *whole < low || *whole > high) {
    refuse(name, "is " + to_text(*value), text("give an integer from ", low, " to ", high));
  }
  return *whole;
}

double OptionReader::real(const std::string& name, double fallback, double low, double high) {
  const Value* value = take_one(name);
  if (value == nullptr) return fallback;
  const auto number = as_number(*value);
  if (!number || !(*number >= low && *number <= high)) {
    refuse(name, "is " + to_text(*value), text("give a number from ", low, " to ", high));
  }
  return *number;
}

bool OptionReader::flag(const std::string& name, bool fallback) {
  const Value* value = take_one(name);
  if (value == nullptr) return fallback;
  const auto* flag = std::get_if<bool>(value);
  if (flag == nullptr) refuse(name, "is " + to_text(*value), "give true or false");
  return *flag;
}

std::string OptionReader::word(const std::string& name, const std::string& fallback,
                               const std::vector<std::string>& known) {
  const Value* value = take_one(name);
  if (value == nullptr) return fallback;
  std::string given = to_text(*value);
  if (std::find(known.begin(), known.end(), given) == known.end()) {
    refuse(name, "is " + given, "give one of " + join(known, ", ") + did_you_mean(given, known));
  }
  return given;
}

std::vector<std::string> OptionReader::words(const std::string& name,
                                             const std::vector<std::string>& fallback,
                                             const std::vector<std::string>& known) {
  const auto* values = take(name);
  if (values == nullptr) return fallback;
  std::vector<std::string> result;
  for (const Value& value : *values) {
    result.push_back(to_text(value));
    if (std::find(known.begin(), known.end(), result.back()) == known.end()) {
      refuse(name, "holds " + result.back(),
             "list some of " + join(known, ", ") + did_you_mean(result.back(), known));
    }
  }
  return result;
}

void OptionReader::finish() const {
  for (const auto& [name, values] : options_) {
    if (std::find(asked_.begin(), asked_.end(), name) != asked_.end()) continue;
    if (asked_.empty()) refuse(name, "does not exist", text(owner_, " takes no options; remove it"));
    refuse(name, "does not exist" + did_you_mean(name, asked_), "use " + join(asked_, ", "));
  }
}

}  // namespace hone
