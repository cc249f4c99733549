// SPDX-License-Identifier: MIT
#include "hone/samplers/hebo_options.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace hone::samplers {
namespace {

gp::Kernel kernel_of(const std::string& name) {
  if (name == "matern32") return gp::matern32() * gp::overlap();
  if (name == "matern52") return gp::matern52() * gp::overlap();
  if (name == "rbf") return gp::rbf() * gp::overlap();
  if (name == "matern52+linear") return (gp::matern52() + gp::linear()) * gp::overlap();
  return (gp::matern32() + gp::linear()) * gp::overlap();
}

numeric::OutputRule rule_of(const std::string& name) {
  using numeric::OutputRule;
  if (name == "published") return OutputRule::Published;
  if (name == "none") return OutputRule::Plain;
  if (name == "box-cox") return OutputRule::BoxCox;
  if (name == "yeo-johnson") return OutputRule::YeoJohnson;
  if (name == "ranks") return OutputRule::Ranks;
  return OutputRule::Robust;
}

bool holds(const std::vector<std::string>& words, const char* word) {
  return std::find(words.begin(), words.end(), word) != words.end();
}

// What the variants set before single options are read.
struct Usual {
  bool warp = true;
  std::string output = "robust";
  std::string kernel = "matern32+linear";
  std::string noise = "function";
  std::string batch = "believer";
  bool robust = true;
  bool warm = true;
  std::int64_t restarts = 3;
  std::int64_t iterations = 60;
};

Usual usual_of(const std::string& variant) {
  Usual usual;
  if (variant == "published") {
    usual = {.output = "published",
             .noise = "observation",
             .batch = "pareto",
             .warm = false,
             .restarts = 10,
             .iterations = 200};
  }
  if (variant == "current") {
    // The package of today stops its fit long before it has converged, and has no warp and no linear term.
    usual = {.warp = false,
             .output = "published",
             .kernel = "matern32",
             .batch = "pareto",
             .warm = false,
             .restarts = 1,
             .iterations = 15};
  }
  return usual;
}

}  // namespace

HeboOptions read_hebo_options(const Options& given) {
  OptionReader read("hebo", given);
  const Usual usual = usual_of(read.word("variant", "hone", {"hone", "published", "current"}));
  HeboOptions options;
  options.startup = read.integer("startup", 0, 0, 100000);
  options.fit.spec.warp = read.flag("input_warp", usual.warp);
  options.fit.spec.kernel = kernel_of(read.word(
      "kernel", usual.kernel, {"matern32", "matern52", "rbf", "matern32+linear", "matern52+linear"}));
  options.output = rule_of(read.word("output_transform", usual.output,
                                     {"robust", "published", "none", "box-cox", "yeo-johnson", "ranks"}));
  const auto acquisitions = read.words("acquisitions", {"ei", "pi", "ucb"}, {"ei", "pi", "ucb"});
  options.expectation = holds(acquisitions, "ei");
  options.probability = holds(acquisitions, "pi");
  options.bound = holds(acquisitions, "ucb");
  options.robust = read.flag("robust", usual.robust);
  options.with_noise = read.word("noise", usual.noise, {"function", "observation"}) == "observation";
  options.believer = read.word("batch", usual.batch, {"believer", "pareto"}) == "believer";
  options.warm = read.flag("warm", usual.warm);
  options.fit.starts = static_cast<int>(read.integer("fit.restarts", usual.restarts, 1, 100));
  options.fit.iterations = static_cast<int>(read.integer("fit.iterations", usual.iterations, 1, 10000));
  options.evolution.population = static_cast<int>(read.integer("evolution.population", 100, 4, 10000));
  options.evolution.generations = static_cast<int>(read.integer("evolution.generations", 100, 1, 10000));
  read.finish();
  return options;
}

}  // namespace hone::samplers
