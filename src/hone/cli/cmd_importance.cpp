// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <ostream>

#include "hone/base/printable.hpp"
#include "hone/base/text.hpp"
#include "hone/cli/commands.hpp"
#include "hone/cli/context.hpp"
#include "hone/cli/exit_code.hpp"
#include "hone/cli/help.hpp"
#include "hone/cli/humanize.hpp"
#include "hone/cli/table.hpp"
#include "hone/cli/version_text.hpp"
#include "hone/cli/workspace.hpp"
#include "hone/codec/importance_json.hpp"
#include "hone/service/findings.hpp"

namespace hone::cli {
namespace {

constexpr std::size_t kMostPairs = 10;
constexpr double kLongestBar = 32.0;

struct ImportanceWords : StudyOptions {
  std::optional<std::string> method;
  std::optional<std::string> objective;
  std::optional<double> quantile;
  std::optional<double> within;
  bool pairs = false;
};

ImportanceOptions read_words(const ImportanceWords& words) {
  ImportanceOptions options{.objective = words.objective, .pairs = words.pairs};
  if (words.method) options.method = *parse_importance_method(*words.method);
  const bool fanova = options.method == ImportanceMethod::Fanova;
  if (fanova && (words.quantile || words.within))
    throw UsageError("--quantile and --within belong to PED-ANOVA", "add --method ped-anova");
  if (!fanova && words.pairs)
    throw UsageError("PED-ANOVA judges parameters one by one and has no --pairs", "use --method fanova");
  options.quantile = words.quantile.value_or(options.quantile);
  options.within = words.within.value_or(options.within);
  return options;
}

/// "0.613": three digits after the point, so that a column can be compared by eye.
std::string share_text(double share) {
  char buffer[16];
  std::snprintf(buffer, sizeof buffer, "%.3f", share);
  return buffer;
}

/// Tells the answer to a person: a table and, in a terminal, bars beside it.
class ImportancePrinter {
 public:
  ImportancePrinter(Context& context, const Study& study, const Importances& found)
      : out_(context.out),
        style_(context.out_style()),
        limit_(context.table_width()),
        bars_(context.environment.output_is_terminal),
        study_(study),
        found_(found) {}

  void print(bool pairs) {
    title();
    parameters();
    if (pairs) print_pairs();
    remarks(pairs);
  }

 private:
  void say(const std::string& sentence) {
    const auto width = static_cast<std::size_t>(std::clamp(style_.width, 60, 100));
    for (const std::string& line : wrapped(printable_lines(sentence), width)) out_ << line << "\n";
  }

  void title() {
    out_ << style_.bold(printable(study_.name)) << "  " << to_text(found_.objective.direction) << " "
         << printable(found_.objective.name) << ", " << counted(found_.trials, "complete trial");
    if (found_.left_out > 0) out_ << "; " << found_.left_out << " without a value left out";
    out_ << "\n\n";
  }

  std::string bar(double importance) const {
    const auto length =
        static_cast<std::size_t>(std::llround(kLongestBar * std::clamp(importance, 0.0, 1.0)));
    std::string out;
    for (std::size_t i = 0; i < length; ++i) out += style_.unicode ? "█" : "#";
    return out;
  }

  void add_columns(Table& table, const std::string& what) const {
    table.column(what);
    table.column("importance", Align::Right);
    table.column(style_.unicode ? "±" : "+-", Align::Right);
  }
  void add_bar_column(Table& table) const {
    if (bars_)
      table.column("", Align::Left,
                   [this](const std::string&, const std::string& padded) { return style_.cyan(padded); });
  }

  void parameters() {
    const bool some_missing =
        std::any_of(found_.parameters.begin(), found_.parameters.end(),
                    [&](const ParameterImportance& one) { return one.trials < found_.trials; });
    Table table;
    add_columns(table, "parameter");
    if (some_missing) table.column("trials", Align::Right);
    add_bar_column(table);
    for (const ParameterImportance& one : found_.parameters) {
      std::vector<std::string> cells = {one.parameter, share_text(one.importance), share_text(one.deviation)};
      if (some_missing) cells.push_back(text(one.trials));
      if (bars_) cells.push_back(bar(one.importance));
      table.row(std::move(cells));
    }
    out_ << table.text(style_, limit_);
  }

