// SPDX-License-Identifier: MIT
#include "hone/core/parameter_variable.hpp"

#include <map>

#include "hone/base/error.hpp"
#include "hone/base/text.hpp"

namespace hone {

std::array<std::string, 2> parameter_variables(const std::string& parameter) {
  std::string written = "HONE_PARAM_";
  std::string capitals = written;
  for (const char c : parameter) {
    const bool small = c >= 'a' && c <= 'z';
    const bool plain = small || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
    written += plain ? c : '_';
    capitals += small ? static_cast<char>(c - 'a' + 'A') : written.back();
  }
  return {written, capitals};
}

void check_parameter_variables(const Space& space) {
  std::map<std::string, std::string> owners;
  for (const Parameter& parameter : space.parameters()) {
    for (const std::string& variable : parameter_variables(parameter.name)) {
      const auto [found, fresh] = owners.emplace(variable, parameter.name);
      if (fresh || found->second == parameter.name) continue;
      throw Error(
          ErrorCode::InvalidSpace,
          text("the parameters '", found->second, "' and '", parameter.name, "' would share the variable ",
               variable, " of the command"),
          "rename one: capitals do not tell names apart there, nor do characters other than letters and "
          "digits");
    }
  }
}

}  // namespace hone
