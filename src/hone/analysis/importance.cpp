// SPDX-License-Identifier: MIT
#include "hone/analysis/importance.hpp"

#include <algorithm>

#include "hone/analysis/importance_data.hpp"
#include "hone/analysis/importance_fanova.hpp"
#include "hone/analysis/importance_ped.hpp"
#include "hone/base/error.hpp"

namespace hone::analysis {
namespace {

std::int64_t trials_with(const ImportanceData& data, std::size_t column) {
  if (data.points.active.size() == 0) return data.trials();
  return data.points.active.col(static_cast<Eigen::Index>(column)).count();
}

const std::string& name_of(const ImportanceData& data, std::size_t column) {
  return data.space.space().parameters()[data.space.parameter(column)].name;
}

// Equals stay in the order of the space.
template <class Entries>
void most_important_first(Entries& entries) {
  std::stable_sort(entries.begin(), entries.end(),
                   [](const auto& a, const auto& b) { return a.importance > b.importance; });
}

void add_fanova(const ImportanceData& data, const ImportanceOptions& options, std::uint64_t seed,
                Importances& out) {
  const FanovaShares shares = fanova(data, options.pairs, seed);
  const std::size_t d = data.space.dimensions();
  out.explained = shares.explained;
  for (std::size_t j = 0; j < d; ++j)
    out.parameters.push_back(
        {name_of(data, j), shares.single[j].mean, shares.single[j].deviation, trials_with(data, j)});
  std::size_t at = 0;
  for (std::size_t i = 0; options.pairs && i < d; ++i) {
    for (std::size_t j = i + 1; j < d; ++j, ++at)
      out.pairs.push_back(
          {name_of(data, i), name_of(data, j), shares.pair[at].mean, shares.pair[at].deviation});
  }
}

void add_ped_anova(const ImportanceData& data, const ImportanceOptions& options, std::uint64_t seed,
                   Importances& out) {
  const PedShares shares = ped_anova(data, options.quantile, options.within, seed);
  out.best = shares.best;
  out.compared = shares.compared;
  for (std::size_t j = 0; j < data.space.dimensions(); ++j)
    out.parameters.push_back(
        {name_of(data, j), shares.importance[j], shares.deviation[j], trials_with(data, j)});
}

}  // namespace

Importances measure_importance(const Study& study, std::span<const Trial> trials,
                               const ImportanceOptions& options) {
  if (options.pairs && options.method == ImportanceMethod::PedAnova) {
    throw Error(ErrorCode::InvalidArgument, "PED-ANOVA judges parameters one by one and has no pairs",
                "ask for pairs with the method fanova");
  }
  const ImportanceData data = importance_data(study, trials, options.objective);
  Importances out{.method = options.method,
                  .objective = data.objective,
                  .trials = data.trials(),
                  .left_out = data.left_out};
  if (options.method == ImportanceMethod::Fanova) {
    add_fanova(data, options, study.seed, out);
  } else {
    add_ped_anova(data, options, study.seed, out);
  }
  most_important_first(out.parameters);
  most_important_first(out.pairs);
  return out;
}

std::optional<Importances> importance_if_known(const Study& study, std::span<const Trial> trials,
                                               const std::optional<std::string>& objective) {
  try {
    return measure_importance(study, trials, {.objective = objective});
  } catch (const Error& error) {
    if (error.code() != ErrorCode::InvalidArgument) throw;
    return std::nullopt;
  }
}

}  // namespace hone::analysis
