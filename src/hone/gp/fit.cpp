// SPDX-License-Identifier: MIT
#include "hone/gp/fit.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "hone/base/error.hpp"
#include "hone/base/index.hpp"
#include "hone/base/text.hpp"
#include "hone/gp/log_posterior.hpp"
#include "hone/gp/scaling.hpp"
#include "hone/model/repeats.hpp"
#include "hone/numeric/lbfgs.hpp"

namespace hone::gp {
namespace {

using Eigen::VectorXd;

void require(bool holds, const char* field, double value, const char* range) {
  if (!holds) {
    throw Error(ErrorCode::InvalidOption, text("fit option ", field, " is ", value), text("choose ", range));
  }
}

// One belief per hyper-parameter but the mean, in the order of the layout.
std::vector<Prior> prior_list(const Layout& layout, const Priors& priors) {
  std::vector<Prior> list(index(layout.size - 1));
  const double dimensions = static_cast<double>(std::max<std::size_t>(1, layout.numeric_columns.size()));
  const double unit = priors.lengthscale_grows ? std::sqrt(dimensions) : 1.0;
  for (const auto& factor : layout.factors) {
    const int numeric = static_cast<int>(factor.numeric.size());
    for (int k = 0; k < factor.scale_count(); ++k) {
      list[index(factor.scales + k)] = k < numeric ? priors.lengthscale.scaled(unit) : priors.category;
    }
  }
  for (const auto& term : layout.terms) list[index(term.variance)] = priors.variance;
  if (layout.warped()) std::fill(list.begin() + layout.warp_a, list.begin() + layout.noise, priors.warp);
  list[index(layout.noise)] = priors.noise;
  return list;
}

// The box that a search may not leave; wide enough for every sensible fit, and safe from overflow.
struct Box {
  VectorXd lower;
  VectorXd upper;
};

Box search_box(const Layout& layout, const std::vector<Prior>& priors, double min_noise) {
  Box box{VectorXd::Constant(layout.size, std::log(1e-4)), VectorXd::Constant(layout.size, std::log(1e4))};
  for (const auto& factor : layout.factors) {
    for (int k = 0; k < factor.scale_count(); ++k) {
      box.lower[factor.scales + k] = std::log(5e-3);
      box.upper[factor.scales + k] = std::log(1e3);
    }
  }
  if (layout.warped()) {
    for (int k = layout.warp_a; k < layout.noise; ++k) {
      box.lower[k] = -2.5;
      box.upper[k] = 2.5;
    }
  }
  box.lower[layout.noise] = std::log(min_noise);
  box.upper[layout.noise] = std::log(10.0);
  for (std::size_t k = 0; k < priors.size(); ++k) {
    const auto slot = static_cast<Eigen::Index>(k);
    box.lower[slot] = std::max(box.lower[slot], priors[k].low());
    box.upper[slot] = std::min(box.upper[slot], priors[k].high());
  }
  // The mean is solved for, not searched.
  box.lower[layout.mean] = 0.0;
  box.upper[layout.mean] = 0.0;
  return box;
}

// Two explanations fit rough data about as well: steep and exact, or smooth and noisy. A search hardly
// crosses from one to the other, and the first, where the second is true, has a sampler chase single lucky
// trials. So both are starts of their own.
constexpr int kExact = 0, kNoisy = 1;
constexpr double kMuchNoise = -1.2;    // log of 0.3 of the variance
constexpr double kLittleNoise = -3.0;  // log of a twentieth

// The most probable values; the same with much noise; for later starts values scattered around them.
VectorXd start_point(const Layout& layout, const std::vector<Prior>& priors, int start, Rng& rng) {
  VectorXd theta = VectorXd::Zero(layout.size);
  for (std::size_t k = 0; k < priors.size(); ++k) theta[static_cast<Eigen::Index>(k)] = priors[k].mode(0.0);
  theta[layout.noise] = priors[index(layout.noise)].mode(std::log(1e-4));
  if (start == kNoisy) theta[layout.noise] = kMuchNoise;
  if (start <= kNoisy) return theta;
  for (const auto& factor : layout.factors) {
    const double shift = rng.normal();
    for (int k = 0; k < factor.scale_count(); ++k) theta[factor.scales + k] += shift + 0.5 * rng.normal();
  }
  for (const auto& term : layout.terms) theta[term.variance] += 0.5 * rng.normal();
  if (layout.warped()) {
    for (int k = layout.warp_a; k < layout.noise; ++k) theta[k] += 0.5 * rng.normal();
  }
  theta[layout.noise] += rng.normal();
  return theta;
}

// The log posterior of some of the observations, and searches on it.
class Problem {
 public:
  // The part keeps the scaling of the whole, so that what it learns means the same there.
  Problem(const model::Dataset& data, int limit, const Layout& layout, const FitOptions& options)
      : Problem(data.subset(choose_rows(data, limit)), Scaling(data.y()), layout, options) {}

