// SPDX-License-Identifier: MIT
#include "hone/core/importance.hpp"

#include <algorithm>

#include "hone/base/text.hpp"
#include "hone/base/words.hpp"

namespace hone {
namespace {

// A forest that explains less than this has hardly seen a pattern.
constexpr double kLittleExplained = 0.5;

}  // namespace

std::string_view to_text(ImportanceMethod method) {
  return method == ImportanceMethod::Fanova ? "fanova" : "ped-anova";
}

std::optional<ImportanceMethod> parse_importance_method(std::string_view text) {
  for (const ImportanceMethod method : {ImportanceMethod::Fanova, ImportanceMethod::PedAnova}) {
    if (text == to_text(method)) return method;
  }
  return std::nullopt;
}

bool reliable(const Importances& found) { return !found.explained || *found.explained >= kLittleExplained; }

std::string reliance_text(const Importances& found) {
  if (!found.explained) return "";
  return text("The forest behind these numbers predicts ", percent(std::clamp(*found.explained, 0.0, 1.0)),
              " of the variance of trials it has not seen",
              reliable(found) ? "." : ": too little to rely on them. Run more trials.");
}

std::string importance_warning(const Importances& found) {
  return reliable(found) ? "" : reliance_text(found);
}

}  // namespace hone
