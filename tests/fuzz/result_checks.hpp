// SPDX-License-Identifier: MIT
#pragma once

#include <cstdlib>
#include <string_view>
#include <vector>

#include "hone/base/printable.hpp"
#include "hone/runner/output_text.hpp"
#include "hone/runner/result.hpp"

namespace hone::fuzz {

inline void require(bool holds) {
  if (!holds) std::abort();
}

/// What a trial may become, whatever its command left: a value for each objective, or a state with its
/// reason.
inline void check_result(const runner::Result& result, std::size_t objectives) {
  if (result.state == TrialState::Complete) {
    require(result.values.size() == objectives);
  } else {
    require(result.state == TrialState::Failed || result.state == TrialState::Pruned ||
            result.state == TrialState::Infeasible);
    require(result.values.empty());
  }
  if (result.state == TrialState::Failed) require(!result.attributes.empty() || !result.error.empty());
}

/// Reads a text as every kind of result; `read` gives it to a reader.
template <class Read>
void check_all_rules(const Read& read) {
  static const std::vector<Objective> kOne = {{.name = "loss"}};
  static const std::vector<Objective> kTwo = {{.name = "loss"}, {.name = "time"}};
  static const std::vector<ResultRule> kRules = {LastPrinted{}, JsonResult{"metrics.1.loss"},
                                                 RegexResult{"loss[=:] *(\\S+)"},
                                                 RegexResult{"(a|b)*c|(.*)x"}};
  static const std::vector<runner::ResultReader> kReaders = [] {
    std::vector<runner::ResultReader> readers;
    for (const ResultRule& rule : kRules) {
      readers.emplace_back(rule, kOne);
      readers.emplace_back(rule, kTwo);
    }
    return readers;
  }();
  for (std::size_t i = 0; i < kReaders.size(); ++i) check_result(read(kReaders[i]), i % 2 + 1);
}

}  // namespace hone::fuzz
