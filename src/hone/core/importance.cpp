// SPDX-License-Identifier: MIT
#include "hone/core/importance.hpp"

namespace hone {

std::string_view to_text(ImportanceMethod method) {
  return method == ImportanceMethod::Fanova ? "fanova" : "ped-anova";
}

std::optional<ImportanceMethod> parse_importance_method(std::string_view text) {
  for (const ImportanceMethod method : {ImportanceMethod::Fanova, ImportanceMethod::PedAnova}) {
    if (text == to_text(method)) return method;
  }
  return std::nullopt;
}

}  // namespace hone
