// SPDX-License-Identifier: MIT
#include "hone/catalog/samplers.hpp"

#include "hone/base/error.hpp"
#include "hone/base/text.hpp"
#include "hone/samplers/grid.hpp"
#include "hone/samplers/latin_hypercube.hpp"
#include "hone/samplers/model_sampler.hpp"
#include "hone/samplers/random.hpp"
#include "hone/samplers/sequential_design.hpp"
#include "hone/samplers/sobol.hpp"

namespace hone::catalog {
namespace {

template <class T>
std::unique_ptr<Sampler> make(const Study& study) {
  return std::make_unique<T>(study);
}

}  // namespace

const std::vector<SamplerInfo>& samplers() {
  static const std::vector<SamplerInfo> kSamplers = {
      {"hebo", "a Gaussian process and an ensemble of acquisitions: the best results in few trials",
       make<samplers::Hebo>},
      {"gp", "plain Bayesian optimisation: a Gaussian process and expected improvement",
       make<samplers::GaussianProcess>},
      {"random", "independent uniform draws", make<samplers::Random>},
      {"sobol", "a scrambled Sobol sequence: even coverage for any number of trials", make<samplers::Sobol>},
      {"lhs", "Latin hypercubes: every parameter's range evenly covered", make<samplers::LatinHypercube>},
      {"ud", "uniform designs over all planned trials: even in every projection",
       make<samplers::UniformDesign>},
      {"sequd", "uniform designs in smaller and smaller boxes around the best: for wide parallel batches",
       make<samplers::SeqUd>},
      {"seqrand", "random points in smaller and smaller boxes around the best", make<samplers::SeqRand>},
      {"grid", "every combination once, then stops", make<samplers::Grid>},
  };
  return kSamplers;
}

std::unique_ptr<Sampler> make_sampler(const Study& study) {
  std::vector<std::string> names;
  for (const SamplerInfo& info : samplers()) {
    if (info.name == study.sampler.name) return info.make(study);
    names.push_back(info.name);
  }
  throw Error(ErrorCode::NotFound,
              text("there is no sampler '", study.sampler.name, "'", did_you_mean(study.sampler.name, names)),
              "use one of " + join(names, ", "));
}

}  // namespace hone::catalog
