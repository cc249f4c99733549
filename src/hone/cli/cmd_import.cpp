// SPDX-License-Identifier: MIT
#include <algorithm>
#include <istream>
#include <map>
#include <ostream>

#include "hone/base/error.hpp"
#include "hone/base/printable.hpp"
#include "hone/base/text.hpp"
#include "hone/cli/commands.hpp"
#include "hone/cli/context.hpp"
#include "hone/cli/exit_code.hpp"
#include "hone/cli/from_option.hpp"
#include "hone/cli/humanize.hpp"
#include "hone/cli/other_store.hpp"
#include "hone/cli/trial_numbers.hpp"
#include "hone/cli/workspace.hpp"
#include "hone/codec/files.hpp"
#include "hone/codec/import_rows.hpp"
#include "hone/codec/json.hpp"
#include "hone/core/noted.hpp"
#include "hone/samplers/stages.hpp"

namespace hone::cli {
namespace {

constexpr std::size_t kMostShown = 10;

struct ImportOptions : StudyOptions {
  std::string file;
  std::optional<std::string> format;
  bool skip_invalid = false;
  bool again = false;
  bool only_new = false;
  bool dry_run = false;
};

std::string content_of(const ImportOptions& options, Context& context) {
  if (options.file != "-") return codec::read_table_file(options.file);
  return codec::read_table_text(context.in, "standard input");
}

bool is_json(const ImportOptions& options, const std::string& content) {
  if (options.format) return *options.format == "json";
  if (options.file.ends_with(".json")) return true;
  if (options.file.ends_with(".csv")) return false;
  const std::string_view start = trim(content);
  return !start.empty() && (start.front() == '[' || start.front() == '{');
}

void show_problems(Context& context, const std::vector<std::string>& problems) {
  for (std::size_t i = 0; i < std::min(problems.size(), kMostShown); ++i)
    context.err << printable(problems[i]) << "\n";
  if (problems.size() > kMostShown) context.err << "... and " << problems.size() - kMostShown << " more\n";
}

/// Whether they tell the same result of the same settings.
bool is_same_result(const Trial& a, const Trial& b) {
  return a.state == b.state && a.values == b.values && a.configuration == b.configuration;
}

/// Takes out of the rows those that are in the study, each row for one trial; returns the numbers of the
/// trials.
std::vector<std::int64_t> take_known(std::vector<Trial>& rows, const std::vector<Trial>& there) {
  std::map<std::string, std::vector<const Trial*>> by_settings;
  for (const Trial& trial : there)
    by_settings[codec::to_json(trial.configuration)
                    .dump(-1, ' ', false, codec::Json::error_handler_t::replace)]
        .push_back(&trial);
  std::vector<std::int64_t> numbers;
  std::erase_if(rows, [&](const Trial& row) {
    auto& same = by_settings[codec::to_json(row.configuration)
                                 .dump(-1, ' ', false, codec::Json::error_handler_t::replace)];
    const auto found = std::find_if(same.begin(), same.end(),
                                    [&](const Trial* trial) { return is_same_result(*trial, row); });
    if (found == same.end()) return false;
    numbers.push_back((*found)->number);
    same.erase(found);
    return true;
  });
  std::sort(numbers.begin(), numbers.end());
  return numbers;
}

/// Importing a file twice would count every result twice. Who means it says so.
void settle_known(const ImportOptions& options, const GivenStudy& target, codec::ImportedRows& rows) {
  if (options.again || !target.stored) return;
  std::vector<Trial> there = target.trials(target.study.name);
  std::erase_if(there, [](const Trial& trial) { return trial.state == TrialState::Deleted; });
  std::vector<Trial> fresh = rows.trials;
  const std::vector<std::int64_t> known = take_known(fresh, there);
  if (known.empty()) return;
  const auto total = static_cast<std::int64_t>(rows.trials.size());
  const auto count = static_cast<std::int64_t>(known.size());
  if (options.only_new) {
    rows.trials = std::move(fresh);
    rows.remarks.push_back(text(counted(count, "row"), " already in the study, left out"));
    return;
  }
  const std::string which = count < total ? text(count, " of the ", total, " results are")
                            : total == 1  ? "the result is"
                                          : text("all ", total, " results are");
  throw Error(ErrorCode::AlreadyExists,
              text(which, " in the study '", target.study.name, "' already (",
                   count == 1 ? "trial " : "trials ", numbers_in_short(known), "), so nothing was imported"),
              count < total ? "--only-new imports the others, --again all of them once more"
                            : "--again imports them once more, as further measurements");
}

/// Notes of stages name trials, which get other numbers here. Tells what had to be left out.
void settle_stages(const OpenStudy& open, codec::ImportedRows& rows) {
  if (!any_stage(rows.trials)) return;
  const std::vector<Trial> there = open.trials(open.study.name);
  if (any_stage(there)) {
    samplers::forget_stages(rows.trials);
    rows.remarks.push_back("the stages of the file were left out, as the study has stages of its own");
  } else if (!samplers::renumber_stages(rows.trials, there.empty() ? 0 : there.back().number + 1)) {
    rows.remarks.push_back(
        "the stages of the file were left out, as a trial that they are around is missing");
  }
}

int run_import(const ImportOptions& options, Context& context) {
  if (options.again && options.only_new)
    throw UsageError("--again and --only-new do not go together", "leave one out");
  const std::string content = content_of(options, context);
  const std::string name = options.file == "-" ? "standard input" : options.file;
  const CommandStore store = open_store(context, options.store, StoreUse::Records);
  // A study that the store does not know is not made yet: a file that cannot be imported should leave nothing
  // behind.
  const GivenStudy target = given_study(context, options, store);
  const Study& study = target.study;
  codec::ImportedRows rows = is_json(options, content) ? codec::read_json_rows(content, name, study)
                                                       : codec::read_csv_rows(content, name, study);
  const auto bad = static_cast<std::int64_t>(rows.problems.size());
  if (!options.json) show_problems(context, rows.problems);
  if (bad > 0 && !options.skip_invalid) {
    const bool listed = options.json;
    throw Error(
        ErrorCode::InvalidFile,
        text(counted(bad, "row"), bad == 1 ? " does" : " do", " not fit the study, so nothing was imported",
             listed ? ": " + rows.problems.front() : ""),
        bad == 1 ? "mend it, or leave it out with --skip-invalid"
                 : "mend them, or leave them out with --skip-invalid");
  }
  settle_known(options, target, rows);
  if (!options.dry_run) {
    const OpenStudy open = open_or_create_study(context, options, store);
    warn_of_other_store(context, options, open);
    settle_stages(open, rows);
    if (!rows.trials.empty()) open.operations->insert(study.name, rows.trials);
  }
  if (options.json)
    return context.answer({{"study", study.name},
                           {"imported", options.dry_run ? 0 : rows.trials.size()},
                           {"valid", rows.trials.size()},
                           {"invalid", bad},
                           {"inactive", rows.inactive},
                           {"problems", rows.problems},
                           {"remarks", rows.remarks}});
  for (const std::string& remark : rows.remarks)
    context.err << context.err_style().dim(printable(remark)) << "\n";
  const std::string what = counted(static_cast<std::int64_t>(rows.trials.size()), "trial");
  context.out << (options.dry_run ? "would import " : "imported ") << what << " into "
              << printable(study.name);
  if (bad > 0) context.out << ", left out " << counted(bad, "row");
  context.out << "\n";
  return kOk;
}

}  // namespace

void add_import(Command root) {
  auto options = std::make_shared<ImportOptions>();
  Command command = root.subcommand("import", "Bring earlier results into a study, from CSV or JSON");
  command.group("Keep")
      .detail(
          R"(CSV: columns named like the parameters, and like the objective (or 'value'); optionally state, error, created, started, finished. An empty value is a failed trial; note.NAME goes to the sampler, other columns become attributes. JSON: an array of objects with params and value, as 'hone export' writes it. Unless --skip-invalid is given, a row outside the space stops the import before anything is stored, and so does a result that the study has already: the same settings with the same value. A value of a parameter that does not exist under the row's other values is left out, and a line says how many rows had one.
Where a name could mean several things, columns are called param.NAME, objective.NAME and trial.NAME (trial.error beside a parameter called error), as 'hone export' does.)")
      .argument("STUDY", options->study, "a study of the store by its name, or a study file")
      .argument("FILE", options->file, "the results; - reads standard input")
      .choice("--format,-f", options->format, {"csv", "json"},
              "the format (default: by the file's name or content)")
      .flag("--skip-invalid", options->skip_invalid, "leave out rows that do not fit")
      .flag("--only-new", options->only_new, "leave out results that are in the study already")
      .flag("--again", options->again, "import them even so, as further measurements")
      .flag("--dry-run", options->dry_run, "check the rows and store nothing")
      .example("hone import study.yaml results.csv", "")
      .example("hone import study.yaml old.json --skip-invalid", "")
      .example("hone import study.yaml results.csv --only-new", "after rows were added to the file")
      .action([options](Context& context) { return run_import(*options, context); });
  add_store(command, options->store);
  add_json(command, options->json);
}

}  // namespace hone::cli
