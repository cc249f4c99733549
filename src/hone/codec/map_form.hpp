// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "hone/codec/field.hpp"
#include "hone/codec/shape.hpp"

namespace hone::codec {

/// Declares the members of a map and reads them in one go, so that each stands once, as OptionReader does it:
///   struct BudgetForm {
///     Budget budget;
///     void declare(MapForm& map) { map.integer("parallel", budget.parallel, 1, 100000, "..."); }
///   };
///   const Budget budget = read_map<BudgetForm>(field).budget;   // refuses other members
///   const Node schema = shape_of<BudgetForm>();
///   const std::string text = written(form);
/// Reading runs declare() with a map, the schema runs it without, writing with a text. A variable keeps its
/// value, the default, when the member is absent. What can be written has the type of its member in its name;
/// field(), needed() and their like are for reading only.
class MapForm {
 public:
  MapForm() = default;  ///< declares only
  explicit MapForm(const Field& map) : map_(&map) {}
  explicit MapForm(std::string& out) : out_(&out) {}  ///< writes JSON: the members, with commas between

  /// A member of any shape.
  template <class Read>
  void field(const char* name, Node (*shape)(), const char* summary, const Read& read) {
    if (map_ == nullptr) return declare(name, shape(), summary, false);
    if (const auto member = map_->find(name)) member->attempt([&] { read(*member); });
  }
  /// One that must be there.
  template <class Read>
  void needed(const char* name, Node (*shape)(), const char* summary, const Read& read) {
    if (map_ == nullptr) return declare(name, shape(), summary, true);
    map_->attempt([&] { read(map_->at(name)); });
  }
  /// Members that are read elsewhere, together with others.
  void mention(const char* name, Node (*shape)(), const char* summary) {
    if (map_ == nullptr) declare(name, shape(), summary, false);
  }
  void must_mention(const char* name, Node (*shape)(), const char* summary) {
    if (map_ == nullptr) declare(name, shape(), summary, true);
  }

  /// Numbers, perhaps optional.
  template <class T>
  void integer(const char* name, T& value, std::int64_t low, std::int64_t high, const char* summary) {
    if (out_ != nullptr) return write(name, value);
    if (map_ == nullptr) return declare(name, usual(shape::integer(low, high), value), summary, false);
    if (const auto member = map_->find(name))
      member->attempt([&] { value = static_cast<Bare<T>>(member->integer(low, high)); });
  }
  /// The number of a trial, which must be there.
  void trial(const char* name, std::int64_t& value, const char* summary);
  /// Numbers of trials, each named once.
  void trials(const char* name, std::vector<std::int64_t>& value, const char* summary);
  /// The same, perhaps left out; `given` tells.
  void trials(const char* name, std::vector<std::int64_t>& value, bool& given, const char* summary);
  void flag(const char* name, bool& value, const char* summary);
  /// Of at most so many bytes.
  void text(const char* name, std::string& value, std::size_t most, const char* summary);
  /// A share of everything.
  void share(const char* name, double& value, const char* summary);
  /// A list of words, each of at most `longest` bytes.
  void words(const char* name, std::vector<std::string>& value, std::size_t most, const char* summary,
             std::size_t longest = 100);
  /// A finite one.
  void number(const char* name, std::optional<double>& value, const char* summary);
  /// Seconds.
  void duration(const char* name, double& value, const char* summary);
  void duration_above_zero(const char* name, std::optional<double>& value, const char* summary);
  /// The values of an enumeration, by their words.
  template <class E>
  void word(const char* name, E& value, const std::vector<std::string>& words, const char* summary) {
    const auto index = static_cast<std::size_t>(value);
    if (map_ == nullptr)
      return declare(name, shape::with(shape::words(words), "default", leaf(words[index])), summary, false);
    if (const auto member = map_->find(name))
      member->attempt([&] { value = static_cast<E>(member->choice(words)); });
  }

  const std::vector<shape::Member>& members() const { return members_; }
  std::vector<std::string> names() const;

 private:
  template <class T>
  struct BareOf {
    using Type = T;
  };
  template <class T>
  struct BareOf<std::optional<T>> {
    using Type = T;
  };
  template <class T>
  using Bare = typename BareOf<T>::Type;

  template <class T>
  static Node usual(Node shape, const T& value) {
    if constexpr (std::is_integral_v<T>) put(shape, "default", leaf(static_cast<std::int64_t>(value)));
    return shape;
  }
  void declare(const char* name, Node shape, const char* summary, bool needed);
  void write_name(const char* name);
  void write(const char* name, std::int64_t value);
  void write(const char* name, int value) { write(name, static_cast<std::int64_t>(value)); }
  template <class T>
  void write(const char* name, const std::optional<T>& value) {
    if (value) write(name, *value);
  }
  void write_list(const char* name, const std::vector<std::int64_t>& value);

  const Field* map_ = nullptr;
  std::string* out_ = nullptr;
  std::vector<shape::Member> members_;
};

template <class Form>
MapForm declared_by() {
  MapForm map;
  Form().declare(map);
  return map;
}

/// Refuses members that the form does not declare.
template <class Form>
void check_names(const Field& field, std::span<const Advice> advice = {}) {
  static const std::vector<std::string> known = declared_by<Form>().names();
  field.only(known, advice);
}

/// `form` holds what a member that is absent counts as, and what reading needs to know.
template <class Form>
Form read_map(const Field& field, std::span<const Advice> advice = {}, Form form = {}) {
  check_names<Form>(field, advice);
  MapForm map(field);
  form.declare(map);
  return form;
}

/// One line of JSON.
template <class Form>
std::string written(Form form) {
  std::string out = "{";
  MapForm map(out);
  form.declare(map);
  return out + "}";
}

template <class Form>
Node shape_of() {
  return shape::object(declared_by<Form>().members());
}

}  // namespace hone::codec
