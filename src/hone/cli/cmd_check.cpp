// SPDX-License-Identifier: MIT
#include <ostream>

#include "hone/base/printable.hpp"
#include "hone/base/text.hpp"
#include "hone/catalog/pruners.hpp"
#include "hone/catalog/samplers.hpp"
#include "hone/catalog/study_parts.hpp"
#include "hone/cli/commands.hpp"
#include "hone/cli/context.hpp"
#include "hone/cli/exit_code.hpp"
#include "hone/cli/humanize.hpp"
#include "hone/cli/study_text.hpp"
#include "hone/cli/workspace.hpp"
#include "hone/codec/json.hpp"
#include "hone/codec/json_text.hpp"
#include "hone/codec/study_file.hpp"
#include "hone/encode/feasible.hpp"
#include "hone/plot/glyphs.hpp"
#include "hone/runner/command.hpp"

namespace hone::cli {
namespace {

struct CheckOptions {
  std::string file;
  bool json = false;
};

/// The rules of the budget that are set, in words.
std::string budget_text(const Budget& budget) {
  std::vector<std::string> parts;
  if (budget.trials) parts.push_back(counted(*budget.trials, "trial"));
  parts.push_back(text(budget.parallel, " at a time"));
  if (budget.time) parts.push_back("for " + duration_text(*budget.time));
  if (budget.trial_timeout) parts.push_back(duration_text(*budget.trial_timeout) + " for each");
  if (budget.retries > 0) parts.push_back(text(budget.retries, budget.retries == 1 ? " retry" : " retries"));
  if (budget.target) parts.push_back(text("until ", *budget.target));
  if (budget.patience) parts.push_back(text("or ", *budget.patience, " without a better one"));
  if (budget.max_failures) parts.push_back(text("at most ", *budget.max_failures, " failures"));
  return join(parts, ", ");
}

/// Whether the command could be started here and now. Only a warning: the file may be meant for another
/// machine.
std::string command_problem(const Study& study) {
  if (study.plan.command.empty())
    return "there is no command; 'hone tune' needs one, 'hone ask' and 'hone stdio' do not";
  try {
    runner::check_runnable(study);
    return "";
  } catch (const Error& error) {
    return error.what();
  }
}

std::string sources_text(const Study& study) {
  std::vector<std::string> names;
  for (const Source& source : study.sources) names.push_back(to_text(source));
  return join(names, ", ");
}

void print_summary(Context& context, const std::string& file, const Study& study) {
  const Style style = context.out_style();
  const auto line = [&](const char* label, const std::string& value) {
    if (value.empty()) return;
    const int width = context.table_width();
    const std::string safe = printable(value);
    const std::string shown =
        width > 20 ? plot::fit(safe, static_cast<std::size_t>(width - 16), style.unicode) : safe;
    context.out << "  " << style.dim(label) << shown << "\n";
  };
  context.out << style.bold(printable(file)) << " is valid\n\n";
  line("study        ", study.name);
  line("objective    ", objectives_text(study));
  line("sampler      ", study.sampler.name);
  line("pruner       ", study.pruner ? study.pruner->name : "");
  line("command      ", join(study.plan.command, " "));
  line("budget       ", budget_text(study.plan.budget));
  line("space        ", cardinality_text(study.space));
  line("sources      ", sources_text(study));
  line("start with   ",
       study.enqueue.empty() ? "" : counted(static_cast<std::int64_t>(study.enqueue.size()), "point"));
  for (const Constraint& constraint : study.space.constraints())
    line("constraint   ", constraint.text() + "  (can be satisfied)");
  context.out << "\n" << space_table(study.space).text(style, context.table_width());
}

int run_check(const CheckOptions& options, Context& context) {
  const Study study = codec::read_study_file(options.file);
  catalog::check_parts(study);
  std::vector<std::string> problems = {command_problem(study), catalog::ignored_sources_remark(study)};
  for (std::string& missing : catalog::missing_sources(study, store_address(context, std::nullopt)))
    problems.push_back(std::move(missing));
  std::erase(problems, "");
  if (options.json) {
    codec::Json json = {{"valid", true}, {"study", codec::to_json(study)}};
    const auto size = study.space.cardinality();
    json["configurations"] = size ? codec::Json(*size) : codec::Json(nullptr);
    if (!problems.empty()) json["warnings"] = problems;
    context.out << codec::json_text(json);
    return kOk;
  }
  print_summary(context, options.file, study);
  for (const std::string& problem : problems)
    context.err << context.err_style().yellow("warning: ") << printable_lines(problem) << "\n";
  return kOk;
}

}  // namespace

void add_check(Command root) {
  auto options = std::make_shared<CheckOptions>();
  Command command = root.subcommand("check", "Validate a study file and show its search space");
  command.group("Run")
      .detail(
          "Reads the file as 'hone tune' would, makes the sampler and looks for a configuration that "
          "satisfies the constraints. "
          "Nothing is run or stored.")
      .argument("FILE", options->file, "the study file")
      .example("hone check study.yaml", "")
      .action([options](Context& context) { return run_check(*options, context); });
  add_json(command, options->json);
}

}  // namespace hone::cli
