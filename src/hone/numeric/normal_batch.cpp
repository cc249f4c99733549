// SPDX-License-Identifier: MIT
#include <algorithm>
#include <array>

#include "hone/numeric/mills_polynomials.hpp"
#include "hone/numeric/normal.hpp"

// Both sides of zero are computed for every element and one is chosen, because vectors have no branches. Work
// goes in blocks small enough for the fastest cache, in arrays on the stack.
namespace hone::numeric {
namespace {

constexpr Eigen::Index kBlock = 128;
template <class Real>
using Block = Eigen::Array<Real, Eigen::Dynamic, 1, 0, kBlock, 1>;

// Everything the functions below are made of, for one block.
template <class Real>
struct Parts {
  Block<Real> z, x, t, log_density, density, mills, companion;

  explicit Parts(const Block<Real>& block) : z(block), x(block.abs()) {
    t = Real(1) - Real(2 * kMillsScale) / (x + Real(kMillsScale));
    log_density = Real(-0.5) * z * z - kLogSqrtTwoPi<Real>;
    // Right of zero the density is needed to absolute accuracy only, so its square need not be split.
    density = kInverseSqrtTwoPi<Real> * (Real(-0.5) * z * z).exp();
  }

  /// Densities in units of that at `at`, by the difference of the squares: no scale is too small then.
  Parts(const Block<Real>& block, Real at) : z(block), x(block.abs()) {
    t = Real(1) - Real(2 * kMillsScale) / (x + Real(kMillsScale));
    density = (Real(0.5) * (at - z) * (at + z)).exp();
  }

  template <std::size_t N>
  void horner(const std::array<Real, N>& c, Block<Real>& y) const {
    y = Block<Real>::Constant(t.size(), c[N - 1]);
    for (std::size_t i = N - 1; i-- > 0;) y = y * t + c[i];
  }

  template <std::size_t N>
  void make_mills(const std::array<Real, N>& c) {
    horner(c, mills);
    mills /= Real(1) + x;
  }

  template <std::size_t N>
  void make_companion(const std::array<Real, N>& c) {
    horner(c, companion);
    companion /= Real(1) + x;
    companion /= Real(1) + x;
  }

  Block<Real> log_cdf() const {
    // One logarithm serves both sides. log1p(-q) of a small q: log(1-q) + ((1-q) - 1 + q) / (1-q), the second
    // term being what rounding 1 - q lost.
    const Block<Real> tail = density * mills;
    const Block<Real> rest = Real(1) - tail;
    const Block<Real> logarithm = (z > Real(0)).select(rest, mills).log();
    const Block<Real> lost = (rest - Real(1)) + tail;
    return (z > Real(0)).select(logarithm - lost / rest, log_density + logarithm);
  }

  Block<Real> log_ei() const {
    const Block<Real> logarithm = (z > Real(0)).select(z + density * companion, companion).log();
    return (z > Real(0)).select(logarithm, log_density + logarithm);
  }

  // In units of the density at 0 where z is above 0.
  Block<Real> scaled_ei() const {
    const Block<Real> beside = density * companion;
    return (z > Real(0)).select(z / kInverseSqrtTwoPi<Real> + beside, beside);
  }
  Block<Real> scaled_cdf() const {
    const Block<Real> tail = density * mills;
    return (z > Real(0)).select(Real(1) / kInverseSqrtTwoPi<Real> - tail, tail);
  }
};

template <class Real, class Body>
void in_blocks(const Eigen::Ref<const Eigen::Array<Real, Eigen::Dynamic, 1>>& z, const Body& body) {
  for (Eigen::Index from = 0; from < z.size(); from += kBlock) {
    const Eigen::Index count = std::min(kBlock, z.size() - from);
    Parts<Real> parts{Block<Real>(z.segment(from, count))};
    body(parts, from, count);
  }
}

template <class Real, std::size_t N>
void fill_scaled_ei(const Eigen::Ref<const Eigen::Array<Real, Eigen::Dynamic, 1>>& z, Real at,
                    const std::array<Real, N>& coefficients,
                    Eigen::Ref<Eigen::Array<Real, Eigen::Dynamic, 1>> out) {
  for (Eigen::Index from = 0; from < z.size(); from += kBlock) {
    const Eigen::Index count = std::min(kBlock, z.size() - from);
    Parts<Real> parts{Block<Real>(z.segment(from, count)), at};
    parts.make_companion(coefficients);
    out.segment(from, count) = parts.scaled_ei();
  }
}

}  // namespace

void scaled_ei(const Eigen::Ref<const Eigen::ArrayXd>& z, double at, Eigen::Ref<Eigen::ArrayXd> out) {
  fill_scaled_ei<double>(z, at, kCompanion, out);
}

void scaled_ei(const Eigen::Ref<const Eigen::ArrayXf>& z, float at, Eigen::Ref<Eigen::ArrayXf> out) {
  fill_scaled_ei<float>(z, at, kCompanionFloat, out);
}

void scaled_ei_cdf_pdf(const Eigen::Ref<const Eigen::ArrayXd>& z, double at, Eigen::Ref<Eigen::ArrayXd> ei,
                       Eigen::Ref<Eigen::ArrayXd> cdf, Eigen::Ref<Eigen::ArrayXd> pdf) {
  for (Eigen::Index from = 0; from < z.size(); from += kBlock) {
    const Eigen::Index count = std::min(kBlock, z.size() - from);
    Parts<double> parts{Block<double>(z.segment(from, count)), at};
    parts.make_mills(kMills);
    parts.make_companion(kCompanion);
    ei.segment(from, count) = parts.scaled_ei();
    cdf.segment(from, count) = parts.scaled_cdf();
    pdf.segment(from, count) = parts.density;
  }
}

void normal_log_cdf(const Eigen::Ref<const Eigen::ArrayXd>& z, Eigen::Ref<Eigen::ArrayXd> out) {
  in_blocks<double>(z, [&](Parts<double>& parts, Eigen::Index from, Eigen::Index count) {
    parts.make_mills(kMills);
    out.segment(from, count) = parts.log_cdf();
  });
}

void log_ei_unit(const Eigen::Ref<const Eigen::ArrayXd>& z, Eigen::Ref<Eigen::ArrayXd> out) {
  in_blocks<double>(z, [&](Parts<double>& parts, Eigen::Index from, Eigen::Index count) {
    parts.make_companion(kCompanion);
    out.segment(from, count) = parts.log_ei();
  });
}

void log_ei_and_log_cdf(const Eigen::Ref<const Eigen::ArrayXd>& z, Eigen::Ref<Eigen::ArrayXd> log_ei,
                        Eigen::Ref<Eigen::ArrayXd> log_cdf) {
  in_blocks<double>(z, [&](Parts<double>& parts, Eigen::Index from, Eigen::Index count) {
    parts.make_mills(kMills);
    parts.make_companion(kCompanion);
    log_ei.segment(from, count) = parts.log_ei();
    log_cdf.segment(from, count) = parts.log_cdf();
  });
}

void log_ei_and_log_cdf(const Eigen::Ref<const Eigen::ArrayXf>& z, Eigen::Ref<Eigen::ArrayXf> log_ei,
                        Eigen::Ref<Eigen::ArrayXf> log_cdf) {
  in_blocks<float>(z, [&](Parts<float>& parts, Eigen::Index from, Eigen::Index count) {
    parts.make_mills(kMillsFloat);
    parts.make_companion(kCompanionFloat);
    log_ei.segment(from, count) = parts.log_ei();
    log_cdf.segment(from, count) = parts.log_cdf();
  });
}

}  // namespace hone::numeric
