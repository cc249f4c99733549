// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "hone/core/value.hpp"

namespace hone {

/// One point of a search space: a value for each parameter that exists there.
/// A value type: comparable, hashable, printable, and never changed. Configurations of one space share their
/// list of names, and copies of one share its values (hence the shared pointers: a study holds a hundred
/// thousand of them, of which its trials, what a sampler knows and what was tried each have a copy).
class Configuration {
 public:
  using Names = std::shared_ptr<const std::vector<std::string>>;

  Configuration() = default;
  /// values[i] belongs to names[i]; no value means that the parameter does not exist here.
  Configuration(Names names, std::vector<std::optional<Value>> values);

  std::size_t size() const noexcept { return values_ ? values_->size() : 0; }
  const std::string& name(std::size_t index) const { return (*names_)[index]; }
  const std::optional<Value>& operator[](std::size_t index) const { return (*values_)[index]; }

  /// The value of a parameter; nullptr when it does not exist here or has no such name.
  const Value* find(std::string_view name) const;
  bool has(std::string_view name) const { return find(name) != nullptr; }

  /// Typed access. Throws Error(InvalidArgument) when the parameter is absent or of another type.
  double real(std::string_view name) const;
  std::int64_t integer(std::string_view name) const;
  bool flag(std::string_view name) const;
  std::string text(std::string_view name) const;

  /// Same names with the same values.
  friend bool operator==(const Configuration& a, const Configuration& b);

 private:
  using Values = std::vector<std::optional<Value>>;

  Names names_;
  std::shared_ptr<const Values> values_;  // none is the same as an empty list
};

/// "C=10 kernel=rbf", without the parameters that do not exist.
std::string to_text(const Configuration& configuration);

std::size_t hash_value(const Configuration& configuration);

}  // namespace hone

template <>
struct std::hash<hone::Configuration> {
  std::size_t operator()(const hone::Configuration& configuration) const {
    return hone::hash_value(configuration);
  }
};
