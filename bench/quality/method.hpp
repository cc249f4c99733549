// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "hone/core/study.hpp"

namespace hone::quality {

enum class MethodKind {
  Sampler,  ///< one of hone's, by its name in the catalog
  Boxed,    ///< the same, in the part of the space where earlier studies found their best
  Cold,     ///< the same, but it learns from no earlier study, even where there are some
  Peer,     ///< another system, in a process of its own
};

/// A way of optimising that takes part in a comparison.
struct Method {
  /// As it was written, "sobol{scramble=false}", with "peer:", "box:" or "cold:" before one of that kind;
  /// stands in tables and run files.
  std::string label;
  MethodKind kind = MethodKind::Sampler;
  Choice choice;  ///< name and options
};

/// Reads a list such as "random,sobol{scramble=false},hebo{fit.restarts=8}". An option given twice makes a
/// list of both values. Throws Error(InvalidArgument) when it cannot be read; names and options are checked
/// when the method is first made.
std::vector<Method> parse_methods(std::string_view list, MethodKind kind);

}  // namespace hone::quality
