// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "hone/core/study.hpp"

namespace hone {

/// How the importance of parameters is measured.
enum class ImportanceMethod {
  Fanova,    ///< share of the objective's variance over the whole space, by a forest (Hutter et al. 2014)
  PedAnova,  ///< how much the best trials differ from the others (Watanabe et al. 2023)
};

/// "fanova", "ped-anova".
std::string_view to_text(ImportanceMethod method);
std::optional<ImportanceMethod> parse_importance_method(std::string_view text);

/// What is asked for. Plain data; analysis::measure_importance() checks it.
struct ImportanceOptions {
  ImportanceMethod method = ImportanceMethod::Fanova;
  std::optional<std::string> objective = {};  ///< by name; the first when none is given
  bool pairs = false;                         ///< fANOVA: also what two parameters do together
  /// PED-ANOVA: the share of the trials that count as the best, in (0, 1).
  double quantile = 0.1;
  /// PED-ANOVA: the share that they are compared with, in (quantile, 1]. Below 1 it asks what matters among
  /// trials that are good already.
  double within = 1.0;
};

/// Of one parameter. `importance` is between 0 and 1. `deviation` is its standard deviation under resampling
/// of the trials: between the trees of the forest, each grown on a bootstrap sample, or between bootstrap
/// samples for PED-ANOVA.
struct ParameterImportance {
  std::string parameter;
  double importance = 0.0;
  double deviation = 0.0;
  std::int64_t trials = 0;  ///< of those that were used, how many have the parameter
  friend bool operator==(const ParameterImportance&, const ParameterImportance&) = default;
};

/// What two parameters do together beyond what each does alone.
struct PairImportance {
  std::string first;
  std::string second;
  double importance = 0.0;
  double deviation = 0.0;
  friend bool operator==(const PairImportance&, const PairImportance&) = default;
};

/// The answer. By fANOVA an importance is a share of the variance, and what is missing to 1 are effects of
/// several parameters together; by PED-ANOVA the importances add up to 1.
struct Importances {
  ImportanceMethod method = ImportanceMethod::Fanova;
  Objective objective = {};
  std::int64_t trials = 0;    ///< complete ones, which were used
  std::int64_t left_out = 0;  ///< ended without a value: failed, pruned, timed out, infeasible
  std::vector<ParameterImportance> parameters = {};  ///< the most important first; without constants
  std::vector<PairImportance> pairs = {};            ///< the most important first; empty unless asked for
  /// fANOVA: the share of the variance of trials that a tree has not seen which the forest predicts, at most
  /// 1. Below about a half its opinion is worth little.
  std::optional<double> explained = {};
  /// PED-ANOVA: how many trials count as the best, and of how many.
  std::int64_t best = 0;
  std::int64_t compared = 0;
};

/// Whether the numbers are worth relying on: fANOVA's, unless its forest hardly predicts trials that it has
/// not seen.
bool reliable(const Importances& found);

/// How far the numbers can be trusted, as one sentence for people; empty when nothing is known about it.
std::string reliance_text(const Importances& found);

/// The same sentence when it is a warning, that is unless reliable(); otherwise empty. Whoever shows
/// importances shows it with them.
std::string importance_warning(const Importances& found);

}  // namespace hone
