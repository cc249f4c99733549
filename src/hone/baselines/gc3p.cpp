// SPDX-License-Identifier: MIT
#include "hone/baselines/gc3p.hpp"

#include <memory>
#include <utility>

#include "hone/base/rng.hpp"
#include "hone/base/text.hpp"
#include "hone/baselines/prior_draws.hpp"
#include "hone/baselines/prior_model.hpp"
#include "hone/gp/fitter.hpp"
#include "hone/transfer/base_models.hpp"
#include "hone/transfer/kept_fits.hpp"

namespace hone::baselines {
namespace {

constexpr const char* kPriorKind = "gc3p-network";
constexpr std::uint64_t kDrawStream = 16;
// Beyond the first ones, for when the first fail.
constexpr int kSpareDraws = 8;
// A network learns from thousands as easily as from hundreds.
constexpr int kMostPriorTrials = 2000;

struct Gc3pForm {
  PriorOptions prior = {};
  int initial = 5;
  samplers::ModelOptions model = {
      .fit = {.spec = {.kernel = gp::matern52() * gp::overlap(), .warp = false}, .iterations = 30},
      .learning = {.output = numeric::OutputRule::Copula},
      .search = {.bound = false, .probability = false, .evolution = {.generations = 30}},
      .batch = samplers::BatchRule::Expected};

  void declare(OptionReader& option) {
    samplers::declare_search(option, model);
    option
        .integer("initial", initial, 1, 1000,
                 "trials drawn from what the sources say, before the first model")
        .in("trials");
    option.integer("width", prior.width, 1, 1000, "units of each layer of the network").in("units");
    option.integer("blocks", prior.blocks, 0, 20, "layers of the network between the first and the last");
    option.integer("steps", prior.training.steps, 0, 1000000, "of the network's training").in("steps");
    option.real("held_out", prior.training.held_out, 0.0, 0.5,
                "share of the sources' trials that tells when the network has learned enough");
  }
};

Gc3pForm gc3p_form(const SamplerInput& input) {
  return read_options<Gc3pForm>({"gc3p", input.study.sampler.options});
}

/// What the prior is learned from, with the key of what was learned.
struct PriorLessons {
  std::vector<transfer::BaseData> sources;
  std::vector<const model::Dataset*> data;
  std::string print;

  PriorLessons(const SamplerInput& input, const search::SearchSpace& space, const Gc3pForm& form)
      : sources(transfer::base_data(input, space, form.model.learning.output, kMostPriorTrials)) {
    for (const transfer::BaseData& source : sources) data.push_back(&source.data);
    const PriorOptions& prior = form.prior;
    print = transfer::fingerprint(data, text("gc3p ", prior.width, " ", prior.blocks, " ",
                                             prior.training.steps, " ", prior.training.held_out));
  }
  PriorLessons(const PriorLessons&) = delete;
  PriorLessons& operator=(const PriorLessons&) = delete;
  ~PriorLessons() = default;
};

NetworkPrior prior_of(const PriorLessons& lessons, const search::SearchSpace& space,
                      const PriorOptions& options, const transfer::KeptFits& kept) {
  auto known = NetworkPrior::recall(space.columns(), kept.find(lessons.print), options);
  return known ? std::move(*known) : NetworkPrior::learn(space.columns(), lessons.data, options);
}

samplers::ModelParts gc3p_parts(const SamplerInput& input) {
  const Gc3pForm form = gc3p_form(input);
  samplers::ModelParts parts = samplers::gp_parts(form.model);
  const search::SearchSpace space(input.study.space);
  const PriorLessons lessons(input, space, form);
  if (lessons.sources.empty()) return parts;
  const auto prior = std::make_shared<const NetworkPrior>(
      prior_of(lessons, space, form.prior, transfer::KeptFits(kPriorKind, input.artefacts)));
  parts.options.startup = form.initial;
  parts.first = prior_draws(*prior, lessons.sources, space, form.initial + kSpareDraws,
                            mix_seed(input.study.seed, kDrawStream));
  parts.fitter = std::make_shared<const PriorFitter>(prior, parts.fitter, form.model.fit.max_points);
  return parts;
}

}  // namespace

Gc3p::Gc3p(const SamplerInput& input) : ModelSampler(input.study, gc3p_parts(input)) {}

OptionSpecs Gc3p::options() { return describe_options<Gc3pForm>(); }

std::vector<ArtefactDraft> Gc3p::prepare(const SamplerInput& input) {
  const Gc3pForm form = gc3p_form(input);
  const search::SearchSpace space(input.study.space);
  const PriorLessons lessons(input, space, form);
  const transfer::KeptFits kept(kPriorKind, input.artefacts);
  if (lessons.sources.empty() || kept.has(lessons.print)) return {};
  std::vector<ArtefactSource> from;
  for (const transfer::BaseData& source : lessons.sources)
    from.push_back({.study = source.name, .trials = source.data.size(), .revision = 0});
  const NetworkPrior prior = NetworkPrior::learn(space.columns(), lessons.data, form.prior);
  const std::string name = input.study.name.empty() ? "network" : input.study.name;
  return {kept.draft(name, lessons.print, prior.numbers(), std::move(from))};
}

}  // namespace hone::baselines
