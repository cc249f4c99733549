// SPDX-License-Identifier: MIT
#include "hone/samplers/model_sampler.hpp"

#include <algorithm>

#include "hone/base/rng.hpp"
#include "hone/designs/latin_hypercube.hpp"
#include "hone/samplers/batch_choice.hpp"
#include "hone/samplers/belief.hpp"
#include "hone/samplers/mace_search.hpp"
#include "hone/samplers/picker.hpp"

namespace hone::samplers {

ModelSampler::ModelSampler(const Study& study, ModelOptions options)
    : objectives_(study.objectives),
      options_(std::move(options)),
      seed_(study.seed),
      encoding_(study.space),
      model_space_(encoding_) {
  const auto dimensions = static_cast<int>(encoding_.dimensions());
  if (dimensions > 0 && dimensions <= designs::Sobol::max_dimensions())
    sequence_.emplace(dimensions, study.seed);
}

void ModelSampler::tell(std::span<const Trial> finished) { history_.add(finished); }

std::size_t ModelSampler::startup_trials() const {
  if (options_.startup > 0) return static_cast<std::size_t>(options_.startup);
  return std::clamp<std::size_t>(1 + encoding_.dimensions(), 4, 32);
}

void ModelSampler::pick_evenly(Picker& picker) const {
  const auto startup = static_cast<std::uint64_t>(startup_trials());
  const int dimensions = static_cast<int>(encoding_.dimensions());
  std::optional<designs::Points> hypercube;
  std::vector<double> point(encoding_.dimensions());
  while (!picker.full()) {
    const std::uint64_t position = picker.position();
    if (options_.start == StartDesign::LatinHypercube && position < startup && dimensions > 0) {
      if (!hypercube) hypercube = designs::latin_hypercube(static_cast<int>(startup), dimensions, seed_);
      picker.pick_at(hypercube->row(static_cast<int>(position)));
    } else if (sequence_) {
      sequence_->point(position, point);
      picker.pick_at(point);
    } else {
      picker.pick_random();
    }
  }
}

void ModelSampler::pick_by_model(Picker& picker, const AskRequest& request) const {
  Belief belief = learn(history_.trials(), request, objectives_, model_space_, options_.belief);
  const acquisition::Mace mace(belief.model,
                               {.target = belief.target,
                                .kappa = acquisition::mace_kappa(belief.observations, request.count,
                                                                 static_cast<int>(encoding_.dimensions())),
                                .robust = options_.search.robust,
                                .with_noise = options_.search.with_noise});
  MaceCandidates found =
      search_mace(encoding_, model_space_, mace, options_.search, belief.best, mix_seed(request.seed, 2));
  BatchChoice(model_space_, std::move(belief), std::move(found)).pick(picker, options_.batch);
}

std::vector<Proposal> ModelSampler::ask(const AskRequest& request) const {
  Picker picker(encoding_, history_, request);
  const auto is_complete = [](const Trial& trial) { return trial.state == TrialState::Complete; };
  const bool something_measured =
      std::any_of(history_.trials().begin(), history_.trials().end(), is_complete);
  if (something_measured && history_.size() >= startup_trials() && encoding_.dimensions() > 0) {
    pick_by_model(picker, request);
  }
  pick_evenly(picker);  // the start, and whatever the model left open
  return picker.take();
}

}  // namespace hone::samplers
