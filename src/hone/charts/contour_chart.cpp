// SPDX-License-Identifier: MIT
#include "hone/charts/contour_chart.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <numeric>

#include "hone/analysis/expectation.hpp"
#include "hone/analysis/importance.hpp"
#include "hone/base/error.hpp"
#include "hone/base/text.hpp"
#include "hone/base/words.hpp"
#include "hone/charts/value_axis.hpp"

namespace hone::charts {
namespace {

constexpr double kNothing = std::numeric_limits<double>::quiet_NaN();

/// The ends of what a parameter's axis shows: its declared range, or half a cell around the choices.
struct AxisEnds {
  double low = 0.0;
  double high = 1.0;
};

AxisEnds ends_of(const plot::Axis& axis) {
  if (axis.categories.empty()) return {axis.low.value_or(0.0), axis.high.value_or(1.0)};
  return {-0.5, static_cast<double>(axis.categories.size()) - 0.5};
}

/// A place between the ends, evenly on the axis's scale.
double between(const AxisEnds& ends, plot::AxisScale scale, double share) {
  if (scale == plot::AxisScale::Linear) return std::lerp(ends.low, ends.high, share);
  return std::exp(std::lerp(std::log(ends.low), std::log(ends.high), share));
}

/// The value of the domain that is nearest to a place on its axis.
Value nearest(const Domain& domain, double place) {
  const auto step = [](double position, std::int64_t count) {
    return std::clamp(static_cast<std::int64_t>(std::llround(position)), std::int64_t{0}, count - 1);
  };
  if (const RealRange* real = std::get_if<RealRange>(&domain)) {
    if (!real->step()) return std::clamp(place, real->low(), real->high());
    return real->at(step((place - real->low()) / *real->step(), real->count().value_or(1)));
  }
  if (const IntRange* whole = std::get_if<IntRange>(&domain)) {
    const double position = (place - static_cast<double>(whole->low())) / static_cast<double>(whole->step());
    return whole->at(step(position, whole->count()));
  }
  return value_at(domain, step(place, value_count(domain).value_or(1)));
}

/// The best trial that has both parameters: the one whose other settings the picture shows.
const Trial& anchor_of(const Study& study, std::span<const Trial> trials, std::size_t objective,
                       std::size_t a, std::size_t b) {
  const Trial* best = nullptr;
  for (const Trial& trial : trials) {
    if (trial.state != TrialState::Complete || !trial.configuration[a] || !trial.configuration[b]) continue;
    if (best == nullptr ||
        better(study.objectives[objective], trial.values[objective], best->values[objective]))
      best = &trial;
  }
  if (best == nullptr) {
    const auto& parameters = study.space.parameters();
    throw Error(ErrorCode::InvalidArgument,
                text("no complete trial has both '", parameters[a].name, "' and '", parameters[b].name, "'"),
                "name two parameters that exist together");
  }
  return *best;
}

bool exist_together(const Study& study, std::span<const Trial> trials, const std::string& first,
                    const std::string& second) {
  const std::size_t a = study.space.index_of(first).value();
  const std::size_t b = study.space.index_of(second).value();
  return std::any_of(trials.begin(), trials.end(), [&](const Trial& trial) {
    return trial.state == TrialState::Complete && trial.configuration[a] && trial.configuration[b];
  });
}

std::vector<std::size_t> two_parameters(const Study& study, std::span<const Trial> trials,
                                        const ContourOptions& options) {
  const std::vector<std::string> names =
      options.parameters.empty() ? contour_parameters(study, trials, options.objective) : options.parameters;
  // No name at all would mean all parameters.
  const std::vector<std::size_t> chosen =
      names.empty() ? std::vector<std::size_t>{} : chosen_parameters(study.space, names);
  if (chosen.size() == 2 && chosen[0] != chosen[1]) return chosen;
  throw Error(ErrorCode::InvalidArgument,
              options.parameters.empty() ? text("'", study.name, "' has fewer than two parameters that vary")
                                         : text("a contour is of two parameters, not of ", chosen.size()),
              options.parameters.empty() ? "draw slices instead" : "name two: -p NAME -p NAME");
}

/// The share of the variance of `ranks` that lies between groups, less what chance would give: 0 for no more
/// than chance, 1 when the group tells everything.
double between_share(const std::vector<std::pair<int, double>>& grouped) {
  std::map<int, std::pair<double, double>> groups;  // sum and count
  double sum = 0.0;
  double squares = 0.0;
  for (const auto& [group, rank] : grouped) {
    groups[group].first += rank;
    groups[group].second += 1.0;
    sum += rank;
    squares += rank * rank;
  }
  const auto count = static_cast<double>(grouped.size());
  const double total = squares - sum * sum / count;
  if (groups.size() < 2 || count <= static_cast<double>(groups.size()) || !(total > 0.0)) return 0.0;
  double inside = squares;
  for (const auto& [group, part] : groups) inside -= part.first * part.first / part.second;
  // Unbiased, as the adjusted coefficient of determination is.
  return 1.0 - inside / (count - static_cast<double>(groups.size())) / (total / (count - 1.0));
}

}  // namespace

std::vector<std::size_t> telling_parameters(const Study& study, std::span<const Trial> trials,
                                            std::size_t objective) {
  constexpr std::size_t kGroups = 8;
  std::vector<const Trial*> sorted;
  for (const Trial& trial : trials) {
    if (trial.state == TrialState::Complete) sorted.push_back(&trial);
  }
  std::stable_sort(sorted.begin(), sorted.end(), [&](const Trial* a, const Trial* b) {
    return a->values[objective] < b->values[objective];
  });
  const std::vector<std::size_t> parameters = chosen_parameters(study.space, {});
  std::map<std::size_t, double> score;
  for (const std::size_t index : parameters) {
    const Parameter& parameter = study.space.parameters()[index];
    std::vector<std::pair<double, double>> placed;  // where the value lies, and the trial's rank
    for (std::size_t rank = 0; rank < sorted.size(); ++rank) {
      const double place = place_of(parameter, sorted[rank]->configuration[index]);
      if (std::isfinite(place)) placed.emplace_back(place, static_cast<double>(rank));
    }
    std::sort(placed.begin(), placed.end());
    std::vector<std::pair<int, double>> grouped;
    for (std::size_t i = 0; i < placed.size(); ++i) {
      const bool numeric = is_numeric(parameter.domain);
      grouped.emplace_back(
          numeric ? static_cast<int>(i * kGroups / placed.size()) : static_cast<int>(placed[i].first),
          placed[i].second);
    }
    // What only some trials have tells less.
    const double share =
        sorted.empty() ? 0.0 : static_cast<double>(placed.size()) / static_cast<double>(sorted.size());
    score[index] = grouped.empty() ? 0.0 : share * between_share(grouped);
  }
  std::vector<std::size_t> order = parameters;
  std::stable_sort(order.begin(), order.end(),
                   [&](std::size_t a, std::size_t b) { return score[a] > score[b]; });
  return order;
}

std::vector<std::string> contour_parameters(const Study& study, std::span<const Trial> trials,
                                            std::size_t objective, const std::optional<Importances>& known) {
  const std::optional<Importances> found =
      known ? known : analysis::importance_if_known(study, trials, study.objectives[objective].name);
  std::vector<std::string> names;
  if (found) {
    for (const ParameterImportance& one : found->parameters) names.push_back(one.parameter);
  } else {
    for (const std::size_t index : telling_parameters(study, trials, objective))
      names.push_back(study.space.parameters()[index].name);
  }
  // Beside the first, the next that exists together with it: of two conditional ones no trial may have both.
  const auto together = [&](const std::string& name) {
    return exist_together(study, trials, names[0], name);
  };
  if (names.size() > 2) {
    const auto second = std::find_if(names.begin() + 1, names.end(), together);
    if (second != names.end()) std::swap(names[1], *second);
    names.resize(2);
  }
  return names;
}

plot::Chart contour_chart(const Study& study, std::span<const Trial> trials,
                          const analysis::StudyModel& model, const ContourOptions& options) {
  const std::vector<std::size_t> pair = two_parameters(study, trials, options);
  const std::size_t a = pair[0];
  const std::size_t b = pair[1];
  const Parameter& across = study.space.parameters()[a];
  const Parameter& up = study.space.parameters()[b];
  const Trial& anchor = anchor_of(study, trials, options.objective, a, b);
  plot::Chart chart{.x = declared_axis(across, 0.0), .y = declared_axis(up, 0.0)};
  const AxisEnds x = ends_of(chart.x);
  const AxisEnds y = ends_of(chart.y);

  std::vector<Configuration> cells;
  const auto count = static_cast<std::size_t>(options.cells);
  for (std::size_t row = 0; row < count; ++row) {
    for (std::size_t column = 0; column < count; ++column) {
      const auto share = [&](std::size_t i) {
        return static_cast<double>(i) / static_cast<double>(count - 1);
      };
      std::vector<std::optional<Value>> values;
      for (std::size_t i = 0; i < study.space.size(); ++i) values.push_back(anchor.configuration[i]);
      values[a] = nearest(across.domain, between(x, chart.x.scale, share(column)));
      values[b] = nearest(up.domain, between(y, chart.y.scale, share(row)));
      cells.push_back(study.space.configuration(std::move(values)));
    }
  }
  plot::Surface field{.x_low = x.low,
                      .x_high = x.high,
                      .y_low = y.low,
                      .y_high = y.high,
                      .columns = options.cells,
                      .rows = options.cells,
                      .values = {},
                      .in_terminal = true};
  field.values =
      analysis::expected_values(study, trials, model, options.objective, cells, options.max_points);
  for (std::size_t i = 0; i < cells.size(); ++i) {
    const bool exists = cells[i][a] && cells[i][b];
    if (!exists || study.space.violation(cells[i]) > 0.0) field.values[i] = kNothing;
  }
  double low = std::numeric_limits<double>::infinity();
  double high = -low;
  for (const double value : field.values) {
    low = std::isfinite(value) ? std::min(low, value) : low;
    high = std::isfinite(value) ? std::max(high, value) : high;
  }
  plot::Dots points{.x = {}, .y = {}, .radius = 2.6, .halo = true};
  for (const Trial& trial : trials) {
    if (trial.state != TrialState::Complete) continue;
    points.x.push_back(place_of(across, trial.configuration[a]));
    points.y.push_back(place_of(up, trial.configuration[b]));
    points.numbers.push_back(trial.number);
  }
  plot::Dots star{.x = {place_of(across, anchor.configuration[a])},
                  .y = {place_of(up, anchor.configuration[b])},
                  .radius = 6.0,
                  .marker = plot::Marker::Star,
                  .halo = true,
                  .numbers = {anchor.number}};
  chart.series.push_back({.name = text("predicted ", study.objectives[options.objective].name, ": pale ",
                                       short_number(low, 3), ", dark ", short_number(high, 3)),
                          .marks = std::move(field),
                          .colour = 0});
  chart.series.push_back({.name = "trial", .marks = std::move(points), .colour = 1});
  chart.series.push_back({.name = text("best (trial ", anchor.number, "); others as there"),
                          .marks = std::move(star),
                          .colour = 2});
  return chart;
}

}  // namespace hone::charts
