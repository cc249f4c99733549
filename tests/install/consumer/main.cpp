// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cmath>
#include <hone/core/history.hpp>
#include <hone/encode/encoding.hpp>
#include <hone/hone.hpp>
#include <hone/search/picker.hpp>
#include <iostream>
#include <memory>

// The sampler of docs/guide/cpp.md: every second proposal lies near the best so far.
class Nearby : public hone::Sampler {
 public:
  explicit Nearby(const hone::Study& study) : objectives_(study.objectives), encoding_(study.space) {}

  void tell(std::span<const hone::Trial> finished) override {
    history_.add(finished);
    for (const hone::Trial& trial : finished) {
      if (trial.state != hone::TrialState::Complete) continue;
      // Of equal values the earlier trial counts, so that the order of telling does not matter.
      const bool better = hone::better(objectives_[0], trial.values[0], value_);
      if (best_.empty() || better || (trial.values[0] == value_ && trial.number < number_)) {
        number_ = trial.number;
        best_ = encoding_.encode(trial.configuration);
        value_ = trial.values[0];
      }
    }
  }

  std::vector<hone::Proposal> ask(const hone::AskRequest& request) const override {
    hone::search::Picker picker(encoding_, history_, request);
    while (!picker.full()) {
      if (best_.empty() || picker.position() % 2 == 0) {
        if (!picker.pick_random()) break;
        continue;
      }
      std::vector<double> point = best_;
      for (double& x : point) x = std::clamp(x + 0.1 * (picker.rng().uniform() - 0.5), 0.0, 1.0);
      if (!picker.pick_at(point)) break;
    }
    return picker.take();
  }

 private:
  std::vector<hone::Objective> objectives_;
  hone::encode::Encoding encoding_;
  hone::History history_;
  std::vector<double> best_ = {};  // a point of the unit cube
  double value_ = 0.0;
  std::int64_t number_ = 0;
};

int main() {
  const hone::Space space({hone::real("x", -5, 5)});
  const auto found =
      hone::minimize(space, [](const hone::Configuration& at) { return std::abs(at.real("x") - 1); },
                     {.trials = 64, .sampler = "sobol"});
  std::cout << found.best->configuration.real("x") << '\n';

  const hone::Study study{.name = "own", .space = space, .sampler = {"nearby"}, .seed = 1};
  hone::Tuner tuner(study, std::make_unique<Nearby>(study));
  for (int i = 0; i < 64; ++i) {
    const hone::Trial trial = tuner.ask();
    tuner.tell(trial.number, std::abs(trial.configuration.real("x") - 1));
  }
  std::cout << tuner.best()->values[0] << '\n';
  return std::abs(found.best->configuration.real("x") - 1) < 0.2 && tuner.best()->values[0] < 0.2 ? 0 : 1;
}
