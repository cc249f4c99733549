// SPDX-License-Identifier: MIT
#include "hone/cli/front_text.hpp"

#include <algorithm>
#include <ostream>

#include "hone/analysis/front.hpp"
#include "hone/base/text.hpp"
#include "hone/base/words.hpp"
#include "hone/cli/limits_text.hpp"
#include "hone/codec/column_names.hpp"

namespace hone::cli {
namespace {

constexpr std::size_t kMostTold = 20;

}  // namespace

std::string front_line(const Study& study, std::span<const Trial> trials) {
  const auto front = pareto_trials(trials, study.objectives);
  std::string out = counted(std::ssize(front), "Pareto-optimal trial");
  if (const auto volume = analysis::front_volume(trials, study.objectives)) {
    std::vector<std::string> corner;
    for (const double one : volume->reference) corner.push_back(short_number(one, 4));
    out += text("; hypervolume ", short_number(volume->volume), " up to (", join(corner, ", "), ")");
  }
  return out;
}

Table front_table(const Study& study, std::span<const Trial> trials, std::size_t most) {
  std::vector<const Trial*> front = pareto_trials(trials, study.objectives);
  std::stable_sort(front.begin(), front.end(), [&](const Trial* a, const Trial* b) {
    return better(study.objectives[0], a->values[0], b->values[0]);
  });
  using Kind = codec::ColumnMeaning::Kind;
  const codec::ColumnNames names(study, {"trial"});  // an objective may be called like a parameter
  Table table;
  table.column(names.name_of({Kind::OfTrial, "trial"}), Align::Right);
  for (const Objective& objective : study.objectives)
    table.column(names.name_of({Kind::Objective, objective.name}), Align::Right);
  std::vector<std::size_t> shown;
  for (std::size_t i = 0; i < study.space.size(); ++i) {
    const Domain& domain = study.space.parameters()[i].domain;
    if (std::holds_alternative<Constant>(domain)) continue;
    shown.push_back(i);
    const bool number = std::holds_alternative<RealRange>(domain) || std::holds_alternative<IntRange>(domain);
    table.column(names.name_of({Kind::Parameter, study.space.parameters()[i].name}),
                 number ? Align::Right : Align::Left);
  }
  for (std::size_t place = 0; place < std::min(most, front.size()); ++place) {
    const Trial& trial = *front[place];
    std::vector<std::string> row = {std::to_string(trial.number)};
    for (const double value : trial.values) row.push_back(short_number(value));
    for (const std::size_t i : shown) {
      const auto& value = trial.configuration[i];
      const double* number = value ? std::get_if<double>(&*value) : nullptr;
      row.push_back(number != nullptr ? short_number(*number) : value ? to_text(*value) : "");
    }
    table.row(std::move(row));
  }
  return table;
}

void print_front(Context& context, const Study& study, std::span<const Trial> trials,
                 const std::string& where) {
  const Style style = context.out_style();
  const std::size_t count = pareto_trials(trials, study.objectives).size();
  if (count == 0) {
    context.out << no_best_text(study, trials) << "\n";
    return;
  }
  context.out << style.bold(front_line(study, trials)) << "\n"
              << front_table(study, trials, kMostTold).text(style, context.table_width());
  if (count > kMostTold)
    context.out << style.dim(text("... and ", count - kMostTold, " more: hone best ", where)) << "\n";
}

std::string value_words(const Study& study) {
  if (study.objectives.size() == 1) return "VALUE";
  std::vector<std::string> words;
  for (const Objective& objective : study.objectives) {
    std::string word;
    for (const char c : objective.name) {
      const bool lower = c >= 'a' && c <= 'z';
      const bool kept = lower || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
      word += lower ? static_cast<char>(c - 'a' + 'A') : kept ? c : '_';
    }
    words.push_back(word);
  }
  return join(words, " ");
}

}  // namespace hone::cli
