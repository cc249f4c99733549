// SPDX-License-Identifier: MIT
#pragma once

#include "hone/cli/context.hpp"
#include "hone/codec/json.hpp"
#include "hone/core/study.hpp"
#include "hone/runner/try_out.hpp"

// `hone check --run`: the command once, and what would be read from it.
namespace hone::cli {

/// What is tried: the first starting point of the study, otherwise the middle of its space.
struct CheckRun {
  runner::Tryout tryout;
  bool enqueued = false;  ///< it is a starting point
  bool interrupted = false;

  bool succeeded() const;
};

/// Runs the command once. The folder of its files goes when it succeeded, and stays to be looked at
/// otherwise.
CheckRun run_once(const Study& study);

void print_check_run(Context& context, const Study& study, const CheckRun& run);
codec::Json check_run_json(const Study& study, const CheckRun& run);

}  // namespace hone::cli
