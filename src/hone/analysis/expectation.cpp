// SPDX-License-Identifier: MIT
#include "hone/analysis/expectation.hpp"

#include <algorithm>
#include <cmath>
#include <unordered_set>

#include "hone/base/error.hpp"
#include "hone/base/rng.hpp"
#include "hone/base/text.hpp"
#include "hone/core/aim.hpp"
#include "hone/numeric/normal.hpp"

namespace hone::analysis {

model::Dataset complete_dataset(const search::SearchSpace& space, std::span<const Trial> trials,
                                const Objective& objective, std::size_t index) {
  std::vector<Configuration> configurations;
  std::vector<double> values;
  for (const Trial& trial : trials) {
    if (trial.state != TrialState::Complete) continue;
    configurations.push_back(trial.configuration);
    values.push_back(as_loss(objective, trial.values[index]));
  }
  const Eigen::VectorXd y =
      Eigen::Map<const Eigen::VectorXd>(values.data(), static_cast<Eigen::Index>(values.size()));
  return {space.columns(), space.points(configurations), y};
}

namespace {

/// A model of one objective, fitted to the complete trials.
struct StudyBelief {
  search::SearchSpace space;
  numeric::OutputTransform transform;
  gp::Gp model;
};

/// Throws Error(InvalidArgument) when the trials tell nothing about models, saying why.
StudyBelief fit_study(const Study& study, std::span<const Trial> trials, const StudyModel& model,
                      std::size_t objective, int max_points) {
  search::SearchSpace space(study.space);
  const model::Dataset data = complete_dataset(space, trials, study.objectives[objective], objective);
  if (const std::string unfit = unfit_for_models(data); !unfit.empty())
    throw Error(ErrorCode::InvalidArgument, text("there is no model of '", study.name, "': ", unfit),
                "run more trials first");
  const auto transform = numeric::OutputTransform::fit(data.y(), {.rule = model.output});
  gp::FitOptions options = model.fit;
  options.max_points = std::min(options.max_points, max_points);
  gp::Gp fitted =
      gp::fit({data.columns(), data.points(), transform.apply(data.y())}, options, mix_seed(study.seed, 0));
  return {std::move(space), transform, std::move(fitted)};
}

// More points make the answer slow to wait for, and hardly another one.
constexpr int kBestPoints = 150;
// The part of the variance of the values that may be noise before one value says little: its deviation is
// then a fifth of theirs.
constexpr double kNoiseToSpeakOf = 0.04;

/// Whether equal settings gave different values; nothing when none was run twice.
std::optional<bool> repeats_differ(std::span<const Trial> trials, std::size_t objective) {
  const std::vector<Repeated> groups = repeated(trials, objective);
  if (groups.empty()) return std::nullopt;
  return std::any_of(groups.begin(), groups.end(), [](const Repeated& one) {
    return std::any_of(one.values.begin(), one.values.end(),
                       [&](double value) { return value != one.values.front(); });
  });
}

/// A model of an objective whose values are noisy; nothing for others, and where there is no model.
std::optional<StudyBelief> fit_noisy(const Study& study, std::span<const Trial> trials,
                                     const StudyModel& model, std::size_t objective) {
  const std::optional<bool> differ = repeats_differ(trials, objective);
  if (differ == false) return std::nullopt;
  try {
    StudyBelief belief = fit_study(study, trials, model, objective, kBestPoints);
    // The model's values are standardised, so that its noise is a share of their variance.
    if (!differ && belief.model.noise_variance() < kNoiseToSpeakOf) return std::nullopt;
    return belief;
  } catch (const Error& error) {
    if (error.code() != ErrorCode::InvalidArgument) throw;
    return std::nullopt;  // too few trials for a model
  }
}

ExpectedValue in_units(const StudyBelief& belief, const Objective& objective, double mean, double variance) {
  const double spread = numeric::normal_quantile(0.975) * std::sqrt(variance);
  const auto value = [&](double z) { return as_loss(objective, belief.transform.inverse(z)); };
  ExpectedValue out{.mean = value(mean), .low = value(mean - spread), .high = value(mean + spread)};
  if (out.low > out.high) std::swap(out.low, out.high);
  return out;
}

/// The trials that may be the best, the first of each configuration.
std::vector<const Trial*> contenders(std::span<const Trial> trials) {
  std::vector<const Trial*> firsts;
  std::unordered_set<Configuration> seen;
  for (const Trial& trial : trials) {
    if (may_be_best(trial) && seen.insert(trial.configuration).second) firsts.push_back(&trial);
  }
  return firsts;
}

}  // namespace

std::vector<double> expected_values(const Study& study, std::span<const Trial> trials,
                                    const StudyModel& model, std::size_t objective,
                                    std::span<const Configuration> configurations, int max_points) {
  const StudyBelief belief = fit_study(study, trials, model, objective, max_points);
  const Eigen::VectorXd means =
      belief.transform.inverse(belief.model.expect(belief.space.points(configurations)));
  std::vector<double> out;
  for (const double mean : means) out.push_back(as_loss(study.objectives[objective], mean));
  return out;
}

std::optional<std::vector<ExpectedValue>> expected_of_noisy(const Study& study, std::span<const Trial> trials,
                                                            const StudyModel& model, std::size_t objective,
                                                            std::span<const Configuration> configurations) {
  const std::optional<StudyBelief> belief = fit_noisy(study, trials, model, objective);
  if (!belief) return std::nullopt;
  const model::Prediction told = belief->model.predict(belief->space.points(configurations));
  std::vector<ExpectedValue> out;
  for (Eigen::Index i = 0; i < told.mean.size(); ++i)
    out.push_back(in_units(*belief, study.objectives[objective], told.mean[i], told.variance[i]));
  return out;
}

std::optional<PredictedBest> predicted_best(const Study& study, std::span<const Trial> trials,
                                            const StudyModel& model) {
  const std::vector<const Trial*> firsts = contenders(trials);
  if (firsts.empty()) return std::nullopt;
  const std::optional<StudyBelief> belief = fit_noisy(study, trials, model, 0);
  if (!belief) return std::nullopt;
  std::vector<Configuration> configurations;
  for (const Trial* trial : firsts) configurations.push_back(trial->configuration);
  const model::Prediction told = belief->model.predict(belief->space.points(configurations));
  Eigen::Index best = 0;
  told.mean.minCoeff(&best);
  const double centre = told.mean[best];
  const double noise = std::sqrt(belief->model.noise_variance());
  const auto value = [&](double z) { return as_loss(study.objectives[0], belief->transform.inverse(z)); };
  const ExpectedValue expected = in_units(*belief, study.objectives[0], centre, told.variance[best]);
  return PredictedBest{.trial = firsts[static_cast<std::size_t>(best)]->number,
                       .configuration = configurations[static_cast<std::size_t>(best)],
                       .mean = expected.mean,
                       .low = expected.low,
                       .high = expected.high,
                       .noise = std::abs(value(centre + noise) - value(centre - noise)) / 2};
}

}  // namespace hone::analysis
