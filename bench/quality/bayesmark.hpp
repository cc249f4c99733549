// SPDX-License-Identifier: MIT
#pragma once

#include <iosfwd>
#include <string>
#include <vector>

#include "bench/quality/problem.hpp"

namespace hone::quality {

inline constexpr const char* kBayesmark = "bayesmark";

/// Who evaluates the tasks: a Python with scikit-learn 1.2, which tools/bench-peers installs, and a script.
struct TaskPlace {
  std::string python = ".venv-peers/bin/python";
  std::string script = "bench/tasks/bayesmark_tasks.py";
  std::string known = {};  ///< file that keeps losses that do not depend on chance; none when empty
};

/// The 62 cheap ones of bayesmark's 108 tuning tasks, with the search spaces of its code: trees, forests,
/// support vectors, l1- and l2-penalised linear models on five small data sets, neighbours on six, two losses
/// each. `minimum` is the least loss that the challenge's organisers found and `poor` the median of random
/// settings, from FOLDER/bayesmark/baseline-16-8.json (budget 128 in batches of 8), so 100 (1 - normalized
/// regret) is the challenge's score. Newer folds make some minima unreachable and others beatable.
/// Throws Error: NotFound when a file or the interpreter is not there.
std::vector<Problem> bayesmark_problems(const std::string& data_folder, const TaskPlace& place);

/// Evaluates settings whose scores the HEBO paper prints and shows both. True when they agree.
bool check_bayesmark(const std::string& data_folder, const TaskPlace& place, std::ostream& out);

}  // namespace hone::quality
