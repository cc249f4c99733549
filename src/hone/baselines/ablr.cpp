// SPDX-License-Identifier: MIT
#include "hone/baselines/ablr.hpp"

#include <memory>
#include <utility>

#include "hone/base/error.hpp"
#include "hone/base/rng.hpp"
#include "hone/base/text.hpp"
#include "hone/baselines/ablr_fitter.hpp"
#include "hone/transfer/base_models.hpp"
#include "hone/transfer/kept_fits.hpp"
#include "hone/transfer/learned_start.hpp"

namespace hone::baselines {
namespace {

constexpr const char* kNetworkKind = "ablr-network";
constexpr std::uint64_t kFirstStream = 15;
// Beyond the first ones, for when the first fail.
constexpr int kSpareFirst = 8;

// What the head calls noise is also what the features cannot say, so it is no reason to try something twice.
struct AblrForm {
  AblrOptions network = {};
  int initial = 1;
  samplers::ModelOptions model = {
      .learning = {.output = numeric::OutputRule::Plain, .warm = false},
      .search = {.bound = false, .probability = false, .evolution = {.generations = 30}},
      .batch = samplers::BatchRule::Expected,
      .repeats = samplers::RepeatRule::Never};

  void declare(OptionReader& option) {
    samplers::declare_search(option, model);
    option.integer("initial", initial, 1, 1000, "trials before the first model, learned from the sources")
        .in("trials");
    option.integer("layers", network.layers, 1, 10, "layers of the network");
    option.integer("width", network.width, 1, 1000, "units of each layer").in("units");
    option.integer("fit.steps", network.steps, 0, 100000, "of a training from scratch, on the sources")
        .in("steps");
    option
        .integer("fit.joint", network.joint, 0, 100000,
                 "of sources and study together, at most, before each proposal")
        .in("steps");
  }
};

// A matrix of all points by all inputs is learned from at every step, and every candidate is a column of one.
// At this limit, with a source of 10,000 trials, the first ask took 4 s of one processor, later ones 0.5 s.
constexpr Eigen::Index kMostInputs = 2000;

AblrForm form_of(const SamplerInput& input) {
  const Eigen::Index inputs = OneHot(search::SearchSpace(input.study.space).columns()).inputs();
  if (inputs > kMostInputs) {
    throw Error(ErrorCode::InvalidSpace,
                text("ablr learns a network that reads each choice as a number, ", inputs,
                     " in this space, and can afford ", kMostInputs),
                "use a sampler that learns no network, such as rgpe or tpe, or give fewer choices");
  }
  return read_options<AblrForm>({"ablr", input.study.sampler.options});
}

/// The sources as the network reads them, with the key of what was learned from them.
struct AblrLessons {
  OneHot encoding;
  AblrNetwork network;
  std::vector<AblrTask> tasks;
  std::string print;
};

AblrLessons lessons_of(const std::vector<transfer::BaseData>& sources, const search::SearchSpace& space,
                       const AblrOptions& options) {
  OneHot encoding(space.columns());
  const AblrNetwork network = network_of(encoding, options);
  std::vector<AblrTask> tasks;
  std::vector<const model::Dataset*> data;
  for (const transfer::BaseData& source : sources) {
    tasks.push_back(task_of(encoding, source.data));
    data.push_back(&source.data);
  }
  const std::string settings = text("ablr ", options.layers, " ", options.width, " ", options.steps);
  return {std::move(encoding), network, std::move(tasks), transfer::fingerprint(data, settings)};
}

Eigen::VectorXd learn_flat(const AblrLessons& lessons, int steps) {
  return AblrLoss(lessons.network, lessons.tasks).flat(trained(lessons.network, lessons.tasks, steps));
}

AblrParameters recalled(const AblrLessons& lessons, const transfer::KeptFits& kept, int steps) {
  const AblrLoss loss(lessons.network, lessons.tasks);
  const std::vector<double> numbers = kept.find(lessons.print);
  const Eigen::Map<const Eigen::VectorXd> flat(numbers.data(), std::ssize(numbers));
  return loss.unfolded(flat.size() == loss.parameters() ? Eigen::VectorXd(flat) : learn_flat(lessons, steps));
}

/// What the network says about each source.
std::vector<transfer::BaseModel> models_of(const std::vector<transfer::BaseData>& sources,
                                           const AblrLessons& lessons, const AblrParameters& learned) {
  const auto body =
      std::make_shared<const AblrBody>(AblrBody{lessons.encoding, lessons.network, learned.network});
  std::vector<transfer::BaseModel> models;
  for (std::size_t t = 0; t < sources.size(); ++t) {
    const AblrTask& task = lessons.tasks[t];
    auto head =
        AblrHead::fit(lessons.network.run(learned.network, task.inputs).back(), task.y, learned.heads[t]);
    if (!head) continue;
    models.push_back({sources[t].name, std::make_shared<const FeatureModel>(
                                           body, gp::Scaling(sources[t].data.y()), std::move(*head))});
  }
  return models;
}

samplers::ModelParts ablr_parts(const SamplerInput& input) {
  AblrForm form = form_of(input);
  samplers::ModelParts parts{.options = form.model, .fitter = nullptr};
  const search::SearchSpace space(input.study.space);
  const std::vector<transfer::BaseData> sources =
      transfer::base_data(input, space, form.model.learning.output);
  AblrSources known;
  if (!sources.empty()) {
    AblrLessons lessons = lessons_of(sources, space, form.network);
    known.learned = recalled(lessons, transfer::KeptFits(kNetworkKind, input.artefacts), form.network.steps);
    parts.options.startup = form.initial;
    parts.first =
        transfer::learned_start(sources, models_of(sources, lessons, known.learned), space,
                                form.initial + kSpareFirst, mix_seed(input.study.seed, kFirstStream));
    known.tasks = std::move(lessons.tasks);
  }
  parts.fitter = std::make_shared<const AblrFitter>(form.network, std::move(known));
  return parts;
}

}  // namespace

Ablr::Ablr(const SamplerInput& input) : ModelSampler(input.study, ablr_parts(input)) {}

OptionSpecs Ablr::options() { return describe_options<AblrForm>(); }

std::vector<ArtefactDraft> Ablr::prepare(const SamplerInput& input) {
  const AblrForm form = form_of(input);
  const search::SearchSpace space(input.study.space);
  const std::vector<transfer::BaseData> sources =
      transfer::base_data(input, space, form.model.learning.output);
  if (sources.empty()) return {};
  const transfer::KeptFits kept(kNetworkKind, input.artefacts);
  const AblrLessons lessons = lessons_of(sources, space, form.network);
  if (kept.has(lessons.print)) return {};
  std::vector<ArtefactSource> from;
  for (const transfer::BaseData& source : sources)
    from.push_back({.study = source.name, .trials = source.data.size(), .revision = 0});
  const Eigen::VectorXd flat = learn_flat(lessons, form.network.steps);
  const std::string name = input.study.name.empty() ? "network" : input.study.name;
  return {kept.draft(name, lessons.print, {flat.begin(), flat.end()}, std::move(from))};
}

}  // namespace hone::baselines
