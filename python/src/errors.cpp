// SPDX-License-Identifier: MIT
#include "hone/base/error.hpp"

#include <exception>
#include <string>
#include <string_view>

#include "bind.hpp"
#include "convert.hpp"

namespace hone::python {
namespace {

// "hone._errors", or of whatever name the package was imported by: another distribution may have ours.
std::string classes_module = "hone._errors";

/// The classes are Python's (hone/_errors.py), since some of them are also ValueErrors or KeyErrors.
void raise(std::string_view code, std::string_view message) {
  try {
    const nb::object error =
        nb::module_::import_(classes_module.c_str()).attr("error_of")(to_python(code), to_python(message));
    PyErr_SetObject(error.type().ptr(), error.ptr());
  } catch (nb::python_error& failure) {
    failure.restore();
  }
}

void translate(const std::exception_ptr& pointer, void*) {
  try {
    std::rethrow_exception(pointer);
  } catch (const Error& error) {
    raise(code_name(error.code()), error.what());
  }
}

}  // namespace

void bind_errors(nb::module_& module) {
  const std::string own = nb::str(module.attr("__name__")).c_str();  // "hone._hone"
  if (const std::size_t dot = own.rfind('.'); dot != std::string::npos)
    classes_module = own.substr(0, dot) + "._errors";
  nb::register_exception_translator(translate);
}

}  // namespace hone::python
