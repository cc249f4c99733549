// SPDX-License-Identifier: MIT
#pragma once

#include <nanobind/nanobind.h>

// One function for each file of bindings; module.cpp calls them all.
namespace hone::python {

void bind_errors(nanobind::module_& module);
void bind_space(nanobind::module_& module);
void bind_service(nanobind::module_& module);
void bind_designs(nanobind::module_& module);
void bind_gp(nanobind::module_& module);
void bind_analysis(nanobind::module_& module);

}  // namespace hone::python
