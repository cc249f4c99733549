// SPDX-License-Identifier: MIT
#include <nanobind/nanobind.h>

#include "bind.hpp"

// The compiled half of the Python package: typed calls of hone's own functions. What is decided here is how a
// value of one language is written in the other, and nothing else.
NB_MODULE(_hone, module) {
  // Studies that a program still holds when it ends are no defect of the program.
  nanobind::set_leak_warnings(false);
  module.attr("__version__") = HONE_VERSION;
  hone::python::bind_errors(module);
  hone::python::bind_space(module);
  hone::python::bind_service(module);
  hone::python::bind_designs(module);
  hone::python::bind_gp(module);
  hone::python::bind_analysis(module);
}
