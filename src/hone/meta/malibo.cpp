// SPDX-License-Identifier: MIT
#include "hone/meta/malibo.hpp"

#include <utility>

#include "hone/base/error.hpp"
#include "hone/base/rng.hpp"
#include "hone/base/text.hpp"
#include "hone/meta/space_signature.hpp"
#include "hone/samplers/lfbo.hpp"
#include "hone/samplers/observations.hpp"
#include "hone/transfer/kept_fits.hpp"

namespace hone::meta {
namespace {

using learners::Labels;
using learners::LogisticRegression;

// Models that were trained for a study on its way, found again by what they depend on.
constexpr const char* kUnnamedKind = "malibo-network";
constexpr std::uint64_t kTrainingSeed = 21;
// Trees that are grown on fewer good and poor trials than these are the noise of those.
constexpr Eigen::Index kLeastForTrees = 5;

[[noreturn]] void refuse_model(const std::string& name, const std::string& why) {
  throw Error(ErrorCode::InvalidOption, text("the model '", name, "' ", why),
              "see `hone meta list`, or train one for this study with `hone meta train STUDY.yaml --from all "
              "--save NAME`");
}

// Whoever has sources learns; without any there is nothing to keep.
void require_room(const SamplerInput& input, int inputs) {
  if (!input.sources.empty() || !input.study.sources.empty())
    require_keepable(input.study.space, inputs, "malibo");
}

struct NamedModel {
  MetaModel model;
  std::string version;  // the beginning of its hash
};

NamedModel model_named(const std::string& name, const SamplerInput& input, int inputs) {
  const auto artefact = find_model(*input.artefacts, name);
  if (!artefact) refuse_model(name, "does not exist in this store");
  if (input.study.objectives.size() > 1)
    refuse_model(name, "was trained for one objective, and this study has several");
  MetaModel model = [&] {
    try {
      return model_from_bytes(artefact->bytes);
    } catch (const Error& error) {
      refuse_model(name, text("cannot be used: ", error.what()));
    }
  }();
  const std::string difference = signature_difference(model.signature, space_signature(input.study.space));
  if (!difference.empty()) refuse_model(name, "was trained on another space: " + difference);
  if (model.network.shape().inputs != inputs)
    refuse_model(name, text("has ", model.network.shape().inputs, " inputs where this space has ", inputs));
  return {std::move(model), artefact->info.hash.substr(0, 12)};
}

/// The sources, and the key of what is learned from them.
struct MaliboLessons : MetaTasks {
  std::string print;
};

MaliboLessons lessons_of(const SamplerInput& input, const search::SearchSpace& space,
                         const MaliboOptions& options) {
  MaliboLessons lessons{{meta_tasks(input, space, options.tasks)}, ""};
  if (!lessons.tasks.empty())
    lessons.print =
        fingerprint(lessons.tasks, space.columns(), "malibo 1 " + settings_text(options.training));
  return lessons;
}

MetaModel learned_from(const MaliboLessons& lessons, const search::SearchSpace& space,
                       const MaliboOptions& options, std::uint64_t seed,
                       const TrainingProgress& progress = nullptr) {
  Trained trained =
      train(lessons.tasks, learners::NetworkInputs(space.columns()), options.training, seed, progress);
  trained.report.utility = lessons.utility;
  return {space_signature(space.space()), std::move(trained.network), trained.report};
}

// One label for each row of what ended; without any result all of them are poor.
Labels labels_of(const Eigen::VectorXd& values, double gamma, learners::Utility utility) {
  if (values.array().isNaN().all())
    return {Eigen::VectorXd::Zero(values.size()), Eigen::VectorXd::Ones(values.size())};
  return learners::label_values(samplers::with_worst_for_missing(values), gamma, utility);
}

}  // namespace

void MaliboOptions::declare(OptionReader& option) {
  option.name("model", model, "learned from the sources", "a model that `hone meta train` has saved");
  option.flag("thompson", thompson, "each proposal from one draw of what is believed; false: from the mean");
  option.flag("boosting", boosting, "trees correct what earlier studies have taught");
  option.real("gamma", tasks.gamma, 0.01, 0.9, "share of the trials that are good");
  option.choice("weights", tasks.utility,
                {{"auto", std::nullopt},
                 {"capped", learners::Utility::CappedImprovement},
                 {"ei", learners::Utility::Improvement},
                 {"pi", learners::Utility::Probability}},
                "what a good trial counts: ei by how much it is better, capped no more than three times the "
                "median of that, pi all the same; auto is capped, or pi when the best trials of the sources "
                "lie among poor ones");
  option
      .integer("startup", startup, 0, 100000,
               "trials before the first classifier when nothing was learned beforehand; 0: by the number of "
               "dimensions")
      .in("trials");
  samplers::declare_trees(option, trees);
  declare_training(option, training);
  option.integer("training.most_trials", tasks.most_trials, 3, 1000000, "of each source").in("trials");
  option.integer("candidates", candidates, 4, 100000, "points looked at for each proposal, anywhere");
  option.integer("local", local, 0, 100000, "and near the best trial");
}

/// What a sampler is made of.
struct Malibo::Parts {
  MaliboOptions options;
  std::shared_ptr<const MetaKnowledge> knowledge;
  learners::Utility utility;
  bool informed = false;
  std::string missing = {};
  std::string version = {};

