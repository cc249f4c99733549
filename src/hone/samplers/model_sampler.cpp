// SPDX-License-Identifier: MIT
#include "hone/samplers/model_sampler.hpp"

#include <algorithm>

#include "hone/base/rng.hpp"
#include "hone/designs/latin_hypercube.hpp"
#include "hone/gp/fitter.hpp"
#include "hone/samplers/acquisition_factory.hpp"
#include "hone/samplers/batch_choice.hpp"
#include "hone/samplers/expected_gain.hpp"
#include "hone/samplers/fit_memory.hpp"
#include "hone/samplers/posterior.hpp"
#include "hone/search/find.hpp"
#include "hone/search/picker.hpp"

namespace hone::samplers {
namespace {

using search::Picker;

// From so many observations on the model's word about noise is taken. Before, it may call noise what it has
// not understood yet, and a repeat would be wasted.
constexpr int kEnoughToTellNoise = 20;
// What counts as noisy: noise that makes up this share of all variance.
constexpr double kNoisyShare = 0.1;
// Standard deviations below the mean that the bound lies by which settings are measured again. With two, one
// study in twenty never came back to the best of eight after an unlucky first measurement
// (docs/results/noise.md).
constexpr double kBoundOfRepeats = 3.5;

bool is_noisy(const Posterior& posterior) {
  if (posterior.observations < kEnoughToTellNoise) return false;
  for (std::size_t k = 0; k < posterior.objectives.size(); ++k) {
    const double spread = posterior.spreads[k];
    if (posterior.objectives[k]->noise_variance() > kNoisyShare * spread * spread) return true;
  }
  return false;
}

bool knows_jointly(const Posterior& posterior, const search::SearchSpace& space) {
  return posterior.model().predict_jointly(space.points(posterior.best)).has_value();
}

std::unique_ptr<const AcquisitionFactory> factory_for(const Posterior& posterior, const ModelParts& parts,
                                                      double kappa, bool all_tried, bool costs) {
  if (posterior.several()) return std::make_unique<VolumeFactory>(kappa);
  // Improvement stays with whatever was lucky first; a bound comes back to what was measured seldom.
  if (all_tried) return std::make_unique<BoundFactory>(kBoundOfRepeats);
  OpinionOptions opinions = parts.options.search;
  // A bound is no logarithm, and cannot be taken per unit of cost.
  if (costs && (opinions.expectation || opinions.probability)) opinions.bound = false;
  return std::make_unique<ScalarFactory>(ensemble(opinions, posterior.target, kappa), parts.rule);
}

}  // namespace

ModelSampler::ModelSampler(const Study& study, ModelParts parts)
    : objectives_(study.objectives),
      parts_(std::move(parts)),
      seed_(study.seed),
      gain_wanted_(study.plan.stop.gain.has_value()),
      space_(study.space),
      preferences_(study, space_),
      even_(study, static_cast<int>(space_.dimensions()), preferences_.prior()) {}

ModelParts gp_parts(ModelOptions options) {
  auto fitter = std::make_shared<const gp::GpFitter>(options.fit);
  return {.options = std::move(options), .fitter = std::move(fitter)};
}

void ModelSampler::tell(std::span<const Trial> finished) { history_.add(finished); }

std::size_t ModelSampler::startup_trials() const {
  return parts_.options.startup > 0 ? static_cast<std::size_t>(parts_.options.startup) : even_start();
}

std::size_t ModelSampler::even_start() const {
  return std::clamp<std::size_t>(1 + static_cast<std::size_t>(space_.dimensions()), 4, 32);
}

// Those that no model has proposed.
std::size_t ModelSampler::evenly_tried() const {
  const auto& trials = history_.trials();
  return static_cast<std::size_t>(
      std::count_if(trials.begin(), trials.end(), [](const Trial& trial) { return !keeps_memory(trial); }));
}

/// The first ones, and then the even start without its first `skipped` points.
void ModelSampler::pick_evenly(Picker& picker, std::span<const Configuration> first,
                               std::uint64_t skipped) const {
  const auto startup = static_cast<std::uint64_t>(startup_trials());
  const int dimensions = static_cast<int>(space_.dimensions());
  std::optional<designs::DesignPoints> hypercube;
  bool left = true;
  while (left && !picker.full()) {
    const std::uint64_t position = picker.position() - skipped;
    if (position < first.size() && picker.open(first[position])) {
      picker.pick(first[position]);
    } else if (parts_.options.start == StartDesign::LatinHypercube && position < startup && dimensions > 0) {
      if (!hypercube) hypercube = designs::latin_hypercube(static_cast<int>(startup), dimensions, seed_);
      const std::span<const double> row = hypercube->row(static_cast<int>(position));
      std::vector<double> point(row.begin(), row.end());
      even_.lean(position, point);
      left = picker.pick_at(point);
    } else {
      left = even_.pick(picker, position);
    }
  }
}

// Every configuration of a pool or a small space was tried, or is running.
bool ModelSampler::exhausted(const Picker& picker) const {
  return space_.whole() != nullptr && picker.seen_all(space_.whole()->configurations);
}

/// False when the model knows too little yet; `remarks` then says why.
bool ModelSampler::pick_by_model(Picker& picker, const AskRequest& request, Notes& remarks) const {
  Posterior posterior =
      learn(history_.trials(), request, objectives_, space_, *parts_.fitter, parts_.options.learning);
  Notes notes = parts_.rule->notes(posterior.model());
  if (!parts_.rule->informed(posterior.model()) && evenly_tried() < even_start()) {
    remarks = std::move(notes);
    return false;
  }
  const bool all_tried = exhausted(picker);
  // Where a setting is measured again, what it has in common with the others is what its doubt is made of: a
  // forest, which knows points one by one, would be sure of the first thing that it was told.
  if (all_tried && !posterior.several() && !knows_jointly(posterior, space_))
    posterior =
        learn(history_.trials(), request, objectives_, space_, gp::GpFitter({}), parts_.options.learning);
  posterior.notes.merge(notes);
  if (parts_.options.repeats == RepeatRule::Always ||
      (parts_.options.repeats == RepeatRule::Auto && (all_tried || is_noisy(posterior))))
    picker.allow(search::Repeats::Always);
  const double kappa =
      acquisition::mace_kappa(posterior.observations, request.count, static_cast<int>(space_.dimensions()));
  const auto cost = preferences_.learn_costs(history_.trials(), space_, mix_seed(request.seed, 6));
  auto factory = factory_for(posterior, parts_, kappa, all_tried, cost.has_value());
  // Where all was tried, neither belief nor thrift has anything to add to the measurements.
  Inclination inclination;
  if (!all_tried) inclination = preferences_.after(history_.trials(), startup_trials(), cost);
  if (!inclination.none())
    factory = std::make_unique<InclinedFactory>(std::move(factory), std::move(inclination));
  search::Candidates found =
      search::find(space_, *acquisition_of(posterior, *factory, {.screen = true}),
                   {.start = posterior.best,
                    .wanted = [&](const Configuration& one) { return picker.open(one); },
                    .seed = mix_seed(request.seed, 2)},
                   {.evolution = parts_.options.search.evolution, .keep = std::max(200, 4 * request.count)});
  // A member of the front taken by chance is for what nobody has seen; where all was seen there is no such.
  // The volume of several objectives draws to all parts of the front by itself: turns would cost it (mean
  // rank of 8 settings 3.1 without them, 4.6 with them).
  const bool straight = all_tried || posterior.several();
  const BatchRule rule =
      straight && parts_.options.batch == BatchRule::Mixed ? BatchRule::Expected : parts_.options.batch;
  if (gain_wanted_) remarks = gain_notes(posterior, cost, found.points);
  BatchChoice(space_, std::move(posterior), *factory, std::move(found)).pick(picker, rule);
  return true;
}

bool ModelSampler::can_learn() const {
  const auto is_complete = [](const Trial& trial) { return trial.state == TrialState::Complete; };
  return history_.size() >= startup_trials() && space_.dimensions() > 0 &&
         std::any_of(history_.trials().begin(), history_.trials().end(), is_complete);
}

std::vector<Proposal> ModelSampler::ask(const AskRequest& request) const {
  Picker picker(space_.encoding(), history_, request);
  if (parts_.options.repeats == RepeatRule::Never) picker.allow(search::Repeats::Never);
  Notes remarks;
  if (can_learn() && !pick_by_model(picker, request, remarks)) {
    // What was proposed so far by models that knew too little does not stand for the even start.
    pick_evenly(picker, {}, history_.size() - evenly_tried());
  }
  pick_evenly(picker, parts_.first, 0);  // the start, and whatever the model left open
  std::vector<Proposal> proposals = picker.take();
  for (Proposal& proposal : proposals) proposal.notes.insert(remarks.begin(), remarks.end());
  return proposals;
}

}  // namespace hone::samplers
