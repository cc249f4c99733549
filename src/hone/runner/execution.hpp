// SPDX-License-Identifier: MIT
#pragma once

#include <poll.h>

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "hone/core/study.hpp"
#include "hone/runner/descriptor.hpp"
#include "hone/runner/moment.hpp"
#include "hone/runner/process.hpp"
#include "hone/runner/result.hpp"
#include "hone/runner/trial_files.hpp"

namespace hone::runner {

/// How one trial is being run: by a process of its own, or by a worker that lives longer than the trial. The
/// files that the command is invited to write, time limits and outcomes are not its business: see TrialRun,
/// which also sees to it that no two calls happen at a time.
class Execution {
 public:
  virtual ~Execution() = default;

  // --- from any thread; they wait for nothing and touch no file

  /// How it ended; nothing while it goes on. One that succeeded has a result, and nothing that comes later
  /// takes that away.
  virtual std::optional<Exit> poll() = 0;
  /// SIGTERM; it may take its time.
  virtual void terminate() = 0;
  /// SIGKILL.
  virtual void kill() = 0;
  /// Whether it was told that its trial is hopeless and may end it in its own way.
  virtual bool told_to_prune() const { return false; }

  // --- from the thread that the trial belongs to

  /// Adds the descriptors that have news for poll() or advance().
  virtual void watch(std::vector<pollfd>& fds) const = 0;
  /// Seconds that the time limit of the trial should be later, since it could not begin at once.
  virtual double delay() const { return 0.0; }
  /// Takes the next step, if there is one to take.
  virtual void advance(Moment /*now*/) {}
  /// Writes to the trial's files what was printed up to the last advance(); the one call that may wait. With
  /// `last` nothing will follow.
  virtual void save_output(bool /*last*/) {}
  /// Reports that did not come by the report file, each of which gets an answer().
  virtual std::vector<Report> take_reports() { return {}; }
  /// Answers the oldest report that has no answer: whether the trial should be ended.
  virtual void answer(bool /*prune*/) {}
  /// What somebody should know of.
  virtual std::vector<std::string> take_warnings() { return {}; }
  /// What of the reports was left out; empty when nothing was.
  virtual std::string left_out() const { return {}; }
  /// Why it may have been waited for in vain, for one that is stopped; empty when nobody knows.
  virtual std::string unanswered() const { return {}; }
  /// The result of one that succeeded.
  virtual Result result(const ResultReader& reader, const TrialFiles& files,
                        const Descriptor& folder) const = 0;
};

/// Begins executions, in the way that the study wants.
class Executor {
 public:
  virtual ~Executor() = default;

  /// Runs a trial; `folder` is that of its files, open. Throws Error: NotFound when there is no such program,
  /// System when the machine refuses. The executor must outlive the execution.
  virtual std::unique_ptr<Execution> start(const Trial& trial, const TrialFiles& files,
                                           const Descriptor& folder, int slot) = 0;

  /// How fast what lives longer than a trial should go.
  enum class Haste { None, Some, Great };
  /// Ends that, when no trial runs; it may take some seconds, unless there is haste, which is asked again and
  /// again.
  virtual void dismiss(const std::function<Haste()>& /*haste*/) {}
};

/// The executor for the mode of a study, which must outlive it. What tuners that are dead have left behind on
/// this machine is killed first (trial_tag.hpp), as it may hold what the new trials need. `grace`: seconds
/// between SIGTERM and SIGKILL.
std::unique_ptr<Executor> make_executor(const Study& study, double grace);

}  // namespace hone::runner
