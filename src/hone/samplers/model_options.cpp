// SPDX-License-Identifier: MIT
#include "hone/samplers/model_options.hpp"

#include <utility>

namespace hone::samplers {
namespace {

// What a sampler or a variant of it sets before single options are read.
struct UsualModel {
  ModelOptions options = {.fit = {.iterations = 30}, .search = {.evolution = {.generations = 30}}};
  std::string kernel = "matern52";
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

enum class HeboVariant { Hone, Published, Current };

// The package of today stops its fit long before it has converged, and has no warp and no linear term.
UsualModel usual_hebo(HeboVariant variant) {
  UsualModel usual;
  if (variant == HeboVariant::Hone) return usual;
  const bool current = variant == HeboVariant::Current;
  ModelOptions& options = usual.options;
  options.belief.output = numeric::OutputRule::Published;
  options.belief.warm = false;
  options.fit.priors = published_priors();
  options.fit.spec.warp = !current;
  options.fit.starts = current ? 1 : 10;
  options.fit.iterations = current ? 15 : 200;
  options.search.with_noise = !current;
  options.search.robust = true;
  options.search.evolution.generations = 100;
  options.batch = BatchRule::Pareto;
  usual.kernel = current ? "matern32" : "matern32+linear";
  return usual;
}

UsualModel usual_gp(GpVariant variant) {
  UsualModel usual;
  ModelOptions& options = usual.options;
  options.belief.output = numeric::OutputRule::Plain;
  options.fit.spec.warp = false;
  options.search.probability = options.search.bound = false;
  options.batch = BatchRule::Expected;
  if (variant == GpVariant::Plain) return usual;
  options.startup = 10;
  options.start = StartDesign::LatinHypercube;
  options.fit.priors = map_priors();
  options.fit.starts = 11;
  options.fit.iterations = 200;
  options.search.with_noise = true;
  return usual;
}

gp::Kernel kernel_of(const std::string& name) {
  if (name == "matern32") return gp::matern32() * gp::overlap();
  if (name == "matern52") return gp::matern52() * gp::overlap();
  if (name == "rbf") return gp::rbf() * gp::overlap();
  if (name == "matern52+linear") return (gp::matern52() + gp::linear()) * gp::overlap();
  return (gp::matern32() + gp::linear()) * gp::overlap();
}

void declare_start(OptionReader& option, ModelOptions& model) {
  option
      .integer("startup", model.startup, 0, 100000,
               "trials before the first model; 0: by the number of dimensions")
      .in("trials");
  option.choice("start", model.start, {{"sobol", StartDesign::Sobol}, {"lhs", StartDesign::LatinHypercube}},
                "how these are spread");
}

void declare_output(OptionReader& option, numeric::OutputRule& output) {
  using numeric::OutputRule;
  option.choice("output_transform", output,
                {{"robust", OutputRule::Robust},
                 {"published", OutputRule::Published},
                 {"box-cox", OutputRule::BoxCox},
                 {"yeo-johnson", OutputRule::YeoJohnson},
                 {"ranks", OutputRule::Ranks},
                 {"copula", OutputRule::Copula},
                 {"none", OutputRule::Plain}},
                "what is done to the values before they are modelled");
}

void declare_kernel(OptionReader& option, std::string kernel, gp::Spec& spec) {
  option.word("kernel", kernel, {"matern32", "matern52", "rbf", "matern32+linear", "matern52+linear"},
              "how values at a distance are related");
  spec.kernel = kernel_of(kernel);
}

void declare_opinions(OptionReader& option, OpinionOptions& search) {
  option.switches("acquisitions",
                  {{"ei", &search.expectation}, {"pi", &search.probability}, {"ucb", &search.bound}},
                  "what makes a point worth trying");
  option.flag("robust", search.robust, "shake means by the noise");
  option.choice("noise", search.with_noise, {{"function", false}, {"observation", true}},
                "whose deviation the acquisitions use");
}

void declare_choice(OptionReader& option, ModelOptions& model) {
  option.choice(
      "batch", model.batch,
      {{"mixed", BatchRule::Mixed}, {"expected", BatchRule::Expected}, {"pareto", BatchRule::Pareto}},
      "how points are picked among the good ones");
  option.choice("repeats", model.repeats,
                {{"auto", RepeatRule::Auto}, {"never", RepeatRule::Never}, {"always", RepeatRule::Always}},
                "try a configuration again: auto where results are noisy");
}

void declare_evolution(OptionReader& option, numeric::Nsga2Options& evolution) {
  option.integer("evolution.population", evolution.population, 4, 10000, "candidates of NSGA-II");
  option.integer("evolution.generations", evolution.generations, 1, 10000, "how often they are renewed");
}

void declare_effort(OptionReader& option, ModelOptions& model) {
  option.integer("fit.restarts", model.fit.starts, 1, 100, "searches of a fit from scratch");
  option.integer("fit.iterations", model.fit.iterations, 1, 10000, "steps of each").in("steps");
  declare_evolution(option, model.search.evolution);
  option.flag("warm", model.belief.warm, "start from the last fit");
}

ModelOptions declare_all(OptionReader& option, UsualModel usual) {
  ModelOptions& model = usual.options;
  declare_start(option, model);
  option.flag("input_warp", model.fit.spec.warp, "learn how each parameter is best stretched");
  declare_output(option, model.belief.output);
  declare_kernel(option, usual.kernel, model.fit.spec);
  declare_opinions(option, model.search);
  declare_choice(option, model);
  declare_effort(option, model);
  return model;
}

struct HeboForm {
  ModelOptions model = {};
  void declare(OptionReader& option) { declare_hebo(option, model); }
};

struct GpForm {
  ModelOptions model = {};
  void declare(OptionReader& option) { declare_gp(option, model); }
};

}  // namespace

void declare_search(OptionReader& option, ModelOptions& model) {
  declare_start(option, model);
  declare_output(option, model.belief.output);
  declare_opinions(option, model.search);
  declare_choice(option, model);
  declare_evolution(option, model.search.evolution);
}

void declare_hebo(OptionReader& option, ModelOptions& model) {
  HeboVariant variant = HeboVariant::Hone;
  option.variant(
      "variant", variant,
      {{"hone", HeboVariant::Hone}, {"published", HeboVariant::Published}, {"current", HeboVariant::Current}},
      "sets the others: published as in the paper, current as its authors' package of today");
  model = declare_all(option, usual_hebo(variant));
}

void declare_gp(OptionReader& option, ModelOptions& model, GpVariant usual) {
  option.variant("variant", usual, {{"plain", GpVariant::Plain}, {"map", GpVariant::Map}},
                 "sets the others: map is GP(MAP) of the RGPE paper");
  model = declare_all(option, usual_gp(usual));
}

ModelOptions read_hebo_options(const Options& given) { return read_options<HeboForm>({"hebo", given}).model; }

ModelOptions read_gp_options(const Options& given) { return read_options<GpForm>({"gp", given}).model; }

OptionSpecs hebo_options() { return describe_options<HeboForm>(); }

OptionSpecs gp_options() { return describe_options<GpForm>(); }

}  // namespace hone::samplers
