// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace hone {

/// The result is the last JSON object or number on standard output, or what HONE_RESULT_FILE holds.
struct LastPrinted {
  friend bool operator==(const LastPrinted&, const LastPrinted&) = default;
};
/// The result is the first group of the last match of a regular expression in standard output.
struct RegexResult {
  std::string pattern;
  friend bool operator==(const RegexResult&, const RegexResult&) = default;
};
/// The result is a field of the last JSON object, named by a path such as "metrics.val.loss".
struct JsonResult {
  std::string path;
  friend bool operator==(const JsonResult&, const JsonResult&) = default;
};

/// Where the command leaves its result.
using ResultRule = std::variant<LastPrinted, RegexResult, JsonResult>;

/// What becomes of a running trial whose worker died.
enum class LostPolicy { Requeue, Fail };

/// When to stop, and how hard to try.
struct Budget {
  std::optional<std::int64_t> trials = {};    ///< trials in the study, finished and running
  int parallel = 1;                           ///< commands at a time
  std::optional<double> time = {};            ///< seconds of wall time of this run
  std::optional<double> cost = {};            ///< what all trials together may cost, by Study::cost
  std::optional<double> trial_timeout = {};   ///< seconds for one trial
  double grace = 5.0;                         ///< seconds between SIGTERM and SIGKILL
  int retries = 0;                            ///< further attempts after a failure
  std::optional<double> target = {};          ///< stop when the best value is this good
  std::optional<std::int64_t> patience = {};  ///< stop after so many finished trials without a better one
  std::optional<std::int64_t> max_failures =
      {};  ///< stop when so many trials have failed; unlimited otherwise
  /// Stop when so many trials in a row failed in the same way before any of the study succeeded: then it is
  /// the command that is wrong, not the settings. 0: never.
  std::int64_t give_up_after = 3;
  LostPolicy lost = LostPolicy::Requeue;  ///< for trials of dead workers
  friend bool operator==(const Budget&, const Budget&) = default;
};

/// When going on is not worth it any more, by what the sampler expects of its proposals.
struct StopPlan {
  /// The least gain that is worth a trial, in units of the objective (of several: of the product of their
  /// units); where a study has costs, the least gain for a unit of cost.
  std::optional<double> gain = {};
  std::int64_t patience = 3;  ///< so many proposals in a row must expect less
  friend bool operator==(const StopPlan&, const StopPlan&) = default;
};

/// Whether the command is started for each trial, or once in each parallel place for many of them.
enum class RunMode {
  Command,
  Worker,  ///< it is asked for one trial after another, in lines of JSON on its standard input
};

/// For RunMode::Worker.
struct WorkerPlan {
  std::optional<std::int64_t> restart_every = {};  ///< trials after which a worker is replaced by a new one
  friend bool operator==(const WorkerPlan&, const WorkerPlan&) = default;
};

/// How a trial is run: a program and its arguments, started without a shell.
struct Plan {
  std::vector<std::string> command = {};  ///< "{name}" is replaced by the value of a parameter
  std::map<std::string, std::string> environment = {};
  std::string directory = {};  ///< where commands run; the study file's folder when empty
  RunMode mode = RunMode::Command;
  WorkerPlan worker = {};
  ResultRule result = LastPrinted{};
  Budget budget = {};
  StopPlan stop = {};
  friend bool operator==(const Plan&, const Plan&) = default;
};

}  // namespace hone
