// SPDX-License-Identifier: MIT
#include <chrono>
#include <ostream>

#include "hone/base/error.hpp"
#include "hone/base/text.hpp"
#include "hone/cli/commands.hpp"
#include "hone/cli/context.hpp"
#include "hone/cli/design_plot.hpp"
#include "hone/cli/design_table.hpp"
#include "hone/cli/exit_code.hpp"
#include "hone/cli/humanize.hpp"
#include "hone/cli/json_text.hpp"
#include "hone/cli/output_file.hpp"
#include "hone/cli/table.hpp"
#include "hone/cli/workspace.hpp"
#include "hone/codec/field.hpp"
#include "hone/codec/files.hpp"
#include "hone/codec/json.hpp"
#include "hone/codec/study_file.hpp"
#include "hone/designs/time_budget.hpp"
#include "hone/designs/uniform_design.hpp"
#include "hone/samplers/allowed_design.hpp"

namespace hone::cli {
namespace {

using designs::Criterion;
using designs::Design;

struct DesignOptions {
  std::optional<std::int64_t> runs, factors, levels, seed, restarts, threads, columns;
  std::optional<std::string> criterion, method, time, augment, space, format, output;
  bool json = false;
};

struct EvaluateOptions {
  std::string file;
  std::optional<std::int64_t> levels;
  std::optional<std::string> space;
  bool json = false;
};

std::vector<std::string> criterion_names() {
  std::vector<std::string> names;
  for (int c = 0; c < 7; ++c) names.emplace_back(designs::criterion_name(static_cast<Criterion>(c)));
  return names;
}

std::optional<int> as_int(const std::optional<std::int64_t>& number) {
  return number ? std::optional<int>(static_cast<int>(*number)) : std::nullopt;
}

designs::SearchOptions search_options(const DesignOptions& options) {
  designs::SearchOptions search;
  search.seed = static_cast<std::uint64_t>(options.seed.value_or(1));
  search.criterion = designs::criterion_named(options.criterion.value_or("cd2"));
  search.method =
      options.method.value_or("annealing") == "augud" ? designs::Method::AugUd : designs::Method::Annealing;
  search.restarts = static_cast<int>(options.restarts.value_or(1));
  search.threads = static_cast<int>(options.threads.value_or(1));
  if (options.time) {
    const auto seconds = codec::parse_duration(*options.time);
    if (!seconds) throw UsageError("'" + *options.time + "' is no time", "write --time 500ms, 3s or 1m");
    search.spent = designs::time_budget(std::chrono::duration<double>(*seconds));
  }
  return search;
}

int require_runs(const DesignOptions& options) {
  if (options.runs) return static_cast<int>(*options.runs);
  throw UsageError("how many runs?", "say so with --runs 30");
}

// The existing runs on the levels of the design they become a part of.
Design existing_design(const DesignOptions& options, const DesignFile& file) {
  const int total = options.columns ? file.points.rows() : require_runs(options);
  if (file.levels) return *file.levels;
  return designs::snap(file.points, as_int(options.levels).value_or(total));
}

struct Made {
  LaidOut laid_out;
  double value = 0.0;  ///< of the criterion
  int searched = 0;    ///< runs laid out, of which constraints leave only some; 0 when they are all there
};

bool is_constrained(const std::optional<Space>& space) { return space && !space->constraints().empty(); }

// New runs that satisfy the constraints of the space.
Made make_allowed(DesignColumns columns, const DesignFile& existing, int added, std::optional<int> levels,
                  const designs::SearchOptions& search) {
  samplers::AllowedDesign made =
      samplers::augment_allowed(columns.encoding(), existing.points, added, levels, search);
  return {LaidOut(std::move(made.design), std::move(columns), existing), made.value, made.searched};
}

Made make_fresh(const DesignOptions& options, const std::optional<Space>& space,
                const designs::SearchOptions& search) {
  if (options.columns)
    throw UsageError("--columns adds to an existing design", "name it with --augment FILE");
  if (!space && !options.factors)
    throw UsageError("how many factors?", "say so with --factors 5, or give --space FILE");
  DesignColumns columns = space ? DesignColumns(*space) : DesignColumns(static_cast<int>(*options.factors));
  if (options.factors && *options.factors != columns.factors())
    throw UsageError(text("the space takes ", columns.factors(), " factors, not ", *options.factors),
                     "leave --factors out");
  const int runs = require_runs(options);
  if (is_constrained(space)) {
    const DesignFile none{.names = columns.names(), .points = designs::Points(0, columns.factors())};
    return make_allowed(std::move(columns), none, runs, as_int(options.levels), search);
  }
  auto found =
      designs::uniform_design(runs, columns.factors(), as_int(options.levels).value_or(runs), search);
  return {LaidOut(std::move(found.design), std::move(columns)), found.value};
}

// Each of its levels as often as the others, but fewer levels than there will be runs: on these, its runs
// would all lie in one corner.
bool is_whole_design(const DesignFile& file, int total) {
  return file.levels && file.levels->levels() > 1 && file.levels->levels() < total && file.levels->balanced();
}

Made make_augmented(const DesignOptions& options, const std::optional<Space>& space,
                    const designs::SearchOptions& search, std::ostream& notes) {
  // Without --levels a table of levels has as many as it must: the runs in all, or its largest.
  auto levels = as_int(options.levels);
  DesignFile file = read_design(*options.augment, space ? &*space : nullptr, levels);
  if (!levels && !options.columns && is_whole_design(file, require_runs(options))) {
    notes << *options.augment << " is a whole design of " << file.levels->levels()
          << " levels: read as points, and told so; --levels " << file.levels->levels()
          << " keeps its levels\n";
    file.levels.reset();
  }
  Design existing = existing_design(options, file);
  const int total = options.columns ? existing.runs() : require_runs(options);
  if (!levels && existing.levels() < total) {
    std::vector<int> entries;
    for (int i = 0; i < existing.runs(); ++i)
      entries.insert(entries.end(), existing.row(i).begin(), existing.row(i).end());
    existing = Design(existing.runs(), existing.factors(), total, std::move(entries));
  }
  if (options.columns) {
    if (space) throw UsageError("--columns and --space do not go together", "a space has the columns it has");
    if (options.runs && *options.runs != existing.runs())
      throw UsageError(text("the file has ", existing.runs(), " runs, not ", *options.runs),
                       "--columns adds factors to them; leave --runs out");
    const int added = static_cast<int>(*options.columns);
    auto found = designs::augment_factors(existing, added, search);
    return {LaidOut(std::move(found.design), DesignColumns(existing.factors() + added)), found.value};
  }
  if (options.factors && *options.factors != existing.factors())
    throw UsageError(text("the file has ", existing.factors(), " factors, not ", *options.factors),
                     "leave --factors out");
  if (total < existing.runs())
    throw UsageError(text("the file alone has ", existing.runs(), " runs"),
                     "--runs counts them all, existing ones included");
  if (is_constrained(space))
    return make_allowed(DesignColumns(*space), file, total - existing.runs(), levels, search);
  auto found = designs::augment(existing, total - existing.runs(), search);
  return {LaidOut(std::move(found.design), space ? DesignColumns(*space) : DesignColumns(existing.factors()),
                  file),
          found.value};
}

codec::Json json_of(const Made& made, Criterion criterion, double seconds) {
  const Design& design = made.laid_out.design();
  const designs::Points& points = made.laid_out.points();
  codec::Json levels = codec::Json::array(), places = codec::Json::array();
  for (int i = 0; i < design.runs(); ++i) {
    levels.push_back(std::vector<int>(design.row(i).begin(), design.row(i).end()));
    places.push_back(std::vector<double>(points.row(i).begin(), points.row(i).end()));
  }
  codec::Json json = {{"levels", std::move(levels)},
                      {"points", std::move(places)},
                      {"criterion", {{"name", designs::criterion_name(criterion)}, {"value", made.value}}},
                      {"seconds", seconds}};
  if (made.searched > 0) json["criterion"]["runs"] = made.searched;
  if (!made.laid_out.columns().has_space()) return json;
  json["settings"] = codec::Json::array();
  for (const Configuration& configuration : made.laid_out.settings())
    json["settings"].push_back(codec::to_json(configuration));
  return json;
}

// One design on each line, so that a table of a thousand runs can still be read.
std::string json_lines(const codec::Json& json) {
  std::string out = "{";
  for (const auto& [name, value] : json.items()) {
    out += out.size() > 1 ? ",\n " : "\n ";
    out += codec::Json(name).dump() + ": ";
    if (!value.is_array()) {
      out += value.dump();
      continue;
    }
    for (std::size_t i = 0; i < value.size(); ++i) out += (i == 0 ? "[" : ",\n  ") + value[i].dump();
    out += value.empty() ? "[]" : "]";
  }
  return out + "\n}\n";
}

void put(Context& context, const std::optional<std::string>& output, const std::string& content) {
  if (!output || *output == "-") {
    context.out << content;
    return;
  }
  write_file(*output, content);
}

std::string chosen_format(const DesignOptions& options) {
  if (options.format && options.json && *options.format != "json")
    throw UsageError("--json and --format " + *options.format + " contradict each other", "leave one out");
  if (options.format) return *options.format;
  if (options.json) return "json";
  const std::string ending = options.output ? codec::extension_of(*options.output) : "";
  if (ending == ".json" || ending == ".svg") return ending.substr(1);
  if (ending.empty() || ending == ".csv" || ending == ".txt") return "csv";
  throw UsageError("a design is not written as " + ending,
                   "name the file .csv, .json or .svg, or say --format");
}

int run_design(const DesignOptions& options, Context& context) {
  const auto start = std::chrono::steady_clock::now();
  std::optional<Space> space;
  if (options.space) space = codec::read_study_file(*options.space).space;
  const designs::SearchOptions search = search_options(options);
  const std::string format = chosen_format(options);
  const Made made = options.augment ? make_augmented(options, space, search, context.err)
                                    : make_fresh(options, space, search);
  const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  const Design& design = made.laid_out.design();
  const std::string value = text(designs::criterion_name(search.criterion), " ", short_number(made.value));
  if (format == "json") {
    put(context, options.output, json_lines(json_of(made, search.criterion, seconds)));
  } else if (format == "svg") {
    const std::string of_all = made.searched > 0 ? text(" of the ", made.searched, " runs laid out") : "";
    put(context, options.output, design_svg(made.laid_out, value + of_all));
  } else {
    put(context, options.output, design_csv(made.laid_out));
  }
  context.err << value << ", " << counted(design.runs(), "run") << ", " << counted(design.factors(), "factor")
              << ", " << counted(design.levels(), "level") << ", " << duration_text(seconds) << "\n";
  if (design.levels() < design.runs() && design.runs() % design.levels() != 0 && made.searched == 0) {
    context.err << "some levels come once more than others, as " << design.levels() << " does not divide "
                << design.runs() << "\n";
  }
  if (made.searched > 0) {
    context.err << "laid out " << counted(made.searched, "run") << " and kept " << design.runs()
                << " that satisfy the constraints; " << designs::criterion_name(search.criterion)
                << " is that of all\n";
  }
  return kOk;
}

int run_evaluate(const EvaluateOptions& options, Context& context) {
  std::optional<Space> space;
  if (options.space) space = codec::read_study_file(*options.space).space;
  const DesignFile file = read_design(options.file, space ? &*space : nullptr, as_int(options.levels));
  codec::Json criteria = codec::Json::object();
  Table table;
  table.column("criterion");
  table.column("value", Align::Right);
  for (const std::string& name : criterion_names()) {
    const double value = designs::criterion_value(file.points, designs::criterion_named(name));
    criteria[name] = std::isfinite(value) ? codec::Json(value) : codec::Json(nullptr);
    table.row({name, short_number(value, 12)});
  }
  codec::Json json = {{"runs", file.points.rows()}, {"factors", file.points.columns()}};
  json["levels"] = file.levels ? codec::Json(file.levels->levels()) : codec::Json(nullptr);
  json["balanced"] = file.levels ? codec::Json(file.levels->balanced()) : codec::Json(nullptr);
  json["criteria"] = std::move(criteria);
  if (options.json) {
    context.out << json_text(json);
    return kOk;
  }
  context.out << counted(file.points.rows(), "run") << ", " << counted(file.points.columns(), "factor");
  if (file.levels)
    context.out << ", " << counted(file.levels->levels(), "level")
                << (file.levels->balanced() ? ", balanced" : ", not balanced");
  context.out << "\n\n" << table.text(context.out_style(), context.table_width());
  if (space && static_cast<std::size_t>(file.points.columns()) != space->size()) {
    context.out
        << "\nA choice counts as one factor for each of its values, at 0 or 1: compare with other tables "
           "of this study.\n";
  }
  return kOk;
}

void add_evaluate(Command& design) {
  auto options = std::make_shared<EvaluateOptions>();
  Command command = design.subcommand("evaluate", "Print all criteria of a design");
  command
      .detail(
          "The file is CSV with a header: levels (whole numbers from 1), points from 0 to 1, or with --space "
          "settings "
          "of a study. cd2, wd2 and md2 are squared discrepancies; of maximin more is better, of the others "
          "less.")
      .argument("FILE", options->file, "the design")
      .option("--levels,-q", options->levels, "Q",
              "how many levels there are (default: the largest in the file)", 1, 10000)
      .option("--space", options->space, "FILE", "a study file whose parameters the columns are")
      .example("hone design evaluate design.csv", "")
      .example("hone design evaluate trials.csv --space study.yaml", "how evenly a study's trials lie")
      .action([options](Context& context) { return run_evaluate(*options, context); });
  add_json(command, options->json);
}

}  // namespace

void add_design(Command root) {
  auto options = std::make_shared<DesignOptions>();
  Command command = root.subcommand("design", "Lay out runs evenly: uniform designs, new or added to");
  command.group("More").detail(
      "Every level of every factor is used equally often, and the runs fill the space as evenly as the "
      "search finds. "
      "The table goes to standard output, the value of the criterion to standard error. Equal options give "
      "equal "
      "designs, unless --time is given. Where a study has constraints, so many runs are laid out that --runs "
      "of "
      "them satisfy these.");
  command.option("--runs,-n", options->runs, "N", "runs in all, existing ones included", 1, 5000)
      .option("--factors,-s", options->factors, "S", "columns", 1, 500)
      .option("--levels,-q", options->levels, "Q", "levels of a factor (default: as many as runs)", 1, 10000)
      .choice("--criterion,-c", options->criterion, criterion_names(), "what to make good (default cd2)")
      .choice("--method", options->method, {"annealing", "augud"}, "how to search (default annealing)")
      .option("--time", options->time, "TIME",
              "how long to search, as 3s (default: by the size, under a second for most)")
      .option("--restarts", options->restarts, "N", "searches of which the best counts (default 1)", 1,
              1000000)
      .option("--threads,-j", options->threads, "N", "threads that share the restarts (default 1)", 1, 1024)
      .option("--seed", options->seed, "SEED", "another seed, another design (default 1)", 0)
      .option("--augment,-a", options->augment, "FILE", "add runs to this design, which stays as it is")
      .option("--columns", options->columns, "N",
              "add so many columns to the design of --augment, instead of runs", 1, 500)
      .option("--space", options->space, "FILE", "a study file: print its settings instead of levels")
      .choice("--format,-f", options->format, {"csv", "json", "svg"},
              "svg is a plot of all pairs (default: by the file's name, or csv)")
      .option("--output,-o", options->output, "FILE", "where to write it (default: standard output)")
      .example("hone design --runs 30 --factors 5", "30 levels, centred discrepancy")
      .example("hone design -n 24 -s 3 -q 6 --time 3s -o design.svg", "searched for 3 seconds, drawn")
      .example("hone design -n 30 --augment design.csv", "more runs between those that were made")
      .example("hone design -n 20 --space study.yaml", "in the units of a study")
      .example("hone design evaluate design.csv", "how good is it?")
      .action([options](Context& context) { return run_design(*options, context); });
  add_json(command, options->json);
  add_evaluate(command);
}

}  // namespace hone::cli
