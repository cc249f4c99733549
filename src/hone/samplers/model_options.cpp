// SPDX-License-Identifier: MIT
#include "hone/samplers/model_options.hpp"

#include <utility>

namespace hone::samplers {
namespace {

gp::Kernel kernel_of(const std::string& name) {
  if (name == "matern32") return gp::matern32() * gp::overlap();
  if (name == "matern52") return gp::matern52() * gp::overlap();
  if (name == "rbf") return gp::rbf() * gp::overlap();
  if (name == "matern52+linear") return (gp::matern52() + gp::linear()) * gp::overlap();
  return (gp::matern32() + gp::linear()) * gp::overlap();
}

void declare_start(OptionReader& option, ModelOptions& model) {
  declare_startup(option, model);
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

void declare_several(OptionReader& option, SeveralObjectives& several) {
  option.choice(
      "multi_objective", several,
      {{"volume", SeveralObjectives::Volume}, {"scalarised", SeveralObjectives::Scalarised}},
      "what several objectives aim at: the volume that the front dominates, by a model of each (log "
      "EHVI), or one of them made by weights that are drawn for each proposal (ParEGO)");
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
  option.flag("warm", model.learning.warm, "start from the last fit");
}

}  // namespace

void declare_startup(OptionReader& option, ModelOptions& model) {
  option
      .integer("startup", model.startup, 0, 100000,
               "trials before the first model; 0: by the number of dimensions")
      .in("trials");
}

void declare_search(OptionReader& option, ModelOptions& model) {
  declare_start(option, model);
  declare_output(option, model.learning.output);
  declare_opinions(option, model.search);
  declare_choice(option, model);
  declare_evolution(option, model.search.evolution);
}

void declare_process(OptionReader& option, UsualModel usual, ModelOptions& model) {
  model = usual.options;
  declare_start(option, model);
  option.flag("input_warp", model.fit.spec.warp, "learn how each parameter is best stretched");
  declare_output(option, model.learning.output);
  declare_kernel(option, std::move(usual.kernel), model.fit.spec);
  declare_opinions(option, model.search);
  declare_several(option, model.learning.several);
  declare_choice(option, model);
  declare_effort(option, model);
}

}  // namespace hone::samplers
