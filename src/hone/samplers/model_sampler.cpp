// SPDX-License-Identifier: MIT
#include "hone/samplers/model_sampler.hpp"

#include <algorithm>

#include "hone/base/rng.hpp"
#include "hone/designs/latin_hypercube.hpp"
#include "hone/gp/fitter.hpp"
#include "hone/samplers/batch_choice.hpp"
#include "hone/samplers/belief.hpp"
#include "hone/samplers/fit_memory.hpp"
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

bool is_noisy(const Belief& belief) {
  return belief.observations >= kEnoughToTellNoise &&
         belief.model->noise_variance() > kNoisyShare * belief.spread * belief.spread;
}

}  // namespace

ModelSampler::ModelSampler(const Study& study, ModelParts parts)
    : objectives_(study.objectives),
      parts_(std::move(parts)),
      seed_(study.seed),
      space_(study.space),
      even_(study, static_cast<int>(space_.dimensions())) {}

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
      left = picker.pick_at(hypercube->row(static_cast<int>(position)));
    } else {
      left = even_.pick(picker, position);
    }
  }
}

// Every configuration of a pool or a small space was tried, or is running.
bool ModelSampler::exhausted(const Picker& picker) const {
  if (space_.whole() == nullptr) return false;
  const auto& all = space_.whole()->configurations;
  return std::all_of(all.begin(), all.end(), [&](const Configuration& one) { return picker.seen(one); });
}

/// False when the model knows too little yet; `remarks` then says why.
bool ModelSampler::pick_by_model(Picker& picker, const AskRequest& request, Notes& remarks) const {
  Belief belief =
      learn(history_.trials(), request, objectives_, space_, *parts_.fitter, parts_.options.belief);
  Notes judged = parts_.judge->notes(*belief.model);
  if (!parts_.judge->informed(*belief.model) && evenly_tried() < even_start()) {
    remarks = std::move(judged);
    return false;
  }
  belief.judge = parts_.judge;
  belief.notes.merge(judged);
  const bool all_tried = exhausted(picker);
  if (parts_.options.repeats == RepeatRule::Always ||
      (parts_.options.repeats == RepeatRule::Auto && (all_tried || is_noisy(belief))))
    picker.allow(search::Repeats::Always);
  const double kappa =
      acquisition::mace_kappa(belief.observations, request.count, static_cast<int>(space_.dimensions()));
  acquisition::MaceOptions opinions = ensemble(parts_.options.search, belief.target, kappa);
  // Where all was tried, means are averages of measurements; shaken by the noise again they would say
  // nothing.
  if (all_tried) opinions.robust = false;
  search::Candidates found =
      search::find(space_, *belief.promise(opinions),
                   {.start = {&belief.best, 1},
                    .wanted = [&](const Configuration& one) { return picker.open(one); },
                    .seed = mix_seed(request.seed, 2)},
                   {.evolution = parts_.options.search.evolution, .keep = std::max(200, 4 * request.count)});
  // A member of the front taken by chance is for what nobody has seen; where all was seen there is no such.
  const BatchRule rule =
      all_tried && parts_.options.batch == BatchRule::Mixed ? BatchRule::Expected : parts_.options.batch;
  BatchChoice(space_, std::move(belief), opinions, std::move(found)).pick(picker, rule);
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
