// SPDX-License-Identifier: MIT
// A study is stopped for everybody: tuners, workers, services and programs hand out nothing of it until it is
// resumed.
#include <ostream>

#include "hone/base/printable.hpp"
#include "hone/cli/commands.hpp"
#include "hone/cli/context.hpp"
#include "hone/cli/exit_code.hpp"
#include "hone/cli/hint.hpp"
#include "hone/cli/workspace.hpp"
#include "hone/codec/json.hpp"

namespace hone::cli {
namespace {

struct StopOptions : StudyOptions {
  bool resume = false;
};

int run_stop(const StopOptions& options, Context& context) {
  const bool stopped = !options.resume;
  const OpenStudy open = open_study(context, options);
  open.operations->annotate(open.study.name, {.stopped = stopped});
  if (options.json) return context.answer({{"study", open.study.name}, {"stopped", stopped}});
  const std::string where = study_hint(context, options.study, options.store);
  context.out << printable(open.study.name)
              << (stopped ? " is stopped: nothing more is handed out, and what runs may end\n"
                          : " goes on: its trials are handed out again\n")
              << context.out_style().dim(stopped ? "later: hone stop --resume " + where
                                                 : "next: hone tune " + where)
              << "\n";
  return kOk;
}

}  // namespace

void add_stop(Command root) {
  auto options = std::make_shared<StopOptions>();
  Command command = root.subcommand("stop", "Hand out nothing more of a study, whoever works on it");
  command.group("Run").detail(
      "Tuners, workers and services that work on the study let their running trials end and start no others, "
      "on whatever machine, as the dashboard's button has it. The study and its trials stay as they are.");
  add_study(command, *options);
  command.flag("--resume", options->resume, "let it go on")
      .example("hone stop study.yaml", "")
      .example("hone stop --resume study.yaml", "whoever stopped it")
      .action([options](Context& context) { return run_stop(*options, context); });
}

}  // namespace hone::cli
