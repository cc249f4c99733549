// SPDX-License-Identifier: MIT
#include "bench/quality/fidelity/curves.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>

#include "bench/quality/gzip_text.hpp"
#include "bench/quality/lookup.hpp"
#include "bench/quality/problems.hpp"
#include "bench/quality/tables.hpp"
#include "hone/base/error.hpp"
#include "hone/base/rng.hpp"
#include "hone/base/text.hpp"
#include "hone/codec/csv.hpp"
#include "hone/core/unit_scale.hpp"

namespace hone::quality::fidelity {
namespace {

constexpr const char* kFile = "taskset_curves_6x1000x51.csv.gz";
constexpr int kMeasuredSteps = 50;  // valid_0 is from before the first
constexpr int kMadeSteps = 27;

double median_of(std::vector<double> values) {
  std::erase_if(values, [](double value) { return !std::isfinite(value); });
  const auto middle = values.begin() + std::ssize(values) / 2;
  std::nth_element(values.begin(), middle, values.end());
  return *middle;
}

void set_scale(CurveProblem& problem, const std::vector<double>& results) {
  problem.least = std::numeric_limits<double>::infinity();
  for (const double result : results)
    if (std::isfinite(result)) problem.least = std::min(problem.least, result);
  problem.poor = median_of(results);
}

using Curves = std::vector<std::vector<double>>;

Curves read_curves(const codec::CsvTable& table) {
  std::vector<std::size_t> columns;
  for (int step = 1; step <= kMeasuredSteps; ++step) {
    const auto found = std::find(table.columns.begin(), table.columns.end(), text("valid_", step));
    if (found == table.columns.end())
      throw Error(ErrorCode::InvalidFile, text(kFile, " has no column valid_", step), "fetch it again");
    columns.push_back(static_cast<std::size_t>(found - table.columns.begin()));
  }
  Curves curves;
  for (const auto& row : table.rows) {
    std::vector<double>& curve = curves.emplace_back();
    for (const std::size_t column : columns)
      curve.push_back(parse_number(row[column]).value_or(std::numeric_limits<double>::quiet_NaN()));
  }
  return curves;
}

// A problem of the kind that `hone bench run` has finds the nearest setting: its value is the row's number.
CurveProblem measured_problem(const std::string& task, codec::CsvTable table) {
  const auto curves = std::make_shared<const Curves>(read_curves(table));
  table.columns.push_back("row");
  for (std::size_t i = 0; i < table.rows.size(); ++i) table.rows[i].push_back(std::to_string(i));
  const LookupSpec spec{
      .name = "curves/" + task, .group = "curves", .settings = taskset_settings(), .value = "row"};
  const Problem rows = nearest_problem(spec, table);
  CurveProblem problem{.name = task, .space = rows.space, .steps = kMeasuredSteps, .curve = {}};
  problem.curve = [curves, row_of = rows.value](const Configuration& settings) {
    return (*curves)[static_cast<std::size_t>(row_of(settings))];
  };
  std::vector<double> results;
  for (const auto& curve : *curves) results.push_back(curve.back());
  set_scale(problem, results);
  return problem;
}

enum class Shape { Falling, Crossing, Growing };

// With f scaled so that 0 is the minimum and 1 the median: f at the end, and before it
//   falling   f + (1 + f) (t^-0.7 - T^-0.7)
//   crossing  f + 3 / (0.2 + f) (t^-0.7 - T^-0.7): what ends well begins badly
//   growing   (1 + f) t / T - 1
double made_value(Shape shape, double f, int step) {
  const double left = std::pow(step, -0.7) - std::pow(kMadeSteps, -0.7);
  switch (shape) {
    case Shape::Falling:
      return f + (1.0 + f) * left;
    case Shape::Crossing:
      return f + 3.0 / (0.2 + f) * left;
    case Shape::Growing:
      break;
  }
  return (1.0 + f) * step / kMadeSteps - 1.0;
}

CurveProblem made_problem(const Problem& function, Shape shape, const char* word) {
  Rng rng(7);
  std::vector<double> sample;
  for (int i = 0; i < 2001; ++i) {
    std::vector<Value> values;
    for (const Parameter& parameter : function.space.parameters())
      values.emplace_back(from_unit(std::get<RealRange>(parameter.domain), rng.uniform()));
    sample.push_back(function.value(point(function.space, std::move(values))));
  }
  const double width = median_of(sample) - function.minimum;
  CurveProblem problem{
      .name = function.name + ", " + word, .space = function.space, .steps = kMadeSteps, .curve = {}};
  problem.curve = [value = function.value, minimum = function.minimum, width,
                   shape](const Configuration& settings) {
    const double f = (value(settings) - minimum) / width;
    std::vector<double> curve;
    for (int step = 1; step <= kMadeSteps; ++step) curve.push_back(made_value(shape, f, step));
    return curve;
  };
  return problem;
}

}  // namespace

std::vector<CurveProblem> measured_curves(const std::string& data_folder) {
  const codec::CsvTable table = codec::read_csv(read_text(data_folder + "/" + kFile), kFile);
  std::vector<CurveProblem> problems;
  for (const std::string& task : distinct(table, "task")) {
    const std::size_t known = task.find("imdb_");
    problems.push_back(measured_problem(known == std::string::npos ? task : task.substr(known + 5),
                                        rows_where(table, "task", task)));
  }
  return problems;
}

std::vector<CurveProblem> made_curves() {
  std::vector<CurveProblem> problems;
  for (const Problem& function : select_problems({"branin", "hart4"}, "")) {
    problems.push_back(made_problem(function, Shape::Falling, "falling"));
    problems.push_back(made_problem(function, Shape::Crossing, "crossing"));
    problems.push_back(made_problem(function, Shape::Growing, "growing"));
  }
  return problems;
}

}  // namespace hone::quality::fidelity
