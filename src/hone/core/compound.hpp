// SPDX-License-Identifier: MIT
#pragma once

#include <compare>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <variant>
#include <vector>

namespace hone {

class Compound;

/// One setting, or one attribute of a trial.
using Value = std::variant<bool, std::int64_t, double, std::string, Compound>;

/// A value that is no scalar, as JSON has them: null, a list of values, or a map from names to values in the
/// order in which they were written. It never changes, so copies share what they hold (hence the shared
/// pointer: every trial that chose a list has a copy of it). Null holds nothing.
class Compound {
 public:
  using Members = std::vector<std::pair<std::string, Value>>;
  enum class Kind { Null, List, Map };

  /// They are handed to programs in arguments and environment variables.
  static constexpr int kMostDepth = 16;
  static constexpr std::size_t kMostBytes = 65536;

  Compound() = default;  ///< null
  /// Throw Error(InvalidArgument) when more than kMostDepth lists and maps are inside each other, when the
  /// JSON text has more than kMostBytes, or when a name is empty or there twice.
  static Compound list(std::vector<Value> items);
  static Compound map(Members members);

  Kind kind() const noexcept;
  bool is_null() const noexcept { return content_ == nullptr; }
  /// Of a list.
  const std::vector<Value>& items() const;
  /// Of a map.
  const Members& members() const;
  int depth() const noexcept;

  /// As a person means it (same_value): 1 and 1.0 are the same, the order of a map's names does not matter.
  friend bool operator==(const Compound& a, const Compound& b);
  /// Some order that agrees with it.
  friend std::weak_ordering operator<=>(const Compound& a, const Compound& b);

 private:
  struct Content;
  explicit Compound(std::shared_ptr<const Content> content) : content_(std::move(content)) {}

  std::shared_ptr<const Content> content_;
};

/// Agrees with operator==.
std::size_t hash_value(const Compound& compound);

}  // namespace hone

template <>
struct std::hash<hone::Compound> {
  std::size_t operator()(const hone::Compound& compound) const { return hone::hash_value(compound); }
};
