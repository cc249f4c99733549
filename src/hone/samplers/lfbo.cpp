// SPDX-License-Identifier: MIT
#include "hone/samplers/lfbo.hpp"

#include <utility>

#include "hone/samplers/observations.hpp"

namespace hone::samplers {
namespace {

using learners::Labels;
using learners::Utility;

struct BoreForm {
  LfboOptions lfbo = {.utility = Utility::Probability};
  void declare(OptionReader& option) { lfbo.declare(option); }
};

struct LfboForm {
  LfboOptions lfbo = {};
  void declare(OptionReader& option) {
    option.choice("weights", lfbo.utility, {{"ei", Utility::Improvement}, {"pi", Utility::Probability}},
                  "what a good trial counts: ei by how much it is better, pi all the same");
    lfbo.declare(option);
  }
};

}  // namespace

void declare_trees(OptionReader& option, learners::BoostingOptions& trees) {
  option.integer("trees.rounds", trees.rounds, 1, 10000, "boosted trees");
  option.integer("trees.depth", trees.depth, 1, 20, "questions of each at most");
  option.real("trees.rate", trees.rate, 1e-4, 1.0, "what part of each tree's step is taken");
  option.real("trees.penalty", trees.lambda, 0.0, 1e6, "ridge penalty of leaves");
  option.real("trees.min_weight", trees.min_child_weight, 0.0, 1e6, "least curvature in a leaf");
}

void LfboOptions::declare(OptionReader& option) {
  option.choice("classifier", classifier,
                {{"trees", ClassifierKind::Trees},
                 {"forest", ClassifierKind::Forest},
                 {"network", ClassifierKind::Network}},
                "what tells good trials from poor ones");
  option.real("gamma", gamma, 0.01, 0.9, "share of the trials that are good");
  option
      .integer("startup", startup, 0, 100000,
               "trials before the first classifier; 0: by the number of dimensions")
      .in("trials");
  option.real("explore", explore, 0.0, 1.0, "share of the proposals that are random");
  declare_trees(option, trees);
  option.integer("forest.trees", forest.trees, 1, 10000, "trees of the forest");
  option.integer("forest.min_rows", forest.min_rows, 1, 1000, "least trials in a leaf");
  option.integer("network.width", network.width, 2, 512, "units of each layer");
  option.integer("network.blocks", network.blocks, 0, 10, "layers with a skip");
  option.integer("network.steps", network.steps, 1, 100000, "of training").in("steps");
  option.integer("candidates", candidates, 4, 100000, "points looked at for each proposal, anywhere");
  option.integer("local", local, 0, 100000, "and near the best trial");
}

Lfbo::Lfbo(const Study& study) : Lfbo(study, read_options<LfboForm>(study.sampler).lfbo) {}

Lfbo::Lfbo(const Study& study, LfboOptions options)
    : ClassifierSampler(study, {.startup = options.startup, .explore = options.explore}), options_(options) {}

OptionSpecs Lfbo::options() { return describe_options<LfboForm>(); }

Bore::Bore(const Study& study) : Lfbo(study, read_options<BoreForm>(study.sampler).lfbo) {}

OptionSpecs Bore::options() { return describe_options<BoreForm>(); }

std::unique_ptr<model::Classifier> Lfbo::classify(const model::Points& points, const Labels& labels,
                                                  std::uint64_t seed) const {
  const model::Columns& columns = space().columns();
  switch (options_.classifier) {
    case ClassifierKind::Forest:
      return std::make_unique<learners::ForestClassifier>(columns, points, labels, options_.forest, seed);
    case ClassifierKind::Network:
      return std::make_unique<learners::NetworkClassifier>(columns, points, labels, options_.network, seed);
    case ClassifierKind::Trees:
      break;
  }
  return std::make_unique<learners::BoostedClassifier>(columns, points, labels, options_.trees, seed);
}

std::optional<ClassifierSampler::Learned> Lfbo::learn(const Evidence& evidence, std::uint64_t seed) const {
  const Labels labels =
      learners::label_values(with_worst_for_missing(evidence.values), options_.gamma, options_.utility);
  if (!labels.both_classes()) return std::nullopt;
  const auto [rows, believed] =
      learners::thinned(learners::with_poor(labels, evidence.pending()), learners::kEnoughRows);
  // Drawn evenly, not evolved: trees give one score to all points of a box, evolution would creep into a
  // corner of it, and what lies elsewhere in the box would never be tried.
  return Learned{.classifier = classify(model::select(evidence.points, rows), believed, seed),
                 .start = evidence.best,
                 .effort = {.evolution = {.population = options_.candidates, .generations = 1}},
                 .local = options_.local};
}

}  // namespace hone::samplers
