// SPDX-License-Identifier: MIT
#include "hone/samplers/hebo.hpp"

namespace hone::samplers {
namespace {

enum class HeboVariant { Hone, Published, Current };

// The priors of Cowen-Rivers et al. (2022): observations are believed to be noisy.
gp::Priors published_priors() {
  gp::Priors priors;
  priors.noise = gp::Prior::log_normal(-4.63, 0.5);
  return priors;
}

// The package of today stops its fit long before it has converged, and has no warp and no linear term.
UsualModel usual_hebo(HeboVariant variant) {
  UsualModel usual;
  if (variant == HeboVariant::Hone) {
    usual.options.learning.several = SeveralObjectives::Volume;
    return usual;
  }
  const bool current = variant == HeboVariant::Current;
  ModelOptions& options = usual.options;
  options.learning.output = numeric::OutputRule::Published;
  options.learning.warm = false;
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

struct HeboForm {
  ModelOptions model = {};
  void declare(OptionReader& option) { declare_hebo(option, model); }
};

}  // namespace

Hebo::Hebo(const Study& study) : Hebo(study, gp_parts(read_hebo_options(study.sampler.options))) {}

OptionSpecs Hebo::options() { return describe_options<HeboForm>(); }

void declare_hebo(OptionReader& option, ModelOptions& model) {
  HeboVariant variant = HeboVariant::Hone;
  option.variant(
      "variant", variant,
      {{"hone", HeboVariant::Hone}, {"published", HeboVariant::Published}, {"current", HeboVariant::Current}},
      "sets the others: published as in the paper, current as its authors' package of today");
  declare_process(option, usual_hebo(variant), model);
}

ModelOptions read_hebo_options(const Options& given) { return read_options<HeboForm>({"hebo", given}).model; }

}  // namespace hone::samplers
