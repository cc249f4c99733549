// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include "hone/base/error.hpp"
#include "hone/base/text.hpp"

namespace hone::catalog {

/// The method of a kind ("sampler") with that name. Throws Error(NotFound) with what `advice` knows of the
/// name, else with the names that there are.
template <class Info>
const Info& method_named(const std::vector<Info>& methods, const char* kind, const std::string& name,
                         std::string (*advice)(const std::string&)) {
  std::vector<std::string> names;
  for (const Info& known : methods) {
    if (known.name == name) return known;
    names.push_back(known.name);
  }
  if (const std::string known = advice(name); !known.empty())
    throw Error(ErrorCode::NotFound, text("there is no ", kind, " '", name, "'"), known);
  throw Error(ErrorCode::NotFound, text("there is no ", kind, " '", name, "'", did_you_mean(name, names)),
              "use one of " + join(names, ", "));
}

}  // namespace hone::catalog
