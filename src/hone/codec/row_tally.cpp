// SPDX-License-Identifier: MIT
#include "hone/codec/row_tally.hpp"

#include <algorithm>

#include "hone/base/text.hpp"
#include "hone/base/words.hpp"

namespace hone::codec {

void count_inactive(ImportedRows& rows, const Trial& trial, const std::vector<std::string>& names) {
  bool any = false;
  for (const std::string& name : names) {
    if (trial.configuration.find(name) != nullptr) continue;
    ++rows.inactive[name];
    any = true;
  }
  rows.with_inactive += any ? 1 : 0;
}

bool kept_out(const Study& study, const Attributes& former) {
  return std::any_of(former.begin(), former.end(), [&](const auto& one) {
    return !study.space.index_of(one.first) && !still_counts(study.removed, one.first, one.second);
  });
}

namespace {

void tell_inactive(ImportedRows& rows) {
  if (rows.with_inactive == 0) return;
  std::vector<std::string> names;
  for (const auto& [name, count] : rows.inactive)
    names.push_back(text("'", name, "' in ", counted(count, "row")));
  rows.remarks.push_back(
      text(counted(rows.with_inactive, "row"), rows.with_inactive == 1 ? " has" : " have",
           " values of parameters that do not exist under the other values, which were left out: ",
           join(names, ", ")));
}

}  // namespace

void tell_left_out(ImportedRows& rows) {
  tell_inactive(rows);
  const auto without = std::count_if(rows.trials.begin(), rows.trials.end(),
                                     [](const Trial& trial) { return trial.error == kNoValue; });
  if (without > 0) {
    rows.remarks.push_back(text(counted(without, "row"), without == 1 ? " has" : " have",
                                " no finite value and ",
                                without == 1 ? "becomes a failed trial" : "become failed trials"));
  }
  std::int64_t open = 0;
  std::vector<std::string> states;
  for (const auto& [state, count] : rows.open) {
    open += count;
    states.push_back(text(count, " ", to_text(state)));
  }
  if (open > 0)
    rows.remarks.push_back(text(counted(open, "row"), " left out, of ", open == 1 ? "a trial" : "trials",
                                " without a result that counts (", join(states, ", "), ")"));
  if (rows.left_out == 0) return;
  rows.remarks.push_back(text(rows.left_out, rows.left_out == 1 ? " row is" : " rows are",
                              " marked as outside the space, and left out"));
}

}  // namespace hone::codec
