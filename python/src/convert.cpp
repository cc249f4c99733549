// SPDX-License-Identifier: MIT
#include "convert.hpp"

#include <optional>
#include <variant>

#include "hone/base/error.hpp"
#include "hone/base/text.hpp"

namespace hone::python {
namespace {

nb::object note_object(const Note& note) {
  if (const auto* list = std::get_if<std::vector<double>>(&note)) {
    nb::list numbers;
    for (const double number : *list) numbers.append(nb::float_(number));
    return numbers;
  }
  return to_python(as_value(note));
}

nb::list report_list(const std::vector<Report>& reports) {
  nb::list list;
  for (const Report& report : reports) list.append(nb::make_tuple(report.step, report.value));
  return list;
}

nb::object number_list(const std::vector<double>& numbers) {
  if (numbers.empty()) return nb::none();
  nb::list list;
  for (const double number : numbers) list.append(nb::float_(number));
  return list;
}

std::string text_of(nb::handle object) {
  Py_ssize_t size = 0;
  const char* data = PyUnicode_AsUTF8AndSize(object.ptr(), &size);
  if (data == nullptr) throw nb::python_error();
  return {data, static_cast<std::size_t>(size)};
}

std::string type_of(nb::handle object) { return text_of(nb::object(object.type().attr("__name__"))); }

/// Nothing when it is none of Python's own scalars. bool comes first: it is an int too.
std::optional<Value> plain_value(nb::handle object, const std::string& where) {
  if (PyBool_Check(object.ptr())) return Value(object.is(Py_True));
  if (PyLong_Check(object.ptr())) {
    int overflow = 0;
    const long long number = PyLong_AsLongLongAndOverflow(object.ptr(), &overflow);
    if (overflow != 0) {
      throw Error(ErrorCode::InvalidArgument, text(where, " is a whole number beyond 64 bits"),
                  "give it as a float or as a text");
    }
    return Value(static_cast<std::int64_t>(number));
  }
  if (PyFloat_Check(object.ptr())) return Value(PyFloat_AsDouble(object.ptr()));
  if (PyUnicode_Check(object.ptr())) return Value(text_of(object));
  return std::nullopt;
}

}  // namespace

nb::object to_python(std::string_view text) {
  PyObject* made = PyUnicode_DecodeUTF8(text.data(), static_cast<Py_ssize_t>(text.size()), "replace");
  if (made == nullptr) throw nb::python_error();
  return nb::steal<nb::object>(made);
}

nb::object to_python(const Value& value) {
  if (const auto* flag = std::get_if<bool>(&value)) return nb::bool_(*flag);
  if (const auto* whole = std::get_if<std::int64_t>(&value)) return nb::int_(*whole);
  if (const auto* number = std::get_if<double>(&value)) return nb::float_(*number);
  return to_python(std::string_view(std::get<std::string>(value)));
}

nb::dict to_python(const Configuration& configuration) {
  nb::dict dict;
  for (std::size_t i = 0; i < configuration.size(); ++i) {
    if (configuration[i])
      dict[to_python(std::string_view(configuration.name(i)))] = to_python(*configuration[i]);
  }
  return dict;
}

nb::dict to_python(const Attributes& attributes) {
  nb::dict dict;
  for (const auto& [name, value] : attributes) dict[to_python(std::string_view(name))] = to_python(value);
  return dict;
}

nb::dict to_python(const Notes& notes) {
  nb::dict dict;
  for (const auto& [name, note] : notes) dict[to_python(std::string_view(name))] = note_object(note);
  return dict;
}

nb::tuple to_python(const Trial& trial) {
  return nb::make_tuple(trial.number, to_python(to_text(trial.state)), to_python(trial.configuration),
                        number_list(trial.values), report_list(trial.reports), to_python(trial.attributes),
                        to_python(trial.notes), to_python(std::string_view(trial.error)), trial.attempt,
                        to_python(std::string_view(trial.worker)), trial.created, trial.started,
                        trial.finished);
}

Value value_of(nb::handle object, const std::string& where) {
  if (auto value = plain_value(object, where)) return std::move(*value);
  if (nb::hasattr(object, "item")) {  // a scalar of NumPy, or of what follows its example
    const nb::object item = object.attr("item")();
    if (auto value = plain_value(item, where)) return std::move(*value);
  }
  throw Error(ErrorCode::InvalidArgument, text(where, " is of type ", type_of(object)),
              "give a bool, an int, a float or a str");
}

Attributes attributes_of(const nb::dict& dict) {
  Attributes attributes;
  for (auto& [name, value] : named_values(dict)) attributes[name] = std::move(value);
  return attributes;
}

std::vector<std::pair<std::string, Value>> named_values(const nb::dict& dict) {
  std::vector<std::pair<std::string, Value>> values;
  for (const auto& [key, object] : dict) {
    if (!PyUnicode_Check(key.ptr())) {
      throw Error(ErrorCode::InvalidArgument, text("a name is of type ", type_of(key)),
                  "names are of type str");
    }
    std::string name = text_of(key);
    Value value = value_of(object, text("'", name, "'"));
    values.emplace_back(std::move(name), std::move(value));
  }
  return values;
}

}  // namespace hone::python
