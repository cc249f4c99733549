// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "hone/base/error.hpp"
#include "hone/codec/node.hpp"

namespace hone::codec {

/// Thrown by who reads a part of which everything wrong was collected already (see Origin::problems).
struct Collected {};

/// Where a tree came from.
struct Origin {
  std::string name;                   ///< stands in front of messages: "study.yaml", "request"
  std::optional<std::string> folder;  ///< where relative paths begin; nothing: files may not be named
  bool trusted = false;               ///< hone wrote it: bounds are not checked again
  bool request = false;  ///< a program sent it: mistakes are InvalidArgument, places read results[0].value
  /// Where to collect what is wrong, to tell all of it at once. Without one the first mistake is thrown.
  std::vector<Error>* problems = nullptr;
};

/// A field name that people try, and what to write instead.
struct Advice {
  std::string_view wrong;
  std::string_view remedy;
};

/// A node and its place in the study, so that whoever reads it can complain with file, line and field. Cheap
/// to copy; the tree and the origin must outlive it.
class Field {
 public:
  Field(const Node& root, const Origin& origin) : node_(&root), origin_(&origin), line_(root.line) {}

  const Node& node() const { return *node_; }
  const Origin& origin() const { return *origin_; }

  /// A member that is there and not null.
  std::optional<Field> find(std::string_view key) const;
  /// A member that must be there.
  Field at(std::string_view key) const;
  /// A member that is there, perhaps null, which is a value too.
  std::optional<Field> given(std::string_view key) const;
  /// The members of a map, in order. Refuses anything else with `expected`, for example "a map of
  /// parameters".
  std::vector<std::pair<std::string, Field>> members(const std::string& expected) const;
  /// The items of a list. Refuses anything else.
  std::vector<Field> items(const std::string& expected) const;
  /// Refuses members that are not known, with the nearest known word or the advice for it.
  void only(std::span<const std::string> known, std::span<const Advice> advice = {}) const;

  std::string text() const;
  /// A text, or an integer as it would be written: what a command line argument may be.
  std::string word() const;
  bool flag() const;
  /// A number; infinities and NaN pass, also as the words that stand for them in JSON.
  double number() const;
  double number(double low, double high) const;
  /// An integer, also when written 1e3.
  std::int64_t integer() const;
  std::int64_t integer(std::int64_t low, std::int64_t high) const;
  /// One scalar of any type.
  Value value() const;
  /// Scalars, one or a list of them.
  std::vector<Value> values() const;
  /// What a parameter may be set to, or an attribute may hold: a scalar, null, a list or a map.
  Value any_value() const;
  /// One of these, or a list of them: a list as a value stands in a list of its own.
  std::vector<Value> any_values() const;
  /// A duration in seconds: a number, or "1h30m", "90s", "500ms".
  double seconds() const;
  /// One of the known words.
  std::size_t choice(std::span<const std::string> known) const;

  /// "study.yaml:4: parameters.C".
  std::string where() const;
  /// Without a code InvalidFile, of a request InvalidArgument.
  [[noreturn]] void refuse(const std::string& problem, const std::string& remedy,
                           std::optional<ErrorCode> code = {}) const;

  /// Runs what may throw an Error that knows no place, and adds this one.
  template <class Action>
  auto inside(const Action& action) const {
    try {
      return action();
    } catch (const Error& error) {
      throw error.within(where());
    }
  }

  /// Runs what reads a part of the study. Where problems are collected, what is wrong with it is kept and the
  /// rest is read nevertheless; false then.
  template <class Action>
  bool attempt(const Action& action) const {
    if (origin_->problems == nullptr) {
      action();
      return true;
    }
    try {
      action();
      return true;
    } catch (const Error& error) {
      origin_->problems->push_back(error);
    } catch (const Collected&) {
    }
    return false;
  }

 private:
  Field(const Node& node, const Origin& origin, std::string path, int line)
      : node_(&node), origin_(&origin), path_(std::move(path)), line_(line) {}
  Field child(const Node::Member& member) const;
  [[noreturn]] void refuse_name(const std::string& name, std::span<const std::string> known,
                                std::span<const Advice> advice) const;
  /// For a text that is a number in another notation: 1_000, 0x10, 010, 1e999.
  void refuse_odd_number() const;
  [[noreturn]] void wrong_type(const std::string& expected, const std::string& remedy) const;
  void check_range(double number, double low, double high) const;
  ErrorCode out_of_range() const;

  const Node* node_;
  const Origin* origin_;
  std::string path_;
  int line_;
};

/// Nothing when it is not a duration.
std::optional<double> parse_duration(std::string_view text);

}  // namespace hone::codec
