// SPDX-License-Identifier: MIT
// Ask and tell with a mixed, conditional, constrained space: the caller runs the trials, in batches here, and
// some fail.
#include <hone/hone.hpp>
#include <iostream>

int main() {
  hone::Tuner tuner({.name = "svm",
                     .space = hone::Space({hone::real("C", 1, 1000, hone::Scale::Log),
                                           hone::categorical("kernel", {"rbf", "poly"}),
                                           hone::when(hone::integer("degree", 2, 5), "kernel", {"poly"})},
                                          {"kernel == 'rbf' or C < 500"}),
                     .objectives = {{"accuracy", hone::Direction::Maximize}},
                     .sampler = {"sobol"},
                     .seed = 7});
  tuner.enqueue({{"C", 10.0}, {"kernel", "rbf"}});  // try what we use today first

  for (int batch = 0; batch < 5; ++batch) {
    for (const hone::Trial& trial : tuner.ask(4)) {
      const hone::Configuration& at = trial.configuration;
      if (at.has("degree") && at.integer("degree") == 5) {
        tuner.tell(trial.number, hone::TrialState::Failed, "did not converge");
      } else {
        tuner.tell(trial.number, at.text("kernel") == "rbf" ? 0.9 : 0.8);
      }
    }
  }
  std::cout << tuner.trials().size() << " trials, best accuracy " << tuner.best()->values[0] << " with "
            << hone::to_text(tuner.best()->configuration) << '\n';
  return tuner.best()->number == 0 ? 0 : 1;
}
