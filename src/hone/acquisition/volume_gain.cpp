// SPDX-License-Identifier: MIT
#include "hone/acquisition/volume_gain.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <optional>
#include <type_traits>
#include <utility>

#include "hone/base/rng.hpp"
#include "hone/numeric/normal.hpp"
#include "hone/numeric/undominated.hpp"

namespace hone::acquisition {
namespace {

using Eigen::ArrayXd;
using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

constexpr double kInfinity = std::numeric_limits<double>::infinity();
// Rays for each objective: with the nodes on each, an ask for four objectives sees 512 nodes.
constexpr Index kRays = 32;
// Gauss and Legendre's four nodes on [-1, 1] (Abramowitz and Stegun, table 25.4).
constexpr std::array<double, 4> kNodes = {-0.8611363115940526, -0.3399810435848563, 0.3399810435848563,
                                          0.8611363115940526};
constexpr std::array<double, 4> kWeights = {0.3478548451374538, 0.6521451548625461, 0.6521451548625461,
                                            0.3478548451374538};

ArrayXd sorted_edges(const MatrixXd& lower, const MatrixXd& upper, Index objective) {
  std::vector<double> all = {-kInfinity};
  for (Index i = 0; i < upper.rows(); ++i) {
    all.push_back(upper(i, objective));
    all.push_back(lower(i, objective));
  }
  std::sort(all.begin(), all.end());
  all.erase(std::unique(all.begin(), all.end()), all.end());
  return Eigen::Map<ArrayXd>(all.data(), std::ssize(all));
}

int place_of(double value, const ArrayXd& edges) {
  return static_cast<int>(std::lower_bound(edges.begin(), edges.end(), value) - edges.begin());
}

// log Σ exp, and the share of each term in place of the term.
double log_sum(ArrayXd& terms) {
  const double most = terms.size() == 0 ? -kInfinity : terms.maxCoeff();
  if (!std::isfinite(most)) {
    terms.setZero();
    return most;
  }
  terms = (terms - most).exp();
  const double sum = terms.sum();
  terms /= sum;
  return most + std::log(sum);
}

// Even over the part of the unit sphere where all coordinates are positive: normal numbers, made positive.
VectorXd direction(Index m, Rng& rng) {
  VectorXd v(m);
  for (double& one : v) one = std::max(std::abs(rng.normal()), 1e-3);
  return v.normalized();
}

}  // namespace

struct VolumeGain::Scratch {
  std::vector<ArrayXd> log_psi;    // at each edge
  std::vector<ArrayXd> log_sides;  // of each box, or log P at each node
  ArrayXd share;                   // of each box or node in the sum
  double value = 0.0;
};

// Of each edge, in units of φ at the last one.
template <class Real>
struct VolumeGain::EdgeTerms {
  using Terms = Eigen::Array<Real, Eigen::Dynamic, 1>;
  std::vector<Terms> z, psi, cdf, pdf;
  double log_unit = 0.0;  // what all products are divided by

