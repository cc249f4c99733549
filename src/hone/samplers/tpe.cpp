// SPDX-License-Identifier: MIT
#include "hone/samplers/tpe.hpp"

#include <cmath>
#include <limits>

namespace hone::samplers {
namespace {

// Besides the candidates, in case all of them are known already.
constexpr int kRandomCandidates = 8;
// One of so many candidates comes from the user's prior, where there is one.
constexpr Eigen::Index kOfPrior = 4;

Eigen::VectorXd with_infinity_for_missing(const Eigen::VectorXd& values, Eigen::Index rows) {
  const double infinity = std::numeric_limits<double>::infinity();
  Eigen::VectorXd all = Eigen::VectorXd::Constant(rows, infinity);
  all.head(values.size()) =
      values.unaryExpr([infinity](double value) { return std::isnan(value) ? infinity : value; });
  return all;
}

}  // namespace

void TpeOptions::declare(OptionReader& option) {
  option.real("gamma", densities.share, 0.01, 0.9, "share of the trials that are good");
  option.integer("most_good", densities.most_good, 1, 100000, "never more good ones than this").in("trials");
  option
      .integer("startup", startup, 0, 100000,
               "trials before the first densities; 0: by the number of dimensions")
      .in("trials");
  option.integer("candidates", candidates, 1, 100000, "points drawn like the good trials, for each proposal");
  option.real("prior_weight", densities.good.prior_weight, 1e-3, 1e3,
              "what the flat part of the densities counts, in trials");
  option.real("bandwidth", densities.good.bandwidth, 1e-3, 100.0, "factor on the bandwidths by Scott's rule");
  option.real("least_bandwidth", densities.good.least_bandwidth, 1e-6, 1.0,
              "least bandwidth, as a part of a range");
}

Tpe::Tpe(const Study& study) : Tpe(study, read_options<TpeOptions>(study.sampler)) {}

Tpe::Tpe(const Study& study, TpeOptions options)
    : ClassifierSampler(study, {.startup = options.startup, .broken_are_poor = true}), options_(options) {
  options_.densities.poor = options_.densities.good;
}

OptionSpecs Tpe::options() { return describe_options<TpeOptions>(); }

Eigen::RowVectorXd Tpe::drawn_from(const PointPrior& prior, Rng& rng) const {
  std::vector<double> unit(static_cast<std::size_t>(space().dimensions()));
  for (double& x : unit) x = rng.uniform();
  prior.draw(unit);
  return space().point(space().encoding().decode(unit)).x.row(0);
}

std::optional<ClassifierSampler::Learned> Tpe::learn(const Evidence& evidence, std::uint64_t seed) const {
  auto ratio = std::make_unique<learners::DensityRatio>(
      space().columns(), evidence.points, with_infinity_for_missing(evidence.values, evidence.points.rows()),
      options_.densities);
  Rng rng(seed);
  // A pool or a small space is judged whole: nothing has to be drawn.
  const int drawn = space().whole() == nullptr ? options_.candidates : 0;
  Eigen::MatrixXd rows(drawn, space().dimensions());
  for (Eigen::Index i = 0; i < drawn; ++i) {
    Eigen::RowVectorXd row(space().dimensions());
    if (prior() != nullptr && i % kOfPrior == kOfPrior - 1) {
      row = drawn_from(*prior(), rng);
    } else {
      ratio->draw(rng, row);
    }
    rows.row(i) = row;
  }
  space().tidy(rows);
  std::vector<Configuration> start;
  for (Eigen::Index i = 0; i < drawn; ++i) start.push_back(space().configuration(rows.row(i)));
  return Learned{.classifier = std::move(ratio),
                 .start = std::move(start),
                 .effort = {.evolution = {.population = drawn + kRandomCandidates, .generations = 1}}};
}

}  // namespace hone::samplers