  void print_pairs() {
    out_ << "\n";
    if (found_.pairs.empty()) {
      out_ << "there are no two parameters to look at together\n";
      return;
    }
    Table table;
    add_columns(table, "together");
    add_bar_column(table);
    const std::size_t shown = std::min(kMostPairs, found_.pairs.size());
    for (std::size_t i = 0; i < shown; ++i) {
      const PairImportance& one = found_.pairs[i];
      std::vector<std::string> cells = {one.first + ", " + one.second, share_text(one.importance),
                                        share_text(one.deviation)};
      if (bars_) cells.push_back(bar(one.importance));
      table.row(std::move(cells));
    }
    out_ << table.text(style_, limit_);
    if (found_.pairs.size() > shown)
      out_ << style_.dim(text("... and ", found_.pairs.size() - shown, " more")) << "\n";
  }

  void remarks(bool pairs) {
    out_ << "\n";
    if (found_.method == ImportanceMethod::PedAnova) {
      say(text("PED-ANOVA: how far the best ", found_.best, " of ", found_.compared,
               " trials differ from all of those, each parameter by itself; in all 1."));
      return;
    }
    double sum = 0.0;
    for (const ParameterImportance& one : found_.parameters) sum += one.importance;
    for (const PairImportance& one : found_.pairs) sum += one.importance;
    say(text("fANOVA: shares of the variance of ", found_.objective.name, " over the whole space. ",
             percent(std::clamp(sum, 0.0, 1.0)), " of it is told above; the rest is what ",
             pairs ? "three or more parameters do together." : "several parameters do together (--pairs)."));
    if (found_.explained) say(reliance_text(found_));
  }

  std::ostream& out_;
  Style style_;
  int limit_;
  bool bars_;
  const Study& study_;
  const Importances& found_;
};

int run_importance(const ImportanceWords& words, Context& context) {
  const OpenStudy open = open_study(context, words);
  const ImportanceOptions options = read_words(words);
  const std::vector<Trial> trials = trials_of(open);
  if (const std::string outside = outside_text(open.study, trials); !outside.empty() && !words.json)
    context.err << outside << "\n";
  const Importances found = service::importance_of(open.study, trials, options);
  if (words.json) {
    codec::Json json = {{"study", open.study.name}};
    json.update(codec::to_json(found));
    return context.answer(json);
  }
  ImportancePrinter(context, open.study, found).print(options.pairs);
  return kOk;
}

}  // namespace

void add_importance(Command root) {
  auto words = std::make_shared<ImportanceWords>();
  Command command = root.subcommand("importance", "Which parameters matter, alone and two together");
  command.group("Look").detail(
      R"(fANOVA grows a random forest and says how much of the objective's variance over the whole space is due to each parameter; with --pairs also to each two together. PED-ANOVA asks instead what sets the best trials apart from the others, which needs no model and stands outliers. The figure after ± is the standard deviation when the trials are resampled. Trials without a value are left out.)");
  add_study(command, *words);
  command.choice("--method,-m", words->method, {"fanova", "ped-anova"}, "how to measure (default fanova)")
      .option("--objective", words->objective, "NAME", "which one, of several (default the first)")
      .flag("--pairs", words->pairs, "fanova: also what two parameters do together")
      .option("--quantile,-q", words->quantile, "Q", "ped-anova: the share of the best trials (default 0.1)")
      .option("--within", words->within, "Q",
              "ped-anova: the share that they are compared with (default 1, all trials)")
      .example("hone importance study.yaml", "")
      .example("hone importance study.yaml --pairs", "interactions too")
      .example("hone importance study.yaml -m ped-anova -q 0.05 --within 0.3", "among good trials")
      .action([words](Context& context) { return run_importance(*words, context); });
}

}  // namespace hone::cli
