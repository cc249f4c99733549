// SPDX-License-Identifier: MIT
#include "hone/baselines/banner.hpp"

#include <memory>
#include <utility>

#include "hone/base/rng.hpp"
#include "hone/base/text.hpp"
#include "hone/baselines/banner_fitter.hpp"
#include "hone/meta/meta_model.hpp"
#include "hone/meta/space_signature.hpp"
#include "hone/transfer/base_models.hpp"
#include "hone/transfer/kept_fits.hpp"
#include "hone/transfer/learned_start.hpp"

namespace hone::baselines {
namespace {

constexpr const char* kBannerKind = "banner-network";
constexpr std::uint64_t kBannerSeed = 22;
constexpr std::uint64_t kBannerFirstStream = 17;
// Beyond the first ones, for when the first fail.
constexpr int kSpareBannerFirst = 8;
// A network learns from thousands as easily as from hundreds.
constexpr int kMostBannerTrials = 1000;

// What the head calls noise is also what the features cannot say, so it is no reason to try something twice.
struct BannerForm {
  meta::TrainingOptions training = {.loss = meta::TrainingLoss::Squared};
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
    meta::declare_training(option, training);
  }
};

BannerForm banner_form(const SamplerInput& input) {
  return read_options<BannerForm>({"banner", input.study.sampler.options});
}

// Whoever has sources learns; without any there is nothing to keep.
void require_banner_room(const SamplerInput& input, const search::SearchSpace& space) {
  if (!input.sources.empty() || !input.study.sources.empty())
    meta::require_keepable(input.study.space, learners::NetworkInputs(space.columns()).size(), "banner");
}

/// The sources as tasks whose labels are their standardised values, with the key of what is learned from
/// them.
struct BannerLessons {
  std::vector<transfer::BaseData> sources;
  std::vector<meta::MetaTask> tasks;
  std::string print;

  BannerLessons(const SamplerInput& input, const search::SearchSpace& space, const BannerForm& form)
      : sources(transfer::base_data(input, space, form.model.learning.output, kMostBannerTrials)) {
    for (const transfer::BaseData& source : sources) {
      const Eigen::Index n = source.data.size();
      tasks.push_back({source.name, source.data.points(), {source.data.y(), Eigen::VectorXd::Ones(n)}});
    }
    if (!tasks.empty())
      print = meta::fingerprint(tasks, space.columns(), "banner 1 " + meta::settings_text(form.training));
  }

  meta::MetaModel learn(const search::SearchSpace& space, const meta::TrainingOptions& options) const {
    meta::Trained trained =
        meta::train(tasks, learners::NetworkInputs(space.columns()), options, kBannerSeed);
    return {meta::space_signature(space.space()), std::move(trained.network), trained.report};
  }
};

/// What the network says about each source, with the source's own embedding.
std::vector<transfer::BaseModel> source_models(const BannerLessons& lessons, const BannerFitter& fitter) {
  std::vector<transfer::BaseModel> models;
  for (const transfer::BaseData& source : lessons.sources) {
    std::vector<double> memory;
    models.push_back({source.name, fitter.fit(source.data, 0, memory)});
  }
  return models;
}

samplers::ModelParts banner_parts(const SamplerInput& input) {
  const BannerForm form = banner_form(input);
  samplers::ModelParts parts{.options = form.model, .fitter = nullptr};
  const search::SearchSpace space(input.study.space);
  const learners::NetworkInputs inputs(space.columns());
  require_banner_room(input, space);
  const BannerLessons lessons(input, space, form);
  const auto fitter_of = [&](meta::Network network) {
    return std::make_shared<const BannerFitter>(
        std::make_shared<const meta::MetaKnowledge>(meta::MetaKnowledge{inputs, std::move(network)}));
  };
  if (lessons.tasks.empty()) {
    parts.fitter = fitter_of(meta::untrained(inputs.size(), form.training, kBannerSeed));
    return parts;
  }
  const std::string kept = transfer::KeptFits(kBannerKind, input.artefacts).find_bytes(lessons.print);
  const auto fitter =
      fitter_of((kept.empty() ? lessons.learn(space, form.training) : meta::model_from_bytes(kept)).network);
  parts.options.startup = form.initial;
  parts.first = transfer::learned_start(lessons.sources, source_models(lessons, *fitter), space,
                                        form.initial + kSpareBannerFirst,
                                        mix_seed(input.study.seed, kBannerFirstStream));
  parts.fitter = fitter;
  return parts;
}

}  // namespace

Banner::Banner(const SamplerInput& input) : ModelSampler(input.study, banner_parts(input)) {}

OptionSpecs Banner::options() { return describe_options<BannerForm>(); }

std::vector<ArtefactDraft> Banner::prepare(const SamplerInput& input) {
  const BannerForm form = banner_form(input);
  const search::SearchSpace space(input.study.space);
  require_banner_room(input, space);
  const BannerLessons lessons(input, space, form);
  const transfer::KeptFits kept(kBannerKind, input.artefacts);
  if (lessons.tasks.empty() || kept.has(lessons.print)) return {};
  return {kept.draft_bytes(input.study.name.empty() ? "network" : input.study.name, lessons.print,
                           meta::to_bytes(lessons.learn(space, form.training)),
                           meta::sources_of(lessons.tasks))};
}

}  // namespace hone::baselines
