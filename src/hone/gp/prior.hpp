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

  /// Log density of log p.
  double log_density(double log_p) const;
  /// Its derivative with respect to log p.
  double slope(double log_p) const;
  /// The most probable log p; the given value when there is no belief.
  double mode(double otherwise) const;
  /// The same belief about p times factor.
  Prior scaled(double factor) const;

 private:
  enum class Kind { None, LogNormal, Gamma };
  Kind kind_ = Kind::None;
  double first_ = 0.0;   // location, shape
  double second_ = 1.0;  // scale, rate
};

}  // namespace hone::gp
