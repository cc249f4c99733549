// SPDX-License-Identifier: MIT
#pragma once

#include <map>
#include <memory>

#include "hone/runner/execution.hpp"
#include "hone/runner/worker.hpp"

namespace hone::runner {

/// The workers of a study, one in each of the parallel places. A place has never two of them at a time: a
/// worker that is to be replaced is gone before the next one begins.
class WorkerCrew final : public Executor {
 public:
  WorkerCrew(const Study& study, double grace) : study_(study), grace_(grace) {}

  std::unique_ptr<Execution> start(const Trial& trial, const TrialFiles& files, const Descriptor& folder,
                                   int slot) override;
  /// Ends their standard input, then sends SIGTERM and SIGKILL to those that stay.
  void dismiss(const std::function<Haste()>& haste) override;

  /// A worker that has no trial now, perhaps one that was told to go.
  struct Idle {
    std::unique_ptr<WorkerProcess> worker;
    Moment since;
  };

  // --- for executions

  const Study& study() const noexcept { return study_; }
  double grace() const noexcept { return grace_; }
  std::unique_ptr<WorkerProcess> hire(int slot) const;
  /// The one of that place; none when there is none.
  Idle take(int slot);
  /// Keeps a worker for the next trial, or tells it to go when it had as many as the study wants.
  void keep(int slot, std::unique_ptr<WorkerProcess> worker);

 private:
  const Study& study_;
  double grace_;
  std::map<int, Idle> idle_;
};

}  // namespace hone::runner