  // Minus the log posterior.
  double value(const VectorXd& theta) { return -posterior_.evaluate(as_span(theta), MeanRule::Solved); }
  // The best constant mean at the best point that any search has seen.
  double best_mean() const { return best_mean_; }

  // reach: how far the first step may go, in log units.
  numeric::LbfgsResult search(const VectorXd& start, double reach, int iterations, double tolerance) {
    const auto objective = [&](const VectorXd& x, VectorXd& gradient) {
      theta_ = reach * x;
      const std::span<double> out(gradient.data(), static_cast<std::size_t>(gradient.size()));
      const double value = posterior_.evaluate(as_span(theta_), MeanRule::Solved, out);
      gradient *= -reach;
      if (value > best_) {
        best_ = value;
        best_mean_ = posterior_.mean();
      }
      return -value;
    };
    // The search stops by a share of the value, which grows with the number of observations.
    const double observations = std::max(1.0, static_cast<double>(y_.size()));
    auto found = numeric::minimise_lbfgs(objective, start / reach, box_.lower / reach, box_.upper / reach,
                                         {.max_iterations = iterations,
                                          .memory = 20,
                                          .gradient_tolerance = 1e-3 * reach,
                                          .relative_decrease = tolerance / observations});
    found.x *= reach;
    return found;
  }

 private:
  Problem(const model::Dataset& part, const Scaling& scaling, const Layout& layout, const FitOptions& options)
      : inputs_(layout, part.columns(), part.points()),
        y_(scaling.standardise(part.y())),
        box_(search_box(layout, prior_list(layout, options.priors), options.min_noise)),
        posterior_(layout, inputs_, y_, prior_list(layout, options.priors),
                   std::min(options.priors.mean_precision, 1e30)) {}

  static std::span<const double> as_span(const VectorXd& v) {
    return {v.data(), static_cast<std::size_t>(v.size())};
  }

