// SPDX-License-Identifier: MIT
#include <iterator>
#include <memory>
#include <ostream>

#include "hone/base/error.hpp"
#include "hone/base/printable.hpp"
#include "hone/base/text.hpp"
#include "hone/cli/commands.hpp"
#include "hone/cli/context.hpp"
#include "hone/cli/exit_code.hpp"
#include "hone/cli/humanize.hpp"
#include "hone/cli/table.hpp"
#include "hone/cli/workspace.hpp"
#include "hone/codec/trial_artefact.hpp"
#include "hone/service/trial_artefacts.hpp"

namespace hone::cli {
namespace {

struct ArtefactsOptions : StudyOptions {
  std::optional<std::string> number;
  std::optional<std::string> get;
  std::optional<std::string> add;
  std::optional<std::string> remove;
  std::optional<std::string> output;
};

std::optional<std::int64_t> number_in(const ArtefactsOptions& options) {
  if (!options.number) return std::nullopt;
  const auto number = parse_integer(*options.number);
  if (!number || *number < 0)
    throw UsageError("'" + *options.number + "' is not the number of a trial",
                     "write it as 'hone trials' does");
  return number;
}

std::int64_t needed_number(const ArtefactsOptions& options) {
  if (const auto number = number_in(options)) return *number;
  throw UsageError("a file belongs to a trial, and none is named",
                   "write its number behind the study: hone artefacts " + options.study + " 7");
}

int list_artefacts(const ArtefactsOptions& options, Context& context) {
  const auto number = number_in(options);
  const OpenStudy open = open_study(context, options);
  const std::vector<TrialArtefact> found = service::artefacts_of(*open.operations, open.study.name, number);
  if (options.json) {
    codec::Json list = codec::Json::array();
    for (const TrialArtefact& artefact : found) list.push_back(codec::to_json(artefact));
    return context.answer({{"artefacts", list}});
  }
  if (found.empty()) {
    context.out << (number ? text("trial ", *number, " left no files")
                           : std::string("the trials left no files"))
                << "; they put some into the folder HONE_ARTEFACT_DIR\n";
    return kOk;
  }
  Table table;
  table.column("trial", Align::Right);
  table.column("name");
  table.column("type");
  table.column("size", Align::Right);
  table.column("hash");
  for (const TrialArtefact& artefact : found)
    table.row({text(artefact.number), artefact.name, artefact.type, bytes_text(artefact.size),
               artefact.hash.substr(0, 12)});
  context.out << table.text(context.out_style(), context.table_width());
  return kOk;
}

int get_artefact(const ArtefactsOptions& options, Context& context) {
  const std::int64_t number = needed_number(options);
  const OpenStudy open = open_study(context, options);
  if (options.output && *options.output == "-") {
    service::ArtefactPieces pieces(
        service::open_artefact(*open.operations, open.study.name, number, *options.get));
    for (std::string piece; !(piece = pieces()).empty();) context.out << piece;
    return kOk;
  }
  const std::string path = options.output.value_or(*options.get);
  const TrialArtefact got =
      service::fetch_artefact(*open.operations, open.study.name, number, *options.get, path);
  if (options.json) return context.answer(codec::to_json(got));
  context.err << "wrote " << bytes_text(got.size) << " to " << printable(path) << "\n";
  return kOk;
}

int add_artefact_to(const ArtefactsOptions& options, Context& context) {
  const std::int64_t number = needed_number(options);
  const OpenStudy open = open_study(context, options);
  const TrialArtefact kept =
      service::keep_artefact(*open.operations, open.study.name, {.number = number}, *options.add);
  if (options.json) return context.answer(codec::to_json(kept));
  context.out << "trial " << number << " has " << printable(kept.name) << " now (" << bytes_text(kept.size)
              << ")\n";
  return kOk;
}

int delete_artefact_of(const ArtefactsOptions& options, Context& context) {
  const std::int64_t number = needed_number(options);
  const OpenStudy open = open_study(context, options);
  if (!service::drop_artefact(*open.operations, open.study.name, number, *options.remove))
    throw Error(ErrorCode::NotFound,
                text("trial ", number, " has no file '", printable(*options.remove), "'"),
                text("list those it has: hone artefacts ", options.study, " ", number));
  if (options.json) return context.answer({{"deleted", true}});
  context.out << "trial " << number << " has no " << printable(*options.remove)
              << " any more; 'hone gc' frees the space\n";
  return kOk;
}

int run_artefacts_of_trials(const ArtefactsOptions& options, Context& context) {
  if (int{options.get.has_value()} + int{options.add.has_value()} + int{options.remove.has_value()} > 1)
    throw UsageError("--get, --add and --delete do not go together", "keep one");
  if (options.output && !options.get) throw UsageError("--output says where --get writes", "give --get NAME");
  if (options.get) return get_artefact(options, context);
  if (options.add) return add_artefact_to(options, context);
  if (options.remove) return delete_artefact_of(options, context);
  return list_artefacts(options, context);
}

}  // namespace

void add_artefacts(Command root) {
  auto options = std::make_shared<ArtefactsOptions>();
  Command command = root.subcommand("artefacts", "List and fetch the files that trials left");
  command.group("Look").detail(
      R"(What a trial puts into the folder HONE_ARTEFACT_DIR, or a program gives with log_artifact() in Python, is kept when the trial ends: at most 100 files, 64 MB each and 256 MB together, plain files with names of one folder. This is not what 'hone db artefacts' lists: those are models and the like, made from studies.)");
  add_study(command, *options);
  command.argument("NUMBER", options->number, "only those of this trial")
      .option("--get", options->get, "NAME", "write this file here")
      .option("--output,-o", options->output, "FILE", "where --get writes it; - for standard output")
      .option("--add", options->add, "FILE", "give the trial a file")
      .option("--delete", options->remove, "NAME", "take a file from the trial")
      .example("hone artefacts svm", "of all trials")
      .example("hone artefacts svm 7 --get loss.png", "")
      .example("hone artefacts svm 7 --get loss.csv -o - | head", "")
      .action([options](Context& context) { return run_artefacts_of_trials(*options, context); });
}

}  // namespace hone::cli
