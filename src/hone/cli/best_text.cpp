// SPDX-License-Identifier: MIT
#include "hone/cli/best_text.hpp"

#include <ostream>

#include "hone/base/printable.hpp"
#include "hone/cli/humanize.hpp"
#include "hone/cli/limits_text.hpp"
#include "hone/cli/study_text.hpp"
#include "hone/cli/version_text.hpp"

namespace hone::cli {

void print_best(Context& context, const Study& study, std::span<const Trial> trials) {
  const Style style = context.out_style();
  const Trial* best = best_trial(trials, study.objectives[0]);
  if (best == nullptr) {
    context.out << no_best_text(study, trials) << "\n";
    return;
  }
  context.out << "best " << printable(study.objectives[0].name) << " "
              << style.green(style.bold(short_number(best->values[0], 10))) << " at trial " << best->number
              << "\n"
              << settings_text(best->configuration, style);
}

void print_outside(Context& context, const Study& study, std::span<const Trial> trials) {
  for (const std::string& line : {outside_text(study, trials), infeasible_text(study, trials)}) {
    if (!line.empty()) context.out << context.out_style().dim(line) << "\n";
  }
}

}  // namespace hone::cli
