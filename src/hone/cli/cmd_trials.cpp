// SPDX-License-Identifier: MIT
#include <algorithm>
#include <ostream>

#include "hone/base/error.hpp"
#include "hone/base/printable.hpp"
#include "hone/base/text.hpp"
#include "hone/charts/pictures.hpp"
#include "hone/cli/commands.hpp"
#include "hone/cli/context.hpp"
#include "hone/cli/exit_code.hpp"
#include "hone/cli/humanize.hpp"
#include "hone/cli/study_text.hpp"
#include "hone/cli/synonyms.hpp"
#include "hone/cli/table.hpp"
#include "hone/cli/workspace.hpp"
#include "hone/codec/json.hpp"
#include "hone/codec/trial_filter.hpp"
#include "hone/core/failure.hpp"
#include "hone/core/tags.hpp"
#include "hone/core/trial_words.hpp"

namespace hone::cli {
namespace {

struct TrialsOptions : StudyOptions {
  std::optional<std::string> states;
  std::optional<std::string> where;
  std::optional<std::string> sort;
  bool reverse = false;
  std::optional<std::string> columns;
  std::optional<std::int64_t> limit;
  std::vector<std::string> tags;
};

void keep_states(std::vector<Trial>& trials, const std::string& words) {
  std::vector<TrialState> wanted;
  for (const std::string& word : split(words, ',')) {
    const auto state = parse_trial_state(trim(word));
    if (!state)
      throw UsageError("there is no state '" + word + "'" + our_word_for(word, trial_state_words()),
                       "known are " + join(trial_state_words(), ", "));
    wanted.push_back(*state);
  }
  std::erase_if(trials, [&](const Trial& trial) {
    return std::find(wanted.begin(), wanted.end(), trial.state) == wanted.end();
  });
}

/// Trials without a value come last, whatever the direction.
void sort_by(std::vector<Trial>& trials, const codec::TrialColumn& column, bool reverse) {
  std::stable_sort(trials.begin(), trials.end(), [&](const Trial& a, const Trial& b) {
    return codec::comes_before(column.value(a), column.value(b), reverse);
  });
}

/// 'best' stands for the first objective, 'best:NAME' for that one.
const Objective* sorted_by_best(const TrialsOptions& options, const Study& study) {
  if (!options.sort || !options.sort->starts_with("best")) return nullptr;
  if (*options.sort == "best") return &study.objectives.front();
  if ((*options.sort)[4] != ':') return nullptr;
  return &study.objectives[objective_index(study, options.sort->substr(5))];
}

std::vector<Trial> selected(const TrialsOptions& options, const OpenStudy& open,
                            const codec::TrialColumns& columns, std::vector<Trial> trials) {
  std::vector<Trial> all = trials;
  // Those that were taken out are shown to who asks for them.
  if (options.states) {
    keep_states(trials, *options.states);
  } else {
    std::erase_if(trials, [](const Trial& trial) { return trial.state == TrialState::Deleted; });
  }
  for (const std::string& tag : options.tags) {
    check_tag(tag);
    std::erase_if(trials, [&](const Trial& trial) {
      const std::vector<std::string> tags = tags_of(trial.attributes);
      return std::find(tags.begin(), tags.end(), tag) == tags.end();
    });
  }
  if (options.where) {
    const codec::TrialFilter filter(*options.where, open.study, columns, all, "--where");
    std::erase_if(trials, [&](const Trial& trial) { return !filter.keeps(trial); });
  }
  if (const Objective* aim = sorted_by_best(options, open.study)) {
    const bool larger = aim->direction == Direction::Maximize;
    sort_by(trials, columns.find("objective." + aim->name), larger != options.reverse);
    // Those that break a limit of constraints_on are none of the best, whatever they measured.
    std::stable_sort(trials.begin(), trials.end(), [&](const Trial& a, const Trial& b) {
      return options.reverse ? a.violation > b.violation : a.violation < b.violation;
    });
  } else if (options.sort) {
    sort_by(trials, columns.find(*options.sort), options.reverse);
  } else if (options.reverse) {
    std::reverse(trials.begin(), trials.end());
  }
  if (options.limit && static_cast<std::size_t>(*options.limit) < trials.size()) {
    trials.resize(static_cast<std::size_t>(*options.limit));
  }
  return trials;
}

using ChosenColumns = std::vector<const codec::TrialColumn*>;

/// By their full names, as parameters and objectives may be called like anything else.
ChosenColumns default_columns(const Study& study, const codec::TrialColumns& columns,
                              const std::vector<Trial>& trials) {
  ChosenColumns chosen;
  const auto add_of_trials = [&](const char* name) {
    if (const codec::TrialColumn* column = columns.of_trials(name)) chosen.push_back(column);
  };
  for (const char* name : {"number", "state", "sampler", "stage"}) add_of_trials(name);
  for (const Objective& objective : study.objectives)
    chosen.push_back(&columns.find("objective." + objective.name));
  for (const Parameter& parameter : study.space.parameters()) {
    if (!std::holds_alternative<Constant>(parameter.domain))
      chosen.push_back(&columns.find("param." + parameter.name));
  }
  add_of_trials("duration");
  for (const char* name : {"outside", "violates", "tags", "notes", "error"}) {
    const codec::TrialColumn* column = columns.of_trials(name);
    const auto has = [&](const Trial& trial) { return column->value(trial).has_value(); };
    if (column != nullptr && std::any_of(trials.begin(), trials.end(), has)) chosen.push_back(column);
  }
  return chosen;
}

std::string cell_text(const codec::TrialColumn& column, const std::optional<Value>& value) {
  if (!value) return "";
  if (column.kind == codec::TrialColumn::Kind::Seconds) return duration_text(as_number(*value).value_or(0.0));
  if (column.kind == codec::TrialColumn::Kind::Time)
    return time_text(static_cast<Timestamp>(as_number(*value).value_or(0.0)));
  if (const double* number = std::get_if<double>(&*value)) return short_number(*number);
  const std::string text = to_text(*value);
  // An error may be many lines: the first says how the command ended, the last why.
  if (column.kind == codec::TrialColumn::Kind::Error) return failure_in_short(text);
  return printable(text);  // on one line, and two that differ in the second look different
}

Table trials_table(const std::vector<Trial>& trials, const std::vector<const codec::TrialColumn*>& columns,
                   const Style& style) {
  Table table;
  for (const codec::TrialColumn* column : columns) {
    bool numeric = true;
    for (const Trial& trial : trials) {
      const auto value = column->value(trial);
      numeric = numeric && (!value || as_number(*value).has_value());
    }
    Table::Paint paint;
    if (column->kind == codec::TrialColumn::Kind::State) {
      paint = [style](const std::string& cell, const std::string& padded) {
        const auto state = parse_trial_state(cell);
        return state ? style.state(*state, padded) : padded;
      };
    }
    table.column(column->name, numeric ? Align::Right : Align::Left, paint);
  }
  for (const Trial& trial : trials) {
    std::vector<std::string> row;
    for (const codec::TrialColumn* column : columns) row.push_back(cell_text(*column, column->value(trial)));
    table.row(std::move(row));
  }
  return table;
}

int run_trials(const TrialsOptions& options, Context& context) {
  const OpenStudy open = open_study(context, options);
  std::vector<Trial> all = all_trials(open);
  const codec::TrialColumns columns(open.study, all);
  const std::size_t total = static_cast<std::size_t>(count(all).total);
  const std::vector<Trial> trials = selected(options, open, columns, std::move(all));
  if (options.json) {
    codec::Json list = codec::Json::array();
    for (const Trial& trial : trials) list.push_back(codec::to_json(trial, open.study));
    return context.answer(list);
  }
  if (trials.empty()) {
    context.out << (total == 0 ? "there are no trials yet\n" : "no trial fits\n");
    return kOk;
  }
  ChosenColumns chosen;
  if (options.columns) {
    for (const std::string& name : codec::split_names(*options.columns))
      chosen.push_back(&columns.find(name));
  } else {
    chosen = default_columns(open.study, columns, trials);
  }
  context.out
      << trials_table(trials, chosen, context.out_style()).text(context.out_style(), context.table_width());
  if (trials.size() < total) {
    context.err << context.err_style().dim(
                       text(trials.size(), " of ", counted(static_cast<std::int64_t>(total), "trial")))
                << "\n";
  }
  return kOk;
}

}  // namespace

void add_trials(Command root) {
  auto options = std::make_shared<TrialsOptions>();
  Command command = root.subcommand("trials", "List trials: filter, sort, choose columns");
  command.group("Look").detail(
      R"(Columns: number, state, the objectives, the parameters, duration, created, started, finished, attempt, worker, error, version (of the study's definition), violates (which limits of constraints_on, by how much), pareto (of several objectives: whether no other trial beats it in all), outside (why the trial does not fit the present space), former.NAME (a parameter that the space had), remark (the last correction, by retry, amend or delete), tags and notes (by 'hone note'), stage (of samplers that work in stages), and attributes as attr.NAME, what the sampler noted as note.NAME (such as note.transfer.own, the weight of the study's own model beside its sources). Expressions are those of constraints, over the same names.
Where a name could mean several things it is a parameter's, then an objective's. The others are always found as param.NAME, objective.NAME and trial.NAME: with a parameter called error, trial.error is why a trial failed. A name with a blank or another odd character stands in back-quotes: --where '`attr.my note` == 3'.)");
  add_study(command, *options);
  command
      .option("--state,-s", options->states, "STATES",
              "only these, separated by commas: complete, failed, running, ..., deleted")
      .list("--tag,-t", options->tags, "NAME", "only those with this tag; see 'hone note'")
      .option("--where,-w", options->where, "EXPRESSION", "only trials for which it is true")
      .option("--sort", options->sort, "COLUMN",
              "order by a column; 'best' puts the best first, 'best:NAME' those of one objective")
      .flag("--reverse,-r", options->reverse, "the other way round")
      .option("--columns,-c", options->columns, "NAMES", "what to show, separated by commas")
      .option("--limit,-n", options->limit, "N", "at most so many", 0)
      .example("hone trials study.yaml --sort best -n 10", "the ten best")
      .example("hone trials study.yaml --sort best:latency", "by one of several objectives")
      .example("hone trials study.yaml --where \"loss < 0.3 and kind == 'momentum'\"", "")
      .example("hone trials study.yaml --where pareto", "of several objectives, the Pareto-optimal ones")
      .example("hone trials study.yaml --where \"attr.epochs == 3\"", "by what the command reported beside")
      .example("hone trials study.yaml --state failed --columns number,error", "")
      .action([options](Context& context) { return run_trials(*options, context); });
}

}  // namespace hone::cli
