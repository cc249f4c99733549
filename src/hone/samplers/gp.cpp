// SPDX-License-Identifier: MIT
#include "hone/samplers/gp.hpp"

namespace hone::samplers {
namespace {

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

UsualModel usual_gp(GpVariant variant) {
  UsualModel usual;
  ModelOptions& options = usual.options;
  options.learning.output = numeric::OutputRule::Plain;
  options.fit.spec.warp = false;
  options.search.probability = options.search.bound = false;
  options.batch = BatchRule::Expected;
  if (variant == GpVariant::Plain) {
    options.learning.several = SeveralObjectives::Volume;
    return usual;
  }
  options.startup = 10;
  options.start = StartDesign::LatinHypercube;
  options.fit.priors = map_priors();
  options.fit.starts = 11;
  options.fit.iterations = 200;
  options.search.with_noise = true;
  return usual;
}

struct GpForm {
  ModelOptions model = {};
  void declare(OptionReader& option) { declare_gp(option, model); }
};

}  // namespace

GaussianProcess::GaussianProcess(const Study& study)
    : ModelSampler(study, gp_parts(read_gp_options(study.sampler.options))) {}

OptionSpecs GaussianProcess::options() { return describe_options<GpForm>(); }

void declare_gp(OptionReader& option, ModelOptions& model, GpVariant usual) {
  option.variant("variant", usual, {{"plain", GpVariant::Plain}, {"map", GpVariant::Map}},
                 "sets the others: map is GP(MAP) of the RGPE paper");
  declare_process(option, usual_gp(usual), model);
}

ModelOptions read_gp_options(const Options& given) { return read_options<GpForm>({"gp", given}).model; }

}  // namespace hone::samplers
