// SPDX-License-Identifier: MIT
#pragma once

#include <nanobind/nanobind.h>

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "hone/core/study.hpp"

// hone's values as Python's own, and back.
namespace hone::python {

namespace nb = nanobind;

/// Bytes that are not UTF-8 become U+FFFD, as in JSON.
nb::object to_python(std::string_view text);
/// A bool, int, float, str, None, list or dict.
nb::object to_python(const Value& value);
/// A dict of the parameters that exist.
nb::dict to_python(const Configuration& configuration);
nb::dict to_python(const Attributes& attributes);
nb::dict to_python(const Notes& notes);
/// The fields of hone.FrozenTrial by their names; times are milliseconds.
nb::dict to_python(const Trial& trial);

/// The value that a bool, int, float, str, NumPy scalar, None, list, tuple or dict means. `where` names it in
/// the message of the Error(InvalidArgument) that anything else is answered with.
Value value_of(nb::handle object, const std::string& where);
Attributes attributes_of(const nb::dict& dict);
/// The members of a dict of values, in its order.
std::vector<std::pair<std::string, Value>> named_values(const nb::dict& dict);

/// Calls f() while other Python threads run. f must not touch a Python object.
template <class F>
auto without_gil(F&& f) {
  const nb::gil_scoped_release release;
  return f();
}

}  // namespace hone::python