  static Parts of(const SamplerInput& input) {
    const auto options = read_options<MaliboOptions>(input.study.sampler);
    const search::SearchSpace space(input.study.space);
    const learners::NetworkInputs inputs(space.columns());
    require_room(input, inputs.size());
    const auto knowing = [&](Network network, bool informed, learners::Utility utility) {
      return Parts{options, std::make_shared<const MetaKnowledge>(MetaKnowledge{inputs, std::move(network)}),
                   options.tasks.utility.value_or(utility), informed};
    };
    const auto nothing = [&] {
      return knowing(untrained(inputs.size(), options.training, kTrainingSeed), false,
                     learners::Utility::CappedImprovement);
    };
    if (!options.model.empty()) {
      if (input.artefacts == nullptr) {
        Parts parts = nothing();
        parts.missing = options.model;
        return parts;
      }
      NamedModel named = model_named(options.model, input, inputs.size());
      Parts parts = knowing(std::move(named.model.network), true, named.model.report.utility);
      parts.version = std::move(named.version);
      return parts;
    }
    const MaliboLessons lessons = lessons_of(input, space, options);
    if (lessons.tasks.empty()) return nothing();
    const std::string kept = transfer::KeptFits(kUnnamedKind, input.artefacts).find_bytes(lessons.print);
    if (!kept.empty()) return knowing(model_from_bytes(kept).network, true, lessons.utility);
    return knowing(learned_from(lessons, space, options, kTrainingSeed).network, true, lessons.utility);
  }
};

Malibo::Malibo(const SamplerInput& input) : Malibo(input.study, Parts::of(input)) {}

Malibo::Malibo(const Study& study, Parts parts)
    : ClassifierSampler(study, {.startup = parts.options.startup, .informed = parts.informed}),
      options_(std::move(parts.options)),
      knowledge_(std::move(parts.knowledge)),
      utility_(parts.utility),
      missing_(std::move(parts.missing)),
      version_(std::move(parts.version)) {}

// A name may come to mean another model: which one it was stays with the trials.
std::vector<Proposal> Malibo::ask(const AskRequest& request) const {
  std::vector<Proposal> proposals = ClassifierSampler::ask(request);
  if (version_.empty()) return proposals;
  const std::string name = options_.model.substr(0, options_.model.find('@'));
  for (Proposal& proposal : proposals) proposal.notes["model"] = name + "@" + version_;
  return proposals;
}

OptionSpecs Malibo::options() { return describe_options<MaliboOptions>(); }

std::vector<ArtefactDraft> Malibo::prepare(const SamplerInput& input) {
  const auto options = read_options<MaliboOptions>(input.study.sampler);
  if (!options.model.empty()) return {};
  const search::SearchSpace space(input.study.space);
  require_room(input, learners::NetworkInputs(space.columns()).size());
  const MaliboLessons lessons = lessons_of(input, space, options);
  if (lessons.tasks.empty()) return {};
  const transfer::KeptFits kept(kUnnamedKind, input.artefacts);
  if (kept.has(lessons.print)) return {};
  return {kept.draft_bytes(input.study.name.empty() ? "network" : input.study.name, lessons.print,
                           to_bytes(learned_from(lessons, space, options, kTrainingSeed)),
                           sources_of(lessons.tasks))};
}

std::optional<samplers::ClassifierSampler::Learned> Malibo::learn(const samplers::Evidence& evidence,
                                                                  std::uint64_t seed) const {
  if (!missing_.empty())
    throw Error(ErrorCode::NotFound, text("the model '", missing_, "' cannot be found without a store"),
                "open the study in the store that holds the model");
  const Labels labels = labels_of(evidence.values, options_.tasks.gamma, utility_);
  // Draws are independent, and so need not know of what is running; a mean would be the same again.
  const bool drawn = options_.thompson && evidence.points.rows() > 0;
  const auto [rows, believed] = learners::thinned(
      drawn ? labels : learners::with_poor(labels, evidence.pending()), learners::kEnoughRows);
  const model::Points points = model::select(evidence.points, rows);
  const Seen seen = look(*knowledge_, points);
  auto task = LogisticRegression::fit(seen.features, believed, seen.mean);
  Rng rng(seed, 5);
  Learned learned{.classifier = nullptr,
                  .start = evidence.best,
                  .effort = {.evolution = {.population = options_.candidates, .generations = 1}},
                  .local = options_.local};
  Eigen::VectorXd initial;
  if (drawn) {
    const Eigen::VectorXd embedding = task.draw(rng);
    initial = seen.features * embedding + seen.mean;
    learned.classifier = std::make_unique<DrawnClassifier>(*knowledge_, embedding);
  } else {
    initial = task.log_odds(seen.features, seen.mean);
    learned.classifier = std::make_unique<MeanClassifier>(*knowledge_, std::move(task));
  }
  if (options_.boosting && labels.size() >= kLeastForTrees && labels.both_classes()) {
    auto trees = learners::BoostedTrees::fit(space().columns(), points, believed, initial, options_.trees,
                                             rng.bits64());
    learned.classifier =
        std::make_unique<CorrectedClassifier>(std::move(learned.classifier), std::move(trees));
  }
  return learned;
}

MetaModel train_model(const SamplerInput& input, const MaliboOptions& options, std::uint64_t seed,
                      const TrainingProgress& progress) {
  const search::SearchSpace space(input.study.space);
  require_keepable(input.study.space, learners::NetworkInputs(space.columns()).size(), "malibo");
  const MaliboLessons lessons = lessons_of(input, space, options);
  if (lessons.tasks.empty())
    throw Error(ErrorCode::InvalidArgument, "there is no source that can be learned from",
                "see `hone sources` for the reasons");
  return learned_from(lessons, space, options, seed, progress);
}

}  // namespace hone::meta
