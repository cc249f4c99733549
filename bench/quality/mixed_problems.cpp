// SPDX-License-Identifier: MIT
#include <cmath>
#include <cstdint>
#include <map>
#include <numbers>

#include "bench/quality/functions.hpp"

namespace hone::quality {
namespace {

using std::int64_t;

/// A small network: rate and depth interact, the best activation depends on the normalisation. Every term is
/// 0 at the optimum and positive elsewhere.
Problem network() {
  Space space({real("rate", 1e-5, 1e-1, Scale::Log), integer("units", 8, 512, Scale::Log),
               integer("depth", 1, 8), categorical("activation", {"relu", "tanh", "gelu", "elu"}),
               ordinal("size", {"small", "medium", "large", "huge"}), boolean("norm")});
  const auto value = [](const Configuration& c) {
    static const std::map<std::string, std::pair<double, double>> kActivations = {
        // with and without normalisation
        {"relu", {0.30, 0.05}},
        {"tanh", {0.45, 0.60}},
        {"gelu", {0.00, 0.50}},
        {"elu", {0.20, 0.25}}};
    static const std::map<std::string, double> kSizes = {
        {"small", 0.8}, {"medium", 0.3}, {"large", 0.0}, {"huge", 0.15}};
    const auto depth = static_cast<double>(c.integer("depth"));
    const double rate = std::log10(c.real("rate")) + 2.0 + 0.25 * (depth - 3.0);
    const double units = std::log2(static_cast<double>(c.integer("units"))) - 7.0;
    const auto& [with, without] = kActivations.at(c.text("activation"));
    return 0.3 * square(rate) + 0.05 * square(units) + 0.04 * square(depth - 3.0) +
           (c.flag("norm") ? with : without) + kSizes.at(c.text("size"));
  };
  Problem problem{.name = "network", .group = "mixed", .space = space, .value = value, .minimum = 0.0};
  problem.argmins = {point(space, {0.01, int64_t{128}, int64_t{3}, "gelu", "large", true})};
  return problem;
}

/// Ackley's function on coordinates of every numeric kind.
Problem mixed_ackley() {
  Parameter stepped{"s", RealRange(-3.0, 5.0, Scale::Linear, 0.5)};
  Space space({real("a", -10, 16), real("b", -10, 16), integer("m", -7, 12), integer("n", -7, 12), stepped,
               ordinal("o", {-4.0, -2.0, -1.0, 0.0, 1.0, 3.0, 5.0})});
  const auto value = [](const Configuration& c) {
    double squares = 0.0;
    double waves = 0.0;
    for (std::size_t i = 0; i < c.size(); ++i) {
      const double v = as_number(c[i].value()).value();
      squares += square(v);
      waves += std::cos(2.0 * std::numbers::pi * v);
    }
    const auto n = static_cast<double>(c.size());
    return -20.0 * std::exp(-0.2 * std::sqrt(squares / n)) - std::exp(waves / n) + 20.0 + std::numbers::e;
  };
  Problem problem{.name = "mixed_ackley", .group = "mixed", .space = space, .value = value, .minimum = 0.0};
  problem.argmins = {point(space, {0.0, 0.0, int64_t{0}, int64_t{0}, 0.0, 0.0})};
  return problem;
}

double forest_value(const Configuration& c) {
  const double trees = std::log2(static_cast<double>(c.integer("trees"))) - 8.0;
  const auto depth = static_cast<double>(c.integer("max_depth"));
  return 0.12 + 0.004 * square(trees) + 0.002 * square(depth - 9.0);
}

double kernel_value(const Configuration& c) {
  const double cost = std::log10(c.real("cost")) - 1.5;
  if (c.text("kernel") == "rbf") {
    const double gamma = std::log10(c.real("gamma")) + 2.0;
    return 0.05 + 0.05 * square(gamma) + 0.02 * square(cost - 0.5 * gamma);
  }
  const auto degree = static_cast<double>(c.integer("degree"));
  return 0.09 + 0.03 * square(degree - 3.0) + 0.02 * square(cost + 0.5) + 0.01 * square(c.real("offset"));
}

/// A choice of learner, each with parameters of its own, two levels deep. The forest is good almost
/// everywhere and lures; the best is a kernel machine in a narrow valley.
Problem learner() {
  const auto child = [](Parameter p, const char* parent, const char* value) {
    return when(std::move(p), parent, {std::string(value)});
  };
  Space space({categorical("learner", {"linear", "forest", "kernel"}),
               child(real("penalty", 1e-6, 10, Scale::Log), "learner", "linear"),
               child(integer("trees", 10, 1000, Scale::Log), "learner", "forest"),
               child(integer("max_depth", 1, 20), "learner", "forest"),
               child(categorical("kernel", {"rbf", "poly"}), "learner", "kernel"),
               child(real("cost", 1e-3, 1e4, Scale::Log), "learner", "kernel"),
               child(real("gamma", 1e-6, 1e2, Scale::Log), "kernel", "rbf"),
               child(integer("degree", 1, 6), "kernel", "poly"),
               child(real("offset", -2, 4), "kernel", "poly")});
  const auto value = [](const Configuration& c) {
    const std::string kind = c.text("learner");
    if (kind == "linear") return 0.2 + 0.01 * square(std::log10(c.real("penalty")) + 3.0);
    return kind == "forest" ? forest_value(c) : kernel_value(c);
  };
  Problem problem{.name = "learner", .group = "mixed", .space = space, .value = value, .minimum = 0.05};
  const std::vector<std::pair<std::string, Value>> best = {
      {"learner", "kernel"}, {"kernel", "rbf"}, {"cost", std::pow(10.0, 1.5)}, {"gamma", 0.01}};
  problem.argmins = {space.admit(best)};
  return problem;
}

/// Rosenbrock's valley inside a disk on whose edge the minimum lies.
Problem rosen_disk() {
  Space space({real("x", -1.5, 1.5), real("y", -1.5, 1.5)}, {"x^2 + y^2 <= 2"});
  const auto value = [](const Configuration& c) {
    return 100.0 * square(c.real("y") - square(c.real("x"))) + square(1.0 - c.real("x"));
  };
  Problem problem{.name = "rosen_disk", .group = "mixed", .space = space, .value = value, .minimum = 0.0};
  problem.argmins = {point(space, {1.0, 1.0})};
  return problem;
}

}  // namespace

std::vector<Problem> mixed_problems() { return {network(), mixed_ackley(), learner(), rosen_disk()}; }

}  // namespace hone::quality
