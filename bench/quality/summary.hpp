// SPDX-License-Identifier: MIT
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "bench/quality/run.hpp"

namespace hone::quality {

struct SummaryOptions {
  std::vector<std::string> problems = {};  ///< which, and in which order; empty for all, by name
  std::vector<std::string> methods = {};   ///< the same
  std::string baseline = {};               ///< the method the others are compared with; the first when empty
  std::vector<int> checkpoints = {};  ///< evaluations at which results are also tabulated; the end always is
  double floor = 1e-8;                ///< smaller regrets count as this in logarithms
};

/// Results of one method on one problem after some evaluations, over the seeds that all methods ran.
struct Cell {
  double mean = 0.0;       ///< of the incumbent's value
  double deviation = 0.0;  ///< standard deviation
  double median = 0.0;
  double log_regret = 0.0;  ///< mean of log10 regret
  double half_width = 0.0;  ///< of its 95 % interval
  /// Mean regret in parts of poor - minimum, each between -1 (the minimum was only the least known value,
  /// and a run found less) and 1.
  std::optional<double> normalized = {};
  double rank = 0.0;  ///< of the mean among the methods, 1 is best
};

/// A table of cells at one number of evaluations.
struct Stage {
  int evaluation = 0;
  std::vector<std::vector<Cell>> cells = {};           ///< [problem][method]
  std::vector<double> mean_rank = {};                  ///< [method], over the problems
  std::vector<double> log_regret = {};                 ///< [method], mean over the problems
  std::vector<std::optional<double>> normalized = {};  ///< [method], over the problems that have it
};

enum class Verdict { Better, Worse, Open };

/// A method against the baseline on one problem: the signed-rank test over the seeds, at 5 %.
struct Duel {
  double p = 1.0;
  Verdict verdict = Verdict::Open;
};

/// A method against the baseline over all problems.
struct Score {
  int better = 0;  ///< problems on which it is significantly better
  int worse = 0;
  int open = 0;
  int lower_mean = 0;  ///< problems on which its mean is lower, significant or not
  int higher_mean = 0;
  int equal_mean = 0;
  double p = 1.0;  ///< signed-rank test over the problems' mean log regrets
};

struct Summary {
  RunSetting setting = {};
  std::vector<std::string> problems = {};
  std::vector<std::string> methods = {};
  std::vector<std::string> versions = {};  ///< [method]
  std::size_t baseline = 0;
  double floor = 1e-8;
  std::vector<int> seeds = {};        ///< [problem], how many all methods have in common
  std::vector<Stage> stages = {};     ///< after every batch; the last one is the end
  std::vector<int> checkpoints = {};  ///< indices of stages to tabulate, the last one included
  std::vector<std::vector<std::vector<double>>> finals = {};  ///< [problem][method][seed]
  std::vector<std::vector<Duel>> duels = {};                  ///< [problem][method]
  std::vector<Score> scores = {};                             ///< [method]
  std::vector<double> ask_seconds = {};                       ///< [method], mean processor time of an ask
  std::vector<std::string> left_out = {};  ///< problems that some method has not run, and why
  const Stage& final() const { return stages.back(); }
};

/// Throws Error(InvalidArgument) when the runs are of different settings, or nothing is left to compare.
Summary summarize(const std::map<RunKey, Run>& runs, const SummaryOptions& options = {});

}  // namespace hone::quality