  explicit EdgeTerms(std::size_t objectives)
      : z(objectives), psi(objectives), cdf(objectives), pdf(objectives) {}
};

VolumeGain::VolumeGain(const MatrixXd& front, const VectorXd& reference, std::uint64_t seed)
    : reference_(reference) {
  if (objectives() > 3) {
    lay_nodes(front, seed);
    return;
  }
  const numeric::OpenBoxes boxes = numeric::undominated_boxes(front, reference);
  lower_.resize(boxes.lower.rows(), objectives());
  upper_.resize(boxes.lower.rows(), objectives());
  for (Index k = 0; k < objectives(); ++k) {
    const ArrayXd& edges = edges_.emplace_back(sorted_edges(boxes.lower, boxes.upper, k));
    for (Index i = 0; i < lower_.rows(); ++i) {
      lower_(i, k) = place_of(boxes.lower(i, k), edges);
      upper_(i, k) = place_of(boxes.upper(i, k), edges);
    }
  }
}

// In polar coordinates around the reference point dz = t^(m-1) dt dv, and a ray is undominated from the
// farthest dominated t on. It is followed until it is as far beyond the front's best values as these are
// beyond the reference.
void VolumeGain::lay_nodes(const MatrixXd& front, std::uint64_t seed) {
  const Index m = objectives();
  const Index rays = kRays * m;
  nodes_.resize(rays * std::ssize(kNodes), m);
  log_volume_.resize(nodes_.rows());
  VectorXd reach = VectorXd::Ones(m);
  for (Index k = 0; k < m; ++k) {
    if (front.rows() > 0) reach[k] = std::max(reference_[k] - front.col(k).minCoeff(), 1e-9);
  }
  // Half a sphere's octant has the surface 2^(1-m) π^(m/2) / Γ(m/2).
  const double octant = (1.0 - static_cast<double>(m)) * std::log(2.0) +
                        0.5 * static_cast<double>(m) * std::log(3.14159265358979324) -
                        std::lgamma(0.5 * static_cast<double>(m));
  // Directions are even in units of the reach; the change of units is a factor of the volume.
  const double units = reach.array().log().sum();
  Rng rng(seed);
  for (Index ray = 0; ray < rays; ++ray) {
    const VectorXd v = direction(m, rng);
    double from = 0.0;
    for (Index i = 0; i < front.rows(); ++i) {
      const ArrayXd depth = (reference_.transpose() - front.row(i)).transpose().array() / reach.array();
      from = std::max(from, (depth / v.array()).minCoeff());
    }
    const double to = std::max((2.0 / v.array()).minCoeff(), 1.5 * from);
    for (Index node = 0; node < std::ssize(kNodes); ++node) {
      const auto at = static_cast<std::size_t>(node);
      const double t = 0.5 * (from + to) + 0.5 * (to - from) * kNodes[at];
      const Index row = ray * std::ssize(kNodes) + node;
      nodes_.row(row) = reference_ - VectorXd(t * v.array() * reach.array());
      log_volume_[row] = octant + units - std::log(static_cast<double>(rays)) +
                         static_cast<double>(m - 1) * std::log(t) +
                         std::log(0.5 * (to - from) * kWeights[at]);
    }
  }
}

// Each edge belongs to several boxes, so what is dear is done once for an edge, and boxes are products of
// differences. No logarithm is taken but that of the sum. Far above the mean ψ is linear, and far below it
// is lost beside the other terms: what lies between, few edges where the model is sure, is computed.
template <class Real>
void VolumeGain::fill_edges(const VectorXd& mean, const VectorXd& deviation, bool slopes,
                            EdgeTerms<Real>& terms) const {
  constexpr bool kDouble = std::is_same_v<Real, double>;
  constexpr Real kLinear = kDouble ? 9.0 : 5.5;      // from here on ψ(z) = z to the last digit
  constexpr double kLost = kDouble ? 830.0 : 140.0;  // twice the logarithm of what a density is lost beside
  constexpr Real kUnit = static_cast<Real>(2.50662827463100050);  // 1 / φ(0): 0 is the scale where z > 0
  terms.log_unit = 0.0;
  for (std::size_t k = 0; k < edges_.size(); ++k) {
    const double m = mean[static_cast<Index>(k)], s = deviation[static_cast<Index>(k)];
    const ArrayXd& edges = edges_[k];
    const double at = std::min(0.0, (edges[edges.size() - 1] - m) / s);
    auto& z = terms.z[k];
    z = ((edges - m) / s).template cast<Real>();
    const auto lost = static_cast<Real>(-std::sqrt(at * at + kLost));
    const Index first = std::lower_bound(z.begin(), z.end(), lost) - z.begin();
    const Index last = std::lower_bound(z.begin(), z.end(), kLinear) - z.begin();
    const Index some = last - first, above = z.size() - last;
    terms.psi[k].setZero(z.size());
    terms.psi[k].tail(above) = kUnit * z.tail(above);
    if constexpr (kDouble) {
      if (slopes) {
        terms.cdf[k].setZero(z.size());
        terms.pdf[k].setZero(z.size());
        terms.cdf[k].tail(above).setConstant(kUnit);
        numeric::scaled_ei_cdf_pdf(z.segment(first, some), at, terms.psi[k].segment(first, some),
                                   terms.cdf[k].segment(first, some), terms.pdf[k].segment(first, some));
      }
    }
    if (!slopes)
      numeric::scaled_ei(z.segment(first, some), static_cast<Real>(at), terms.psi[k].segment(first, some));
    terms.log_unit += std::log(s) + numeric::normal_log_pdf(at);
  }
}

// Nothing when the sum is so small in its units that parts of it were lost.
template <class Real>
std::optional<double> VolumeGain::log_sum_scaled(const VectorXd& mean, const VectorXd& deviation,
                                                 EdgeTerms<Real>& terms) const {
  // The square root of what underflows, and as much at the other end.
  constexpr double kLeast = std::is_same_v<Real, double> ? 1e-150 : 1e-18;
  fill_edges(mean, deviation, false, terms);
  Real sum = 0;
  if (edges_.size() == 2) {
    const Real *first = terms.psi[0].data(), *second = terms.psi[1].data();
    for (Index i = 0; i < lower_.rows(); ++i)
      sum += (first[upper_(i, 0)] - first[lower_(i, 0)]) * (second[upper_(i, 1)] - second[lower_(i, 1)]);
  } else {
    const Real *first = terms.psi[0].data(), *second = terms.psi[1].data(), *third = terms.psi[2].data();
    for (Index i = 0; i < lower_.rows(); ++i)
      sum += (first[upper_(i, 0)] - first[lower_(i, 0)]) * (second[upper_(i, 1)] - second[lower_(i, 1)]) *
             (third[upper_(i, 2)] - third[lower_(i, 2)]);
  }
  const auto total = static_cast<double>(sum);
  if (!(total > kLeast && total < 1.0 / kLeast)) return std::nullopt;
  return std::log(total) + terms.log_unit;
}

void VolumeGain::sum_boxes(const VectorXd& mean, const VectorXd& deviation, Scratch& scratch) const {
  const Index m = objectives();
  scratch.log_psi.resize(edges_.size());
  scratch.log_sides.resize(edges_.size());
  scratch.share.setZero(lower_.rows());
  for (Index k = 0; k < m; ++k) {
    const auto at = static_cast<std::size_t>(k);
    ArrayXd& log_psi = scratch.log_psi[at];
    log_psi = (edges_[at] - mean[k]) / deviation[k];
    numeric::log_ei_unit(log_psi, log_psi);
    log_psi += std::log(deviation[k]);
    ArrayXd& sides = scratch.log_sides[at];
    sides.resize(lower_.rows());
    for (Index i = 0; i < sides.size(); ++i) {
      const double top = log_psi[upper_(i, k)];
      sides[i] = top + std::log1p(-std::exp(log_psi[lower_(i, k)] - top));
    }
    scratch.share += sides;
  }
  scratch.value = log_sum(scratch.share);
}

void VolumeGain::sum_nodes(const VectorXd& mean, const VectorXd& deviation, Scratch& scratch) const {
  scratch.log_sides.resize(static_cast<std::size_t>(objectives()));
  scratch.share = log_volume_;
  for (Index k = 0; k < objectives(); ++k) {
    ArrayXd& log_cdf = scratch.log_sides[static_cast<std::size_t>(k)];
    log_cdf = (nodes_.col(k).array() - mean[k]) / deviation[k];
    numeric::normal_log_cdf(log_cdf, log_cdf);
    scratch.share += log_cdf;
  }
  scratch.value = log_sum(scratch.share);
}

VectorXd VolumeGain::log_expected(const MatrixXd& mean, const MatrixXd& deviation, bool screen) const {
  VectorXd values(mean.rows());
  EdgeTerms<float> rough(edges_.size());
  EdgeTerms<double> terms(edges_.size());
  Scratch scratch;
  VectorXd m, s;
  for (Index i = 0; i < mean.rows(); ++i) {
    m = mean.row(i);
    s = deviation.row(i);
    std::optional<double> value;
    if (exact() && screen) value = log_sum_scaled(m, s, rough);
    if (exact() && !value) value = log_sum_scaled(m, s, terms);
    if (!value) {
      sum_logs(m, s, scratch);
      value = scratch.value;
    }
    values[i] = *value;
  }
  return values;
}

void VolumeGain::sum_logs(const VectorXd& mean, const VectorXd& deviation, Scratch& scratch) const {
  if (exact()) {
    sum_boxes(mean, deviation, scratch);
  } else {
    sum_nodes(mean, deviation, scratch);
  }
}

VolumeGain::Slopes VolumeGain::slopes(const VectorXd& mean, const VectorXd& deviation) const {
  if (exact()) {
    if (auto found = scaled_slopes(mean, deviation)) return *std::move(found);
  }
  return log_slopes(mean, deviation);
}

// d ψ(c)/dm = -Φ(z) and d ψ(c)/ds = φ(z), z = (c - m)/s.
std::optional<VolumeGain::Slopes> VolumeGain::scaled_slopes(const VectorXd& mean,
                                                            const VectorXd& deviation) const {
  EdgeTerms<double> terms(edges_.size());
  const auto value = log_sum_scaled(mean, deviation, terms);
  if (!value) return std::nullopt;
  fill_edges(mean, deviation, true, terms);
  Slopes out{*value, VectorXd::Zero(objectives()), VectorXd::Zero(objectives())};
  const double sum = std::exp(*value - terms.log_unit);
  for (Index i = 0; i < lower_.rows(); ++i) {
    for (Index k = 0; k < objectives(); ++k) {
      double others = 1.0 / (sum * deviation[k]);
      for (Index j = 0; j < objectives(); ++j) {
        const ArrayXd& psi = terms.psi[static_cast<std::size_t>(j)];
        if (j != k) others *= psi[upper_(i, j)] - psi[lower_(i, j)];
      }
      const ArrayXd& cdf = terms.cdf[static_cast<std::size_t>(k)];
      const ArrayXd& pdf = terms.pdf[static_cast<std::size_t>(k)];
      out.by_mean[k] -= others * (cdf[upper_(i, k)] - cdf[lower_(i, k)]);
      out.by_deviation[k] += others * (pdf[upper_(i, k)] - pdf[lower_(i, k)]);
    }
  }
  return out;
}

// Of a node, d log Φ(z)/dm = -h/s and d log Φ(z)/ds = -z h/s with the inverse Mills ratio h.
VolumeGain::Slopes VolumeGain::log_slopes(const VectorXd& mean, const VectorXd& deviation) const {
  Scratch scratch;
  Slopes out{0.0, VectorXd::Zero(objectives()), VectorXd::Zero(objectives())};
  sum_logs(mean, deviation, scratch);
  out.value = scratch.value;
  for (Index k = 0; k < objectives(); ++k) {
    const auto at = static_cast<std::size_t>(k);
    const ArrayXd edges = exact() ? edges_[at] : ArrayXd(nodes_.col(k).array());
    const ArrayXd z = (edges - mean[k]) / deviation[k];
    if (!exact()) {
      const ArrayXd h = z.unaryExpr([](double one) { return numeric::normal_log_cdf_slope(one); });
      out.by_mean[k] = -(scratch.share * h).sum() / deviation[k];
      out.by_deviation[k] = -(scratch.share * z * h).sum() / deviation[k];
      continue;
    }
    const ArrayXd log_cdf = z.unaryExpr([](double one) { return numeric::normal_log_cdf(one); });
    const ArrayXd log_pdf = z.unaryExpr([](double one) { return numeric::normal_log_pdf(one); });
    for (Index i = 0; i < lower_.rows(); ++i) {
      const double share = scratch.share[i];
      if (share == 0.0) continue;
      const double side = scratch.log_sides[at][i];
      const auto over = [&](double log_value) { return std::exp(log_value - side); };
      const int l = lower_(i, k), u = upper_(i, k);
      out.by_mean[k] -= share * (over(log_cdf[u]) - over(log_cdf[l]));
      out.by_deviation[k] += share * (over(log_pdf[u]) - over(log_pdf[l]));
    }
  }
  return out;
}

VectorXd reference_point(const MatrixXd& values) {
  VectorXd point(values.cols());
  for (Index k = 0; k < values.cols(); ++k) {
    const double worst = values.col(k).maxCoeff();
    const double range = worst - values.col(k).minCoeff();
    point[k] = worst + (range > 0.0 ? 0.1 * range : 0.1);
  }
  return point;
}

}  // namespace hone::acquisition
