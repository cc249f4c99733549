// SPDX-License-Identifier: MIT
#include "hone/catalog/samplers.hpp"

#include <type_traits>
#include <utility>

#include "hone/base/text.hpp"
#include "hone/baselines/ablr.hpp"
#include "hone/baselines/banner.hpp"
#include "hone/baselines/gc3p.hpp"
#include "hone/baselines/smfo.hpp"
#include "hone/baselines/wac.hpp"
#include "hone/catalog/method_named.hpp"
#include "hone/catalog/other_words.hpp"
#include "hone/meta/auto_sampler.hpp"
#include "hone/meta/malibo.hpp"
#include "hone/samplers/classifier_sampler.hpp"
#include "hone/samplers/gp.hpp"
#include "hone/samplers/grid.hpp"
#include "hone/samplers/latin_hypercube.hpp"
#include "hone/samplers/lfbo.hpp"
#include "hone/samplers/model_sampler.hpp"
#include "hone/samplers/nsga2.hpp"
#include "hone/samplers/random.hpp"
#include "hone/samplers/rf.hpp"
#include "hone/samplers/sequential_design.hpp"
#include "hone/samplers/sobol.hpp"
#include "hone/samplers/tpe.hpp"
#include "hone/transfer/hebo_with_sources.hpp"
#include "hone/transfer/samplers.hpp"

namespace hone::catalog {
namespace {

template <class T>
constexpr auto preparation_of() -> std::vector<ArtefactDraft> (*)(const SamplerInput&) {
  if constexpr (requires(const SamplerInput& input) { T::prepare(input); }) return &T::prepare;
  return nullptr;
}

template <class T>
constexpr Guidance guidance_of() {
  if constexpr (std::is_base_of_v<samplers::ModelSampler, T> || std::is_same_v<meta::Auto, T>)
    return Guidance::Values;
  if constexpr (std::is_base_of_v<samplers::ClassifierSampler, T>) return Guidance::Classes;
  return Guidance::None;
}

/// A sampler that is made from the whole input uses its sources; the others are made from the study alone.
template <class T>
SamplerInfo info(std::string name, std::string summary) {
  constexpr bool kUsesSources = std::is_constructible_v<T, const SamplerInput&>;
  return {{std::move(name), std::move(summary), T::options()},
          [](const SamplerInput& input) -> std::unique_ptr<Sampler> {
            if constexpr (kUsesSources) {
              return std::make_unique<T>(input);
            } else {
              return std::make_unique<T>(input.study);
            }
          },
          kUsesSources,
          preparation_of<T>(),
          guidance_of<T>()};
}

template <class T>
SamplerInfo baseline(std::string name, std::string summary) {
  SamplerInfo made = info<T>(std::move(name), std::move(summary));
  made.baseline = true;
  return made;
}

}  // namespace

const std::vector<SamplerInfo>& samplers() {
  static const std::vector<SamplerInfo> kSamplers = {
      info<transfer::HeboWithSources>(
          "hebo", "a Gaussian process and an ensemble of acquisitions: the best results in few trials"),
      info<meta::Auto>("auto",
                       "lets another propose, by the plan, the batches, the sources and the trials so far"),
      info<samplers::GaussianProcess>(
          "gp", "plain Bayesian optimisation: a Gaussian process and expected improvement"),
      info<samplers::Lfbo>(
          "lfbo", "a classifier that ranks points as expected improvement does: any scale, any noise"),
      info<samplers::Bore>("bore",
                           "the same with plain labels: ranks as the probability of improvement does"),
      info<samplers::Tpe>(
          "tpe", "tree-structured Parzen estimator: where good trials are dense and poor ones are not"),
      info<samplers::Rf>("rf", "a random forest and expected improvement, in the manner of SMAC"),
      info<samplers::Nsga2>(
          "nsga2", "a genetic algorithm that keeps the trials on the front, and those with room around them"),
      info<transfer::Rgpe>("rgpe",
                           "earlier studies and this one as an ensemble, weighed by how they rank trials"),
      info<transfer::Rmogp>("rmogp", "the same as a mixture: the weighted sum of expected improvements"),
      info<transfer::Taf>("taf", "expected improvement here plus predicted improvements of earlier studies"),
      info<transfer::Tst>("tst", "earlier studies weighed by the share of pairs in the wrong order"),
      info<transfer::Cfnei>("cfnei", "rgpe with improvements over a best point that is itself uncertain"),
      info<meta::Malibo>(
          "malibo", "a classifier that earlier studies have taught: good points from the first trial on"),
      info<samplers::Random>("random", "independent uniform draws"),
      info<samplers::Sobol>("sobol", "a scrambled Sobol sequence: even coverage for any number of trials"),
      info<samplers::LatinHypercube>("lhs", "Latin hypercubes: every parameter's range evenly covered"),
      info<samplers::UniformDesign>("ud",
                                    "uniform designs over all planned trials: even in every projection"),
      info<samplers::SeqUd>(
          "sequd", "uniform designs in smaller and smaller boxes around the best: for wide parallel batches"),
      info<samplers::SeqRand>("seqrand", "random points in smaller and smaller boxes around the best"),
      info<samplers::Grid>("grid", "every combination once, then stops"),
      baseline<baselines::Wac>("wac", "earlier studies stacked by a linear regression"),
      baseline<baselines::Ablr>(
          "ablr", "a network that all studies share, and a linear model of its features for each"),
      baseline<baselines::Gc3p>(
          "gc3p", "a network of what earlier studies expect, and a Gaussian process on top of it"),
      baseline<baselines::Banner>("banner",
                                  "a regression that earlier studies have taught, and expected improvement"),
      baseline<baselines::Smfo>("smfo",
                                "what earlier studies found best, in turn, whatever this one answers"),
  };
  return kSamplers;
}

const SamplerInfo& sampler_named(const std::string& name) {
  return method_named(samplers(), "sampler", name, sampler_advice);
}

std::unique_ptr<Sampler> make_sampler(const SamplerInput& input) {
  return sampler_named(input.study.sampler.name).make(input);
}

Choice even_sampler() { return {"sobol", {}}; }
Choice plain_sampler() { return {"random", {}}; }

bool learns_from_sources(const Study& study) {
  if (study.prune_space != SpacePruning::None) return true;
  // A model that was trained beforehand stands in their place.
  return sampler_named(study.sampler.name).uses_sources && !study.sampler.options.contains("model");
}

std::string ignored_sources_remark(const Study& study) {
  const SamplerInfo& sampler = sampler_named(study.sampler.name);
  if (study.sources.empty() || learns_from_sources(study)) return "";
  if (sampler.uses_sources)
    return text("'", sampler.name,
                "' uses the model that was named: `sources` is kept with the study, but not used");
  return text("the sampler '", sampler.name,
              "' does not learn from other studies: `sources` is kept with the study, but not used");
}

std::string ignored_preferences_remark(const Study& study) {
  const SamplerInfo& sampler = sampler_named(study.sampler.name);
  std::vector<std::string> effects;
  if (sampler.guidance == Guidance::None) {
    if (!study.priors.empty()) effects.push_back("`priors` do not change what it proposes");
    if (study.cost) effects.push_back("`cost` does not change what it proposes");
  }
  if (sampler.guidance != Guidance::Values && study.plan.stop.gain)
    effects.push_back("`stop` never ends the study");
  if (effects.empty()) return "";
  return text("the sampler '", sampler.name, "' has no model",
              sampler.guidance == Guidance::None ? ": " : " of values: ", join(effects, ", "));
}

}  // namespace hone::catalog
