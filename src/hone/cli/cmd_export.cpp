// SPDX-License-Identifier: MIT
#include <ostream>

#include "hone/base/printable.hpp"
#include "hone/cli/commands.hpp"
#include "hone/cli/context.hpp"
#include "hone/cli/exit_code.hpp"
#include "hone/cli/humanize.hpp"
#include "hone/cli/output_file.hpp"
#include "hone/cli/workspace.hpp"
#include "hone/codec/files.hpp"
#include "hone/codec/trial_export.hpp"
#include "hone/codec/trial_filter.hpp"

namespace hone::cli {
namespace {

struct ExportOptions : StudyOptions {
  std::optional<std::string> format;
  std::optional<std::string> output;
  std::optional<std::string> where;
};

std::string export_format(const ExportOptions& options) {
  if (options.format) return *options.format;
  if (options.json) return "json";
  if (!options.output || *options.output == "-") return "csv";
  const std::string ending = codec::extension_of(*options.output);
  if (ending.empty() || ending == ".csv" || ending == ".txt") return "csv";
  if (ending == ".json") return "json";
  throw UsageError("there is no export as " + ending + ", as the name " + *options.output + " asks for",
                   "name the file .csv or .json, or say which with --format csv or --format json");
}

int run_export(const ExportOptions& options, Context& context) {
  const std::string format = export_format(options);
  const OpenStudy open = open_study(context, options);
  std::vector<Trial> trials = trials_of(open);
  if (options.where) trials = codec::trials_where(*options.where, open.study, trials, "--where");
  const std::string content =
      format == "json" ? codec::trials_json(open.study, trials) : codec::trials_csv(open.study, trials);
  if (!options.output || *options.output == "-") {
    context.out << content;
    return kOk;
  }
  write_file(*options.output, content);
  context.err << "wrote " << counted(static_cast<std::int64_t>(trials.size()), "trial") << " to "
              << printable(*options.output) << "\n";
  return kOk;
}

}  // namespace

void add_export(Command root) {
  auto options = std::make_shared<ExportOptions>();
  Command command = root.subcommand("export", "Write trials as CSV or JSON");
  command.group("Keep").detail(
      R"(JSON: an array of trials with number, state, params, value or values, times, attributes and what the sampler noted, such as the stage. CSV: the same in columns, attr.NAME and note.NAME. 'hone import' reads both.)");
  add_study(command, *options);
  command
      .choice("--format,-f", options->format, {"csv", "json"},
              "the format (default: by the file's name, otherwise csv)")
      .option("--where,-w", options->where, "EXPRESSION",
              "only trials for which it is true, as in 'hone trials'")
      .option("--output,-o", options->output, "FILE", "where to write it (default: standard output)")
      .example("hone export study.yaml --format csv > trials.csv", "")
      .example("hone export study.yaml -o trials.json", "")
      .example("hone export study.yaml --where \"state == 'complete' and loss < 0.3\"", "")
      .action([options](Context& context) { return run_export(*options, context); });
}

}  // namespace hone::cli
