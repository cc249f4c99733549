// SPDX-License-Identifier: MIT
#pragma once

namespace hone::gp {

/// What is believed about a positive hyper-parameter p before any data. Densities are those of log p, the
/// coordinate in which the fit moves, so that the most probable p does not depend on the coordinate's name.
class Prior {
 public:
  /// No belief: a constant, improper density of log p.
  Prior() = default;
  /// log p ~ N(location, scale²). Most probable at exp(location).
  static Prior log_normal(double location, double scale);
  /// p ~ Gamma(shape, rate). As a density of log p most probable at shape / rate.
  static Prior gamma(double shape, double rate);

  /// No belief but that log p lies in [low, high].
  static Prior uniform(double low, double high);
  /// A horseshoe: mass near 0, and a tail heavy enough for the data to overrule it. A density of p, not of
  /// log p, that rises without end towards 0: log p(x) = log(log(1 + 3 (scale / x)²)), Carvalho et al.
  /// (2009)'s bound.
  static Prior horseshoe(double scale);

  /// Log density of log p; within its range where it has one.
  double log_density(double log_p) const;
  /// Its derivative with respect to log p.
  double slope(double log_p) const;
  /// The most probable log p; the given value when there is no single one, brought into the range if there is
  /// one.
  double mode(double otherwise) const;
  /// The ends of log p's range; infinite for most.
  double low() const;
  double high() const;
  /// The same belief about p times factor.
  Prior scaled(double factor) const;

 private:
  enum class Kind { None, LogNormal, Gamma, Uniform, Horseshoe };
  Prior(Kind kind, double first, double second) : kind_(kind), first_(first), second_(second) {}
  double horseshoe_exponent(double log_p) const;

  Kind kind_ = Kind::None;
  double first_ = 0.0;   // location, shape, low, scale
  double second_ = 1.0;  // scale, rate, high
};

}  // namespace hone::gp
