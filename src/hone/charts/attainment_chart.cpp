// SPDX-License-Identifier: MIT
#include "hone/charts/attainment_chart.hpp"

#include <Eigen/Core>
#include <algorithm>
#include <cmath>
#include <string>

#include "hone/base/text.hpp"
#include "hone/base/words.hpp"
#include "hone/core/aim.hpp"
#include "hone/numeric/attainment.hpp"

namespace hone::charts {
namespace {

using Eigen::Index;
using Eigen::MatrixXd;

/// The corners of a step line, in losses, and how it is drawn.
struct AttainedEdge {
  std::string name;
  MatrixXd corners;
  double width = 2.0;
  int colour = 0;
  bool dashed = false;
};

MatrixXd front_losses(const Study& study, const std::vector<std::vector<double>>& front) {
  MatrixXd losses(std::ssize(front), 2);
  for (Index i = 0; i < losses.rows(); ++i) {
    for (std::size_t k = 0; k < 2; ++k)
      losses(i, static_cast<Index>(k)) = as_loss(study.objectives[k], front[static_cast<std::size_t>(i)][k]);
  }
  return losses;
}

AttainedEdge after(const Study& study, std::span<const Trial> ended) {
  const MatrixXd front = front_losses(study, *front_beside(study, study, ended));
  return {.name = "after " + counted(std::ssize(ended), "trial"),
          .corners = numeric::attainment_surface(std::vector{front}, 1)};
}

std::vector<AttainedEdge> over_time(const Study& study, std::span<const Trial> trials) {
  std::vector<Trial> ended;
  for (const Trial& trial : trials) {
    if (!is_finished(trial.state)) continue;
    Trial& copy = ended.emplace_back();  // without what takes room
    copy.number = trial.number;
    copy.state = trial.state;
    copy.values = trial.values;
    copy.violation = trial.violation;
    copy.outside = trial.outside;
  }
  std::vector<AttainedEdge> stairs;
  std::size_t before = 0;
  int colour = 2;
  for (const double share : {0.25, 0.5, 1.0}) {
    const auto count = static_cast<std::size_t>(std::ceil(share * static_cast<double>(ended.size())));
    if (count == before) continue;
    before = count;
    AttainedEdge step = after(study, std::span(ended).first(count));
    step.colour = colour--;
    if (step.corners.rows() > 0) stairs.push_back(std::move(step));
  }
  return stairs;
}

std::vector<AttainedEdge> beside_others(const Study& study, std::span<const Trial> trials,
                                        std::span<const ComparedStudy> others) {
  std::vector<MatrixXd> sets;
  std::vector<AttainedEdge> stairs;
  const auto add = [&](const std::string& name, const std::vector<std::vector<double>>& front) {
    if (front.empty()) return;
    sets.push_back(front_losses(study, front));
    stairs.push_back({.name = name,
                      .corners = numeric::attainment_surface(std::span(sets).last(1), 1),
                      .width = 1.2,
                      .colour = static_cast<int>(stairs.size())});
  };
  add(study.name, *front_beside(study, study, trials));
  for (const ComparedStudy& other : others) add(other.name, *other.front);
  if (sets.size() > 1) {
    stairs.push_back({.name = "at least half of them",
                      .corners = numeric::attainment_surface(sets, (sets.size() + 1) / 2),
                      .width = 2.6,
                      .colour = static_cast<int>(stairs.size()),
                      .dashed = true});
  }
  return stairs;
}

/// Level and upright strokes, from the worst value of the second objective in the picture to the worst of the
/// first one.
plot::Line line_of(const Study& study, const AttainedEdge& stairs, const Eigen::RowVectorXd& worst) {
  plot::Line line{.x = {}, .y = {}, .dashed = stairs.dashed, .width = stairs.width};
  double level = worst[1];
  const auto add = [&](double first, double second) {
    line.x.push_back(as_loss(study.objectives[0], first));
    line.y.push_back(as_loss(study.objectives[1], second));
  };
  for (Index i = 0; i < stairs.corners.rows(); ++i) {
    add(stairs.corners(i, 0), level);
    level = stairs.corners(i, 1);
    add(stairs.corners(i, 0), level);
  }
  add(worst[0], level);
  return line;
}

}  // namespace

std::optional<std::vector<std::vector<double>>> front_beside(const Study& own, const Study& other,
                                                             std::span<const Trial> trials) {
  std::vector<std::size_t> places;
  for (const Objective& wanted : own.objectives) {
    const auto found = std::ranges::find_if(other.objectives, [&](const Objective& one) {
      return one.name == wanted.name && one.direction == wanted.direction;
    });
    if (found == other.objectives.end()) return std::nullopt;
    places.push_back(static_cast<std::size_t>(found - other.objectives.begin()));
  }
  std::vector<std::vector<double>> front;
  for (const Trial* trial : pareto_trials(trials, other.objectives)) {
    std::vector<double>& values = front.emplace_back();
    for (const std::size_t place : places) values.push_back(trial->values[place]);
  }
  return front;
}

plot::Chart attainment_chart(const Study& study, std::span<const Trial> trials,
                             std::span<const ComparedStudy> others, const ValueView& view) {
  const std::vector<AttainedEdge> all =
      others.empty() ? over_time(study, trials) : beside_others(study, trials, others);
  Eigen::RowVectorXd worst;
  for (const AttainedEdge& stairs : all) {
    if (stairs.corners.rows() == 0) continue;
    const Eigen::RowVectorXd there = stairs.corners.colwise().maxCoeff();
    worst = worst.size() == 0 ? there : Eigen::RowVectorXd(worst.cwiseMax(there));
  }
  plot::Chart chart;
  std::vector<double> seen[2];
  for (const AttainedEdge& stairs : all) {
    if (stairs.corners.rows() == 0) continue;
    plot::Line line = line_of(study, stairs, worst);
    seen[0].insert(seen[0].end(), line.x.begin(), line.x.end());
    seen[1].insert(seen[1].end(), line.y.begin(), line.y.end());
    chart.series.push_back({.name = stairs.name, .marks = std::move(line), .colour = stairs.colour});
  }
  // A front has no values far behind the others that would have to be left out.
  chart.x = value_axis(study.objectives[0], seen[0], {.log = view.log, .all = true});
  chart.y = value_axis(study.objectives[1], seen[1], {.log = view.log, .all = true});
  return chart;
}

}  // namespace hone::charts
