// SPDX-License-Identifier: MIT
#include <algorithm>
#include <chrono>
#include <cmath>
#include <ostream>

#include "hone/base/text.hpp"
#include "hone/charts/design_charts.hpp"
#include "hone/cli/commands.hpp"
#include "hone/cli/context.hpp"
#include "hone/cli/exit_code.hpp"
#include "hone/cli/humanize.hpp"
#include "hone/cli/output_file.hpp"
#include "hone/cli/table.hpp"
#include "hone/cli/workspace.hpp"
#include "hone/codec/field.hpp"
#include "hone/codec/files.hpp"
#include "hone/codec/json.hpp"
#include "hone/codec/study_file.hpp"
#include "hone/designs/time_budget.hpp"
#include "hone/designs/uniform_design.hpp"
#include "hone/layouts/design_make.hpp"
#include "hone/layouts/design_table.hpp"
#include "hone/plot/svg.hpp"

namespace hone::cli {
namespace {

using designs::Criterion;
using designs::Design;
using layouts::MadeDesign;

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

double asked_seconds(const std::string& time) {
  const auto seconds = codec::parse_duration(time);
  if (!seconds) throw UsageError("'" + time + "' is not a time", "write --time 500ms, 3s or 1m");
  return *seconds;
}

designs::DesignSearchOptions search_options(const DesignOptions& options) {
  designs::DesignSearchOptions search;
  search.seed = static_cast<std::uint64_t>(options.seed.value_or(1));
  search.criterion = designs::criterion_named(options.criterion.value_or("cd2"));
  search.method =
      options.method.value_or("annealing") == "augud" ? designs::Method::AugUd : designs::Method::Annealing;
  search.restarts = static_cast<int>(options.restarts.value_or(1));
  search.threads = static_cast<int>(options.threads.value_or(1));
  if (options.time)
    search.spent = designs::time_budget(std::chrono::duration<double>(asked_seconds(*options.time)));
  return search;
}

layouts::DesignRequest request_of(const DesignOptions& options) {
  layouts::DesignRequest request{.runs = as_int(options.runs),
                                 .factors = as_int(options.factors),
                                 .levels = as_int(options.levels),
                                 .columns = as_int(options.columns),
                                 .augment = options.augment};
  if (options.space) request.space = codec::read_study_file(*options.space).space;
  return request;
}

codec::Json json_of(const MadeDesign& made, Criterion criterion, double seconds) {
  const Design& design = made.laid_out.design();
  const designs::DesignPoints points = made.laid_out.written_points();
  codec::Json levels = codec::Json::array(), places = codec::Json::array();
  for (int i = 0; i < design.runs(); ++i) {
    levels.push_back(std::vector<int>(design.row(i).begin(), design.row(i).end()));
    places.push_back(std::vector<double>(points.row(i).begin(), points.row(i).end()));
  }
  codec::Json json = {{"columns", made.laid_out.columns().names()},
                      {"levels", std::move(levels)},
                      {"points", std::move(places)},
                      {"criterion", {{"name", designs::criterion_name(criterion)}, {"value", made.value}}},
                      {"seconds", seconds}};
  if (made.laid_out_runs > 0)
    json["criterion"]["laid_out"] = {{"runs", made.laid_out_runs}, {"value", made.searched}};
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

void put_design(Context& context, const std::optional<std::string>& output, const std::string& content) {
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

// What the table alone does not tell.
void say_more(const MadeDesign& made, Criterion criterion, std::ostream& out) {
  const Design& design = made.laid_out.design();
  const auto name = designs::criterion_name(criterion);
  if (made.laid_out_runs > 0) {
    out << "laid out " << counted(made.laid_out_runs, "run") << " and kept " << design.runs()
        << " that satisfy the constraints; " << name << " of all of them is " << short_number(made.searched)
        << "\n";
    return;
  }
  if (design.levels() < design.runs() && design.runs() % design.levels() != 0) {
    out << "some levels come once more than others, as " << design.levels() << " does not divide "
        << design.runs() << "\n";
  }
  if (std::abs(made.value - made.searched) > 1e-9 * std::abs(made.searched)) {
    out << name << " was " << short_number(made.searched) << " on the levels of the search, before "
        << (made.laid_out.columns().has_space() ? "they became settings"
                                                : "given runs went back to their places")
        << "\n";
  }
}

// A limit that could not be kept is not passed over in silence.
void say_time(const MadeDesign& made, double asked, double taken, std::ostream& out) {
  if (made.unsearched) {
    out << "there was no time to search: the levels are balanced, but otherwise random; allow more than "
           "--time "
        << duration_text(asked) << "\n";
  }
  if (taken > 1.5 * asked + 0.1) {
    out << duration_text(asked) << " were asked for, but a design of " << made.laid_out.design().runs()
        << " runs and " << made.laid_out.design().factors() << " factors took " << duration_text(taken)
        << "\n";
  }
}

std::string design_text(const MadeDesign& made, const std::string& format, Criterion criterion,
                        double seconds) {
  if (format == "json") return json_lines(json_of(made, criterion, seconds));
  if (format == "csv") return layouts::design_csv(made.laid_out);
  return plot::to_svg(charts::design_figure(
      made.laid_out, text(designs::criterion_name(criterion), " ", short_number(made.value))));
}

/// What a request lacks is said like any other mistake on the command line.
MadeDesign made_design(const layouts::DesignRequest& request, const designs::DesignSearchOptions& search,
                       std::ostream& notes) {
  try {
    return layouts::make_design(request, search, notes);
  } catch (const layouts::RequestError& error) {
    throw UsageError(error.what(), error.hint());
  }
}

int run_design(const DesignOptions& options, Context& context) {
  const auto start = std::chrono::steady_clock::now();
  const designs::DesignSearchOptions search = search_options(options);
  const std::string format = chosen_format(options);
  const MadeDesign made = made_design(request_of(options), search, context.err);
  const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  put_design(context, options.output, design_text(made, format, search.criterion, seconds));
  const Design& design = made.laid_out.design();
  context.err << designs::criterion_name(search.criterion) << " " << short_number(made.value) << ", "
              << counted(design.runs(), "run") << ", " << counted(design.factors(), "factor") << ", "
              << counted(design.levels(), "level") << ", " << duration_text(seconds) << "\n";
  say_more(made, search.criterion, context.err);
  if (options.time) say_time(made, asked_seconds(*options.time), seconds, context.err);
  return kOk;
}

bool has_choices(const Space& space) {
  const layouts::DesignColumns columns(space);
  const std::vector<encode::EncodedColumn>& all = columns.encoding().columns();
  return std::any_of(all.begin(), all.end(),
                     [](const encode::EncodedColumn& column) { return column.one_hot(); });
}

int run_evaluate(const EvaluateOptions& options, Context& context) {
  std::optional<Space> space;
  if (options.space) space = codec::read_study_file(*options.space).space;
  const layouts::DesignFile file =
      layouts::read_design(options.file, space ? &*space : nullptr, as_int(options.levels));
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
  if (options.json) return context.answer(json);
  context.out << counted(file.points.rows(), "run") << ", " << counted(file.points.columns(), "factor");
  if (file.levels)
    context.out << ", " << counted(file.levels->levels(), "level")
                << (file.levels->balanced() ? ", balanced" : ", not balanced");
  context.out << "\n\n" << table.text(context.out_style(), context.table_width());
  if (space && has_choices(*space)) {
    context.out
        << "\nA choice counts as one factor for each of its values, at 0.6 for the value it has and 0.4 "
           "for the others:\ncompare with other tables of this study only.\n";
  }
  return kOk;
}

void add_evaluate(Command& design) {
  auto options = std::make_shared<EvaluateOptions>();
  Command command = design.subcommand("evaluate", "Print all criteria of a design");
  command
      .detail(
          R"(The file is CSV with a header: levels (whole numbers from 1), points from 0 to 1, or with --space settings of a study. cd2, wd2 and md2 are squared discrepancies. The larger maximin is, the better; of the others, the smaller.)")
      .argument("FILE", options->file, "the design")
      .option("--levels,-q", options->levels, "Q",
              "how many levels there are (default: the largest in the file)", 1, 10000)
      .option("--space", options->space, "FILE", "a study file: the columns are its parameters")
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
      R"(Every level of every factor is used equally often, and the runs fill the space as evenly as the search can make them. The table goes to standard output; the criterion, which is that of the table as written, to standard error. Equal options give equal designs, unless --time is given. Where a study has constraints, more runs are laid out, so many that --runs of them satisfy these.)");
  command.option("--runs,-n", options->runs, "N", "runs in all, existing ones included", 1, 5000)
      .option("--factors,-s", options->factors, "S", "columns", 1, 500)
      .option("--levels,-q", options->levels, "Q", "levels of a factor (default: as many as runs)", 1, 10000)
      .choice("--criterion,-c", options->criterion, criterion_names(), "the measure to improve (default cd2)")
      .choice("--method", options->method, {"annealing", "augud"}, "how to search (default annealing)")
      .option("--time", options->time, "TIME",
              "how long it may take in all, such as 3s (default: by the size, under a second for most)")
      .option("--restarts", options->restarts, "N",
              "independent searches, of which the best counts (default 1)", 1, 1000000)
      .option("--threads,-j", options->threads, "N", "threads that share the restarts (default 1)", 1, 1024)
      .option("--seed", options->seed, "SEED", "another seed, another design (default 1)", 0)
      .option("--augment,-a", options->augment, "FILE",
              "add runs to this design, which keeps its values and names")
      .option("--columns", options->columns, "N",
              "add so many columns to the design of --augment, instead of runs", 1, 500)
      .option("--space", options->space, "FILE",
              "a study file: lay out settings of its parameters, in their units")
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
