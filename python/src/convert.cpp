// SPDX-License-Identifier: MIT
#include "convert.hpp"

#include <optional>
#include <variant>

#include "hone/base/error.hpp"
#include "hone/base/text.hpp"

namespace hone::python {
namespace {

/// The fields of hone.FrozenTrial, as Python's own texts that are made once: ten thousand trials have them.
struct TrialNames {
  nb::object number = interned("number");
  nb::object state = interned("state");
  nb::object params = interned("params");
  nb::object values = interned("values");
  nb::object reports = interned("reports");
  nb::object attributes = interned("attributes");
  nb::object notes = interned("notes");
  nb::object error = interned("error");
  nb::object attempt = interned("attempt");
  nb::object worker = interned("worker");
  nb::object created = interned("created");
  nb::object started = interned("started");
  nb::object finished = interned("finished");

  /// They are never destroyed: Python may be gone by then.
  static const TrialNames& all() {
    static const TrialNames& made = *new TrialNames();
    return made;
  }

 private:
  static nb::object interned(const char* name) {
    return nb::steal<nb::object>(PyUnicode_InternFromString(name));
  }
};

nb::object compound_object(const Compound& compound) {
  if (compound.is_null()) return nb::none();
  if (compound.kind() == Compound::Kind::List) {
    nb::list list;
    for (const Value& item : compound.items()) list.append(to_python(item));
    return list;
  }
  nb::dict dict;
  for (const auto& [name, value] : compound.members())
    dict[to_python(std::string_view(name))] = to_python(value);
  return dict;
}

nb::object note_object(const Note& note) {
  if (const auto* list = std::get_if<std::vector<double>>(&note)) {
    nb::list numbers;
    for (const double number : *list) numbers.append(nb::float_(number));
    return numbers;
  }
  return to_python(as_value(note));
}

nb::object number_list(const std::vector<double>& numbers) {
  if (numbers.empty()) return nb::none();
  nb::list list;
  for (const double number : numbers) list.append(nb::float_(number));
  return list;
}

nb::list report_list(const std::vector<Report>& reports) {
  nb::list list;
  for (const Report& report : reports) {
    if (report.size() == 1) {
      list.append(nb::make_tuple(report.step, report.value));
    } else {
      list.append(nb::make_tuple(report.step, number_list(report.values())));
    }
  }
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

/// An array of NumPy, or of what follows its example, that is more than a scalar.
bool is_array(nb::handle object) {
  if (!nb::hasattr(object, "shape") || !nb::hasattr(object, "tolist")) return false;
  const nb::object shape(object.attr("shape"));
  return PyTuple_Check(shape.ptr()) && PyTuple_Size(shape.ptr()) > 0;
}

Value value_of(nb::handle object, const std::string& where, int depth);

Compound compound_of(nb::handle object, const std::string& where, int depth) {
  const auto made = [&](const auto& make) {
    try {
      return make();
    } catch (const Error& error) {
      throw error.within(where);
    }
  };
  if (PyDict_Check(object.ptr())) {
    Compound::Members members;
    for (const auto& [key, item] : nb::borrow<nb::dict>(object)) {
      if (!PyUnicode_Check(key.ptr())) {
        throw Error(ErrorCode::InvalidArgument, text(where, " has a key of type ", type_of(key)),
                    "keys are of type str");
      }
      members.emplace_back(text_of(key), value_of(item, where, depth));
    }
    return made([&] { return Compound::map(std::move(members)); });
  }
  std::vector<Value> items;
  for (const nb::handle item : nb::borrow<nb::sequence>(object))
    items.push_back(value_of(item, where, depth));
  return made([&] { return Compound::list(std::move(items)); });
}

Value value_of(nb::handle object, const std::string& where, int depth) {
  if (auto value = plain_value(object, where)) return std::move(*value);
  if (object.is_none()) return Compound();
  if (PyList_Check(object.ptr()) || PyTuple_Check(object.ptr()) || PyDict_Check(object.ptr())) {
    if (depth == Compound::kMostDepth) {
      throw Error(ErrorCode::InvalidArgument,
                  text(where, " has lists and dicts nested deeper than ", Compound::kMostDepth),
                  "write it flatter");
    }
    return compound_of(object, where, depth + 1);
  }
  if (is_array(object)) return value_of(nb::object(object.attr("tolist")()), where, depth);
  if (nb::hasattr(object, "item")) {  // a scalar of NumPy, or of what follows its example
    const nb::object item = object.attr("item")();
    if (auto value = plain_value(item, where)) return std::move(*value);
  }
  throw Error(ErrorCode::InvalidArgument, text(where, " is of type ", type_of(object)),
              "give a bool, an int, a float, a str, None, or a list or dict of these");
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
  if (const auto* word = std::get_if<std::string>(&value)) return to_python(std::string_view(*word));
  return compound_object(std::get<Compound>(value));
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

nb::dict to_python(const Trial& trial) {
  const TrialNames& names = TrialNames::all();
  nb::dict fields;
  fields[names.number] = trial.number;
  fields[names.state] = to_python(to_text(trial.state));
  fields[names.params] = to_python(trial.configuration);
  fields[names.values] = number_list(trial.values);
  fields[names.reports] = report_list(trial.reports);
  fields[names.attributes] = to_python(trial.attributes);
  fields[names.notes] = to_python(trial.notes);
  fields[names.error] = to_python(std::string_view(trial.error));
  fields[names.attempt] = trial.attempt;
  fields[names.worker] = to_python(std::string_view(trial.worker));
  fields[names.created] = trial.created;
  fields[names.started] = trial.started;
  fields[names.finished] = trial.finished;
  return fields;
}

Value value_of(nb::handle object, const std::string& where) { return value_of(object, where, 0); }

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
