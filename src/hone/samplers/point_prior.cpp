// SPDX-License-Identifier: MIT
#include "hone/samplers/point_prior.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <optional>

#include "hone/core/unit_scale.hpp"
#include "hone/numeric/normal.hpp"

namespace hone::samplers {
namespace {

using Eigen::Index;
using Eigen::VectorXd;

// The part that is left to the whole range.
constexpr double kUniform = 0.1;
// The deviation of "near a value", as a part of the range; and what the choice that is named has before all
// choices share the rest alike.
constexpr double kNear = 0.15;
constexpr double kNamed = 0.5;
// Above so many cells a domain counts as continuous.
constexpr std::int64_t kTabled = 4096;
// Densities that differ by less than this factor, as a logarithm, say nothing about which point is better.
constexpr double kToldApart = 0.1;
constexpr double kLeastPairs = 6.0;
constexpr Eigen::Index kJudged = 200;
// Narrower than this no prior is taken: numbers there differ in their last digits only.
constexpr double kNarrowest = 1e-6;

double mixed(double ratio) { return (1.0 - kUniform) * ratio + kUniform; }

bool has_order(const Domain& domain) {
  const auto* choices = std::get_if<Choices>(&domain);
  return choices == nullptr || choices->ordered();
}

bool is_numeric_range(const Domain& domain) {
  return std::holds_alternative<RealRange>(domain) || std::holds_alternative<IntRange>(domain);
}

bool is_tabled(const Domain& domain) {
  const auto count = value_count(domain);
  return count && *count <= kTabled;
}

std::vector<double> edges_of(const Domain& domain) {
  const std::int64_t count = *value_count(domain);
  std::vector<double> edges;
  edges.reserve(static_cast<std::size_t>(count) + 1);
  for (std::int64_t i = 0; i <= count; ++i) edges.push_back(cell_edge(domain, i));
  return edges;
}

struct Normal {
  double mean, deviation;
};

/// As a Normal on [0, 1], where it is one there.
std::optional<Normal> as_normal(const Domain& domain, const UserPrior& prior) {
  if (const auto* normal = std::get_if<NormalPrior>(&prior))
    return Normal{unit_position(domain, normal->mean), unit_deviation(domain, normal->deviation)};
  const auto* near = std::get_if<NearPrior>(&prior);
  if (near == nullptr || !has_order(domain)) return std::nullopt;
  if (is_numeric_range(domain)) {
    const auto number = as_number(near->value);
    return number ? std::optional(Normal{unit_position(domain, *number), kNear}) : std::nullopt;
  }
  if (!contains(domain, near->value)) return std::nullopt;
  return Normal{cell_centre(domain, index_of(domain, admit(domain, near->value))), kNear};
}

/// How much each value of a finite domain is worth by name; empty when the prior knows none of them.
std::vector<double> named_shares(const Domain& domain, const UserPrior& prior) {
  const std::int64_t count = *value_count(domain);
  std::vector<double> shares(static_cast<std::size_t>(count), 0.0);
  for (std::int64_t i = 0; i < count; ++i) {
    const Value value = value_at(domain, i);
    double& share = shares[static_cast<std::size_t>(i)];
    if (const auto* choice = std::get_if<ChoicePrior>(&prior)) {
      const auto found = choice->weights.find(to_text(value));
      share = found == choice->weights.end() ? 0.0 : found->second;
    } else if (const auto* near = std::get_if<NearPrior>(&prior)) {
      share = same_value(value, near->value) ? 1.0 : 0.0;
    }
  }
  const double sum = std::accumulate(shares.begin(), shares.end(), 0.0);
  if (!(sum > 0.0)) return {};
  const bool near = std::holds_alternative<NearPrior>(prior);
  for (double& share : shares)
    share = near ? kNamed * share + (1.0 - kNamed) / static_cast<double>(count) : share / sum;
  return shares;
}

}  // namespace

PointPrior::PointPrior(const search::SearchSpace& space, const UserPriors& priors) : space_(space) {
  for (Index j = 0; j < space_.dimensions(); ++j) {
    const auto& encoded = space_.encoding().columns()[static_cast<std::size_t>(j)];
    const Parameter& parameter = space_.space().parameters()[encoded.parameter];
    const auto prior = priors.find(parameter.name);
    if (prior != priors.end()) add(j, parameter.domain, prior->second);
  }
}

void PointPrior::add(Index at, const Domain& domain, const UserPrior& prior) {
  Column column{.at = at};
  const auto normal = as_normal(domain, prior);
  if (normal) {
    Bell& bell = column.bell;
    bell.mean = std::clamp(normal->mean, 0.0, 1.0);
    bell.deviation = std::max(normal->deviation, kNarrowest);
    bell.below = numeric::normal_cdf(-bell.mean / bell.deviation);
    bell.mass = numeric::normal_cdf((1.0 - bell.mean) / bell.deviation) - bell.below;
  }
  if (is_tabled(domain)) {
    Table& table = column.table;
    table.edges = edges_of(domain);
    if (normal) {
      const auto below = [&](double x) {
        return numeric::normal_cdf((x - column.bell.mean) / column.bell.deviation);
      };
      for (std::size_t i = 0; i + 1 < table.edges.size(); ++i)
        table.share.push_back((below(table.edges[i + 1]) - below(table.edges[i])) / column.bell.mass);
    } else {
      table.share = named_shares(domain, prior);
      if (table.share.empty()) return;
    }
    for (std::size_t i = 0; i < table.share.size(); ++i)
      column.ratios.push_back(std::log(mixed(table.share[i] / (table.edges[i + 1] - table.edges[i]))));
  } else if (!normal) {
    return;
  }
  columns_.push_back(std::move(column));
}

acquisition::Scored PointPrior::log_ratio_with_gradient(const model::Points& points) const {
  acquisition::Scored out{VectorXd::Zero(points.rows()), Eigen::MatrixXd::Zero(points.rows(), points.cols())};
  for (const Column& column : columns_) {
    const Bell& bell = column.bell;
    const double height = 1.0 / (bell.deviation * bell.mass);
    for (Index i = 0; i < points.rows(); ++i) {
      if (!points.is_active(i, column.at)) continue;
      const double x = points.x(i, column.at);
      if (!column.ratios.empty()) {
        const auto cell = space_.cells(column.at)->find(x);
        out.value[i] += column.ratios[static_cast<std::size_t>(cell)];
        continue;
      }
      const double z = (x - bell.mean) / bell.deviation;
      const double density = numeric::normal_pdf(z) * height;
      out.value[i] += std::log(mixed(density));
      out.gradient(i, column.at) = -(1.0 - kUniform) * density * z / (bell.deviation * mixed(density));
    }
  }
  return out;
}

VectorXd PointPrior::log_ratio(const model::Points& points) const {
  return log_ratio_with_gradient(points).value;
}

double PointPrior::trust(const model::Points& points, const VectorXd& values) const {
  const VectorXd ratio = log_ratio(points);
  const auto value = [&](Index i) {
    return std::isnan(values[i]) ? std::numeric_limits<double>::infinity() : values[i];
  };
  // The latest are enough, and keep the price of all pairs low.
  const Index first = std::max<Index>(0, values.size() - kJudged);
  double pairs = 0.0, right = 0.0;
  for (Index i = first; i < values.size(); ++i) {
    for (Index j = first; j < i; ++j) {
      if (std::abs(ratio[i] - ratio[j]) < kToldApart || value(i) == value(j)) continue;
      pairs += 1.0;
      right += (ratio[i] > ratio[j]) == (value(i) < value(j)) ? 1.0 : 0.0;
    }
  }
  return pairs < kLeastPairs ? 1.0 : std::clamp(4.0 * right / pairs - 2.0, 0.0, 1.0);
}

void PointPrior::draw(std::span<double> point) const {
  for (const Column& column : columns_) {
    double& x = point[static_cast<std::size_t>(column.at)];
    const Table& table = column.table;
    if (table.share.empty()) {
      const Bell& bell = column.bell;
      const double z = numeric::normal_quantile(bell.below + x * bell.mass);
      x = std::clamp(bell.mean + bell.deviation * z, 0.0, 1.0);
      continue;
    }
    double left = x;
    std::size_t cell = 0;
    while (cell + 1 < table.share.size() && left >= table.share[cell]) left -= table.share[cell++];
    const double width = table.edges[cell + 1] - table.edges[cell];
    const double part = table.share[cell] > 0.0 ? std::clamp(left / table.share[cell], 0.0, 1.0) : 0.5;
    // Inside the cell, so that rounding does not carry it into the next one.
    x = table.edges[cell] + width * (0.01 + 0.98 * part);
  }
}

void PointPrior::peak(std::span<double> point) const {
  for (const Column& column : columns_) {
    double& x = point[static_cast<std::size_t>(column.at)];
    const Table& table = column.table;
    if (table.share.empty()) {
      x = column.bell.mean;
      continue;
    }
    const auto best = std::max_element(column.ratios.begin(), column.ratios.end()) - column.ratios.begin();
    const auto cell = static_cast<std::size_t>(best);
    x = 0.5 * (table.edges[cell] + table.edges[cell + 1]);
  }
}

}  // namespace hone::samplers
