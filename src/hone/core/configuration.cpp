// SPDX-License-Identifier: MIT
#include "hone/core/configuration.hpp"

#include <utility>

#include "hone/base/error.hpp"
#include "hone/base/text.hpp"

namespace hone {
namespace {

const Value& require(const Configuration& configuration, std::string_view name) {
  const Value* value = configuration.find(name);
  if (value == nullptr) {
    throw Error(ErrorCode::InvalidArgument,
                text("there is no parameter '", name, "' in ", to_text(configuration)),
                "use one of the space, and test with has() for those under a condition");
  }
  return *value;
}

[[noreturn]] void wrong_type(std::string_view name, const Value& value, const char* wanted) {
  throw Error(ErrorCode::InvalidArgument,
              text("parameter '", name, "' is a ", type_name(value), ", not ", wanted),
              "read it with the accessor of its own type");
}

}  // namespace

Configuration::Configuration(Names names, std::vector<std::optional<Value>> values)
    : names_(std::move(names)), values_(std::make_shared<const Values>(std::move(values))) {}

const Value* Configuration::find(std::string_view name) const {
  for (std::size_t i = 0; i < size(); ++i) {
    const std::optional<Value>& value = (*values_)[i];
    if ((*names_)[i] == name) return value ? &*value : nullptr;
  }
  return nullptr;
}

double Configuration::real(std::string_view name) const {
  const Value& value = require(*this, name);
  const auto number = as_number(value);
  if (!number) wrong_type(name, value, "a number");
  return *number;
}

std::int64_t Configuration::integer(std::string_view name) const {
  const Value& value = require(*this, name);
  const auto* whole = std::get_if<std::int64_t>(&value);
  if (whole == nullptr) wrong_type(name, value, "an integer");
  return *whole;
}

bool Configuration::flag(std::string_view name) const {
  const Value& value = require(*this, name);
  const auto* flag = std::get_if<bool>(&value);
  if (flag == nullptr) wrong_type(name, value, "a boolean");
  return *flag;
}

std::string Configuration::text(std::string_view name) const { return to_text(require(*this, name)); }

bool operator==(const Configuration& a, const Configuration& b) {
  if (a.size() != b.size()) return false;
  if (a.size() == 0) return true;
  if (a.values_ != b.values_ && *a.values_ != *b.values_) return false;
  return a.names_ == b.names_ || *a.names_ == *b.names_;
}

std::string to_text(const Configuration& configuration) {
  std::string out;
  for (std::size_t i = 0; i < configuration.size(); ++i) {
    if (!configuration[i]) continue;
    if (!out.empty()) out += ' ';
    out += configuration.name(i) + "=" + to_text(*configuration[i]);
  }
  return out;
}

std::size_t hash_value(const Configuration& configuration) {
  std::size_t hash = configuration.size();
  for (std::size_t i = 0; i < configuration.size(); ++i) {
    const std::size_t part = configuration[i] ? hash_value(*configuration[i]) : 0x5bd1e995;
    hash = (hash ^ (part + i)) * 0x9E3779B97F4A7C15ULL;
    hash ^= hash >> 32;
  }
  return hash;
}

}  // namespace hone
