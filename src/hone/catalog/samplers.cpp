// SPDX-License-Identifier: MIT
#include "hone/catalog/samplers.hpp"

#include <utility>

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
SamplerInfo info(std::string name, std::string summary) {
  return {{std::move(name), std::move(summary), T::options()},
          [](const Study& study) -> std::unique_ptr<Sampler> { return std::make_unique<T>(study); }};
}

}  // namespace

const std::vector<SamplerInfo>& samplers() {
  static const std::vector<SamplerInfo> kSamplers = {
      info<samplers::Hebo>(
          "hebo", "a Gaussian process and an ensemble of acquisitions: the best results in few trials"),
      info<samplers::GaussianProcess>(
          "gp", "plain Bayesian optimisation: a Gaussian process and expected improvement"),
      info<samplers::Random>("random", "independent uniform draws"),
      info<samplers::Sobol>("sobol", "a scrambled Sobol sequence: even coverage for any number of trials"),
      info<samplers::LatinHypercube>("lhs", "Latin hypercubes: every parameter's range evenly covered"),
      info<samplers::UniformDesign>("ud",
                                    "uniform designs over all planned trials: even in every projection"),
      info<samplers::SeqUd>(
          "sequd", "uniform designs in smaller and smaller boxes around the best: for wide parallel batches"),
      info<samplers::SeqRand>("seqrand", "random points in smaller and smaller boxes around the best"),
      info<samplers::Grid>("grid", "every combination once, then stops"),
  };
  return kSamplers;
}

const SamplerInfo& sampler_named(const std::string& name) {
  std::vector<std::string> names;
  for (const SamplerInfo& known : samplers()) {
    if (known.name == name) return known;
    names.push_back(known.name);
  }
  throw Error(ErrorCode::NotFound, text("there is no sampler '", name, "'", did_you_mean(name, names)),
              "use one of " + join(names, ", "));
}

std::unique_ptr<Sampler> make_sampler(const Study& study) {
  return sampler_named(study.sampler.name).make(study);
}

}  // namespace hone::catalog
