// SPDX-License-Identifier: MIT
#include "hone/samplers/rf.hpp"

#include "hone/learners/forest_fitter.hpp"

namespace hone::samplers {
namespace {

struct RfForm {
  learners::ForestOptions forest = {};
  ModelOptions model = {.search = {.bound = false, .probability = false, .evolution = {.generations = 20}}};

  void declare(OptionReader& option) {
    using numeric::OutputRule;
    option.integer("trees", forest.trees, 1, 10000, "trees of the forest");
    option.integer("depth", forest.depth, 1, 60, "questions of each at most");
    option.integer("min_rows", forest.min_rows, 1, 1000, "least trials in a leaf");
    option.real("columns", forest.column_share, 0.01, 1.0, "share of the parameters that a split looks at");
    declare_startup(option, model);
    option.choice("output_transform", model.learning.output,
                  {{"robust", OutputRule::Robust}, {"ranks", OutputRule::Ranks}, {"none", OutputRule::Plain}},
                  "what is done to the values before they are modelled");
    option.switches(
        "acquisitions",
        {{"ei", &model.search.expectation}, {"pi", &model.search.probability}, {"ucb", &model.search.bound}},
        "what makes a point worth trying");
    option.choice(
        "batch", model.batch,
        {{"mixed", BatchRule::Mixed}, {"expected", BatchRule::Expected}, {"pareto", BatchRule::Pareto}},
        "how points are picked among the good ones");
    option.integer("evolution.population", model.search.evolution.population, 4, 10000,
                   "candidates of the search");
    option.integer("evolution.generations", model.search.evolution.generations, 1, 10000,
                   "how often they are renewed");
  }
};

ModelParts rf_parts(const Study& study) {
  RfForm form = read_options<RfForm>(study.sampler);
  // A forest grows anew each time: there is nothing to go on from.
  form.model.learning.warm = false;
  return {.options = form.model, .fitter = std::make_shared<const learners::ForestFitter>(form.forest)};
}

}  // namespace

Rf::Rf(const Study& study) : ModelSampler(study, rf_parts(study)) {}

OptionSpecs Rf::options() { return describe_options<RfForm>(); }

}  // namespace hone::samplers