  Inputs inputs_;
  VectorXd y_;
  Box box_;
  LogPosterior posterior_;
  VectorXd theta_;
  double best_ = -std::numeric_limits<double>::infinity();
  double best_mean_ = 0.0;
};

// Observations that searches see before they see them all. A step with 64 costs a fiftieth of one with 400.
constexpr int kFew = 64;
constexpr int kMore = 200;
// First steps, in log units: far from a place that is only a guess, near from one that has been searched.
constexpr double kFar = 1.0;
constexpr double kNear = 0.3;
constexpr double kNearest = 0.1;

// The best of several searches on few observations: enough to tell good starts from bad ones.
VectorXd scout(const model::Dataset& data, const Layout& layout, const FitOptions& options, int first,
               int starts, Rng& rng) {
  Problem problem(data, kFew, layout, options);
  const std::vector<Prior> priors = prior_list(layout, options.priors);
  VectorXd best;
  double least = std::numeric_limits<double>::infinity();
  for (int i = first; i < first + starts; ++i) {
    auto found =
        problem.search(start_point(layout, priors, i, rng), kFar, options.iterations, options.tolerance);
    if (i > first && !(found.value < least)) continue;
    best = std::move(found.x);
    least = found.value;
  }
  return best;
}

// Values that were measured again at the same points tell of the noise by themselves, before any model: from
// so many on they stand in the place of the wide belief. The logarithm of a variance with k degrees of
// freedom has a standard deviation of about sqrt(2 / k).
constexpr int kEnoughRepeats = 8;

FitOptions with_measured_noise(const model::Dataset& data, FitOptions options) {
  const model::PooledNoise noise = model::pooled_noise(data);
  if (noise.freedom < kEnoughRepeats || !(noise.variance > 0.0)) return options;
  const double variance = noise.variance * std::exp(-2.0 * Scaling(data.y()).log_spread());
  if (!(variance > options.min_noise)) return options;
  options.priors.noise = Prior::log_normal(std::log(variance), std::sqrt(2.0 / noise.freedom));
  return options;
}

const VectorXd& better(Problem& problem, const VectorXd& a, const VectorXd& b) {
  return problem.value(a) <= problem.value(b) ? a : b;
}

// How many steps the observations are worth.
int steps(const FitOptions& options, Eigen::Index observations, bool warm) {
  const double share =
      static_cast<double>(kMore) / static_cast<double>(std::max<Eigen::Index>(kMore, observations));
  const int cold =
      std::max(std::min(6, options.iterations), static_cast<int>(options.iterations * share * share));
  return warm ? (cold + 1) / 2 : cold;
}

// Where the search on all observations begins, and how it should begin.
VectorXd cold_start(const model::Dataset& data, const Layout& layout, const FitOptions& options, Rng& rng) {
  VectorXd start = scout(data, layout, options, kExact, options.starts, rng);
  if (data.size() <= kMore + kFew) return start;
  // Few observations may mislead where more would not: the most probable values get another chance.
  Problem problem(data, kMore, layout, options);
  const VectorXd likely = start_point(layout, prior_list(layout, options.priors), kExact, rng);
  return problem.search(better(problem, start, likely), kNear, options.iterations, options.tolerance).x;
}

}  // namespace

void validate(const FitOptions& options) {
  require(options.starts >= 1, "starts", options.starts, "at least 1");
  require(options.iterations >= 0, "iterations", options.iterations, "0 or more");
  require(options.tolerance >= 0.0, "tolerance", options.tolerance, "0 or more");
  require(options.min_noise > 0.0 && options.min_noise < 1.0, "min_noise", options.min_noise,
          "between 0 and 1, both excluded");
  require(options.max_points >= 1, "max_points", options.max_points, "at least 1");
  require(options.priors.mean_precision >= 0.0, "priors.mean_precision", options.priors.mean_precision,
          "0 or more");
}

Learned learn(const model::Dataset& data, const FitOptions& given, std::uint64_t seed,
              std::span<const double> warm) {
  validate(given);
  const FitOptions options = with_measured_noise(data, given);
  const Layout layout(options.spec.kernel, data.columns(), options.spec.warp);
  const bool is_warm = fits(layout, warm);
  Rng rng(seed);
  // A fit that goes on from an earlier one asks whether the other explanation has become the better one.
  const int other = is_warm && warm[index(layout.noise)] < kLittleNoise ? kNoisy : kExact;
  VectorXd start =
      is_warm ? scout(data, layout, options, other, 1, rng) : cold_start(data, layout, options, rng);
  Problem problem(data, options.max_points, layout, options);
  double reach = kNear;
  if (is_warm) {
    const VectorXd earlier = Eigen::Map<const VectorXd>(warm.data(), layout.size);
    start = better(problem, earlier, start);
    reach = kNearest;
  }
  const auto found = problem.search(start, reach, steps(options, data.size(), is_warm), options.tolerance);
  Learned out{{found.x.begin(), found.x.end()}, -found.value, found.evaluations};
  out.theta[index(layout.mean)] = problem.best_mean();
  return out;
}

Gp fit(const model::Dataset& data, const FitOptions& options, std::uint64_t seed,
       std::span<const double> warm) {
  const model::Dataset used = data.subset(choose_rows(data, options.max_points));
  return Gp(used, options.spec, learn(used, options, seed, warm).theta);
}

}  // namespace hone::gp
