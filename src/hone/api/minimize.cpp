// SPDX-License-Identifier: MIT
#include "hone/api/minimize.hpp"

#include <exception>

#include "hone/api/tuner.hpp"

namespace hone {
namespace {

Found search(const Space& space, Direction direction, const Function& function,
             const MinimizeOptions& options) {
  const Study study{.name = options.name,
                    .space = space,
                    .objectives = {Objective{.direction = direction}},
                    .sampler = {options.sampler, options.sampler_options},
                    .seed = options.seed,
                    .horizon = options.trials};
  Tuner tuner(study, options.store);
  while (std::ssize(tuner.trials()) < options.trials) {
    const auto asked = tuner.ask(1);
    if (asked.empty()) break;
    const Trial& trial = asked.front();
    std::optional<double> value;
    std::string problem;
    try {
      value = function(trial.configuration);
    } catch (const std::exception& error) {
      problem = error.what();
    }
    if (value) {
      tuner.tell(trial.number, *value);
    } else {
      tuner.tell(trial.number, TrialState::Failed, problem);
    }
  }
  Found found{.best = {}, .trials = tuner.trials()};
  if (tuner.best() != nullptr) found.best = *tuner.best();
  return found;
}

}  // namespace

Found minimize(const Space& space, const Function& function, const MinimizeOptions& options) {
  return search(space, Direction::Minimize, function, options);
}

Found maximize(const Space& space, const Function& function, const MinimizeOptions& options) {
  return search(space, Direction::Maximize, function, options);
}

}  // namespace hone
