// SPDX-License-Identifier: MIT
#include "hone/samplers/model_options.hpp"

#include <algorithm>
#include <utility>

#include "hone/base/text.hpp"

namespace hone::samplers {
namespace {

// What a sampler or a variant of it sets before single options are read.
struct Usual {
  std::int64_t startup = 0;
  std::string start = "sobol";
  bool warp = true;
  std::string output = "robust";
  std::string kernel = "matern52";
  std::vector<std::string> acquisitions = {"ei", "pi", "ucb"};
  bool robust = true;
  std::string noise = "function";
  std::string batch = "mixed";
  bool warm = true;
  std::int64_t restarts = 3;
  std::int64_t iterations = 30;
  std::int64_t population = 100;
  std::int64_t generations = 30;
  gp::Priors priors = {};
};

// The priors of Cowen-Rivers et al. (2022): observations are believed to be noisy.
gp::Priors published_priors() {
  gp::Priors priors;
  priors.noise = gp::Prior::log_normal(-4.63, 0.5);
  return priors;
}

// Those of Feurer et al. (2018), appendix E.1. Their log-normal density of the variance is one of the
// variance itself, maximised without a Jacobian: on the scale of its logarithm that is a bell around -1.
gp::Priors map_priors() {
  gp::Priors priors;
  priors.lengthscale = gp::Prior::uniform(-6.754111155189306, 0.0858637988771976);
  priors.lengthscale_grows = false;
  priors.category = priors.lengthscale;
  priors.variance = gp::Prior::log_normal(-1.0, 1.0);
  priors.noise = gp::Prior::horseshoe(0.1);
  return priors;
}

Usual hebo_variant(const std::string& variant) {
  if (variant == "published") {
    return {.output = "published",
            .kernel = "matern32+linear",
            .noise = "observation",
            .batch = "pareto",
            .warm = false,
            .restarts = 10,
            .iterations = 200,
            .generations = 100,
            .priors = published_priors()};
  }
  if (variant == "current") {
    // The package of today stops its fit long before it has converged, and has no warp and no linear term.
    return {.warp = false,
            .output = "published",
            .kernel = "matern32",
            .batch = "pareto",
            .warm = false,
            .restarts = 1,
            .iterations = 15,
            .generations = 100,
            .priors = published_priors()};
  }
  return {};
}

Usual gp_variant(const std::string& variant) {
  Usual usual{.warp = false,
              .output = "none",
              .kernel = "matern52",
              .acquisitions = {"ei"},
              .robust = false,
              .batch = "expected"};
  if (variant == "map") {
    usual.startup = 10;
    usual.start = "lhs";
    usual.noise = "observation";
    usual.restarts = 11;
    usual.iterations = 200;
    usual.priors = map_priors();
  }
  return usual;
}

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

BatchRule batch_of(const std::string& name) {
  if (name == "pareto") return BatchRule::Pareto;
  return name == "expected" ? BatchRule::Expected : BatchRule::Mixed;
}

bool holds(const std::vector<std::string>& words, const char* word) {
  return std::find(words.begin(), words.end(), word) != words.end();
}

ModelOptions read_rest(OptionReader& read, const Usual& usual) {
  ModelOptions options;
  options.startup = read.integer("startup", usual.startup, 0, 100000);
  options.start = read.word("start", usual.start, {"sobol", "lhs"}) == "lhs" ? StartDesign::LatinHypercube
                                                                             : StartDesign::Sobol;
  options.belief.output = rule_of(read.word(
      "output_transform", usual.output, {"robust", "published", "none", "box-cox", "yeo-johnson", "ranks"}));
  options.belief.warm = read.flag("warm", usual.warm);
  gp::FitOptions& fit = options.belief.fit;
  fit.priors = usual.priors;
  fit.spec.warp = read.flag("input_warp", usual.warp);
  fit.spec.kernel = kernel_of(read.word(
      "kernel", usual.kernel, {"matern32", "matern52", "rbf", "matern32+linear", "matern52+linear"}));
  fit.starts = static_cast<int>(read.integer("fit.restarts", usual.restarts, 1, 100));
  fit.iterations = static_cast<int>(read.integer("fit.iterations", usual.iterations, 1, 10000));
  const auto acquisitions = read.words("acquisitions", usual.acquisitions, {"ei", "pi", "ucb"});
  SearchOptions& search = options.search;
  search.expectation = holds(acquisitions, "ei");
  search.probability = holds(acquisitions, "pi");
  search.bound = holds(acquisitions, "ucb");
  search.robust = read.flag("robust", usual.robust);
  search.with_noise = read.word("noise", usual.noise, {"function", "observation"}) == "observation";
  search.evolution.population =
      static_cast<int>(read.integer("evolution.population", usual.population, 4, 10000));
  search.evolution.generations =
      static_cast<int>(read.integer("evolution.generations", usual.generations, 1, 10000));
  options.batch = batch_of(read.word("batch", usual.batch, {"mixed", "expected", "pareto"}));
  read.finish();
  return options;
}

std::string told(bool flag) { return flag ? "true" : "false"; }

// With the defaults of a variant.
OptionInfos told_options(OptionInfo variant, const Usual& usual) {
  return {
      std::move(variant),
      {"startup", "0 to 100000", text(usual.startup),
       "trials before the first model; 0: by the number of dimensions"},
      {"start", "sobol, lhs", usual.start, "how these are spread"},
      {"input_warp", "true, false", told(usual.warp), "learn how each parameter is best stretched"},
      {"output_transform", "robust, published, box-cox, yeo-johnson, ranks, none", usual.output,
       "what is done to the values before they are modelled"},
      {"kernel", "matern32, matern52, rbf, matern32+linear, matern52+linear", usual.kernel,
       "how values at a distance are related"},
      {"acquisitions", "some of ei, pi, ucb", "[" + join(usual.acquisitions, ", ") + "]",
       "what makes a point worth trying"},
      {"robust", "true, false", told(usual.robust), "shake means by the noise"},
      {"noise", "function, observation", usual.noise, "whose deviation the acquisitions use"},
      {"batch", "mixed, expected, pareto", usual.batch, "how points are picked among the good ones"},
      {"fit.restarts", "1 to 100", text(usual.restarts), "searches of a fit from scratch"},
      {"fit.iterations", "1 to 10000", text(usual.iterations), "steps of each"},
      {"evolution.population", "4 to 10000", text(usual.population), "candidates of NSGA-II"},
      {"evolution.generations", "1 to 10000", text(usual.generations), "how often they are renewed"},
      {"warm", "true, false", told(usual.warm), "go on from the last fit"},
  };
}

}  // namespace

ModelOptions read_hebo_options(const Options& given) {
  OptionReader read("hebo", given);
  return read_rest(read, hebo_variant(read.word("variant", "hone", {"hone", "published", "current"})));
}

ModelOptions read_gp_options(const Options& given) {
  OptionReader read("gp", given);
  return read_rest(read, gp_variant(read.word("variant", "plain", {"plain", "map"})));
}

OptionInfos hebo_options() {
  return told_options(
      {"variant", "hone, published, current", "hone",
       "sets the others: published as in the paper, current as its authors' package of today"},
      hebo_variant("hone"));
}

OptionInfos gp_options() {
  return told_options({"variant", "plain, map", "plain", "sets the others: map is GP(MAP) of the RGPE paper"},
                      gp_variant("plain"));
}

}  // namespace hone::samplers
