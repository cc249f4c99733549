// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "hone/core/sampler.hpp"
#include "hone/core/study.hpp"

namespace hone {

/// The value of one trial.
struct Measured {
  std::int64_t number = 0;
  double value = 0.0;
};

/// What becomes of a stored study that another sampler, pruner or seed is given for.
enum class OnDifference {
  Refuse,  ///< Error(AlreadyExists), which says what differs
  Take,    ///< the study has them from now on
};

/// Ask and tell from C++: proposes settings, learns their values, keeps them in a store.
///
///   hone::Tuner tuner({.space = hone::Space({hone::real("x", -5, 5)})});
///   for (int i = 0; i < 50; ++i) {
///     const hone::Trial trial = tuner.ask();
///     tuner.tell(trial.number, f(trial.configuration.real("x")));
///   }
///   std::cout << hone::to_text(tuner.best()->configuration);
///
/// For use by one thread at a time. Several tuners, in any number of processes, may share a study in a file.
class Tuner {
 public:
  /// Makes the study in the store (`memory:`, `sqlite:PATH`), or goes on with it when it is there: the space
  /// and the objectives must then be the same, and so must sampler, pruner and seed unless the rule says
  /// otherwise. Its starting points (Study::enqueue) are tried first, once. Throws Error for a wrong sampler,
  /// pruner, option or store.
  explicit Tuner(const Study& study,
                 const std::string& store = "memory:", OnDifference rule = OnDifference::Refuse);
  /// The same with a sampler of the program's own, made for the study's space; `study.sampler` only says what
  /// it is called in the store. It is told of the trials that are there already.
  Tuner(const Study& study, std::unique_ptr<Sampler> sampler,
        const std::string& store = "memory:", OnDifference rule = OnDifference::Refuse);
  ~Tuner();
  Tuner(Tuner&&) noexcept;
  Tuner& operator=(Tuner&&) noexcept;

  /// A trial to run: an enqueued one, or a new proposal. Throws Error(InvalidArgument) when the sampler has
  /// nothing left to propose (a grid at its end); ask(count) shows that by returning fewer.
  Trial ask();
  std::vector<Trial> ask(int count);

  /// The value of a trial that was asked for; it is stored durably when the call returns. A value that is not
  /// finite counts as a failure. Throws Error(LeaseLost) for a trial that was told before, NotFound for one
  /// that never was.
  void tell(std::int64_t number, double value);
  /// One value for each objective.
  void tell(std::int64_t number, std::vector<double> values);
  /// The values of several trials, all or none: one write to the disk for the whole batch.
  void tell(std::span<const Measured> results);
  /// The trial ended without a value.
  void tell(std::int64_t number, TrialState state, const std::string& error = "");

  /// Stores an intermediate value of a running trial. True when the study's pruner would stop it: tell it as
  /// Pruned then. Always false without a pruner. Throws Error(InvalidOption) when the study has a pruner and
  /// several objectives.
  bool report(std::int64_t number, std::int64_t step, double value);
  /// With several objectives: a value for each.
  bool report(std::int64_t number, std::int64_t step, std::span<const double> values);

  /// Has these values tried first. Throws Error(InvalidArgument) when they are not in the space.
  void enqueue(const std::vector<std::pair<std::string, Value>>& values);

  /// The best complete trial so far; nullptr when there is none. Valid until the next call.
  const Trial* best() const;
  /// All trials by number. Valid until the next call.
  const std::vector<Trial>& trials() const;

 private:
  struct Parts;
  std::unique_ptr<Parts> parts_;
};

}  // namespace hone
