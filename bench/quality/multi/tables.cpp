// SPDX-License-Identifier: MIT
#include "bench/quality/tables.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <utility>

#include "bench/quality/multi/problems.hpp"
#include "bench/quality/statistics.hpp"
#include "hone/base/error.hpp"
#include "hone/base/text.hpp"
#include "hone/core/unit_scale.hpp"
#include "hone/encode/enumeration.hpp"
#include "hone/numeric/pareto.hpp"

namespace hone::quality::multi {
namespace {

using Values = std::vector<double>;

constexpr std::array<const char*, 2> kGroups = {"hpobench_mlp", "fcnet"};

double number(const Configuration& at, const char* name) { return as_number(*at.find(name)).value(); }

/// A pass over 1,000 rows of 20 columns: an update of the weights for each batch.
double work(const Configuration& at, double weights) {
  return std::log10(1000.0 / number(at, "batch_size") * (weights + 1000.0));
}

Values error_and_work(const Problem& table, const Configuration& at) {
  const double width = number(at, "width"), depth = number(at, "depth");
  return {table.value(at), work(at, 20.0 * width + (depth - 1.0) * width * width + 2.0 * width)};
}

Values error_size_and_work(const Problem& table, const Configuration& at) {
  const double one = number(at, "width_1"), two = number(at, "width_2");
  const double weights = 20.0 * one + one * two + two;
  return {std::log10(table.value(at)), std::log10(weights), work(at, weights)};
}

bool dominated(const Values& values, const std::vector<Values>& front) {
  return std::any_of(front.begin(), front.end(), [&](const Values& other) {
    return std::equal(other.begin(), other.end(), values.begin(), [](double a, double b) { return a <= b; });
  });
}

/// In lexicographic order nothing dominates what comes before it, so that a point need only be compared with
/// the front so far, which is short.
std::vector<Values> front_of(std::vector<Values> all) {
  std::sort(all.begin(), all.end());
  std::vector<Values> front;
  for (Values& values : all)
    if (!dominated(values, front)) front.push_back(std::move(values));
  return front;
}

void set_volume(MultiProblem& problem) {
  std::vector<Values> all;
  encode::Enumeration rows(problem.space, std::vector<std::int64_t>(problem.space.size(), 1));
  do {
    all.push_back(problem.values(rows.current()));
  } while (rows.advance());
  std::vector<double> errors;
  problem.worst.assign(all.front().size(), -std::numeric_limits<double>::infinity());
  for (const Values& values : all) {
    errors.push_back(values.front());
    for (std::size_t k = 1; k < values.size(); ++k) problem.worst[k] = std::max(problem.worst[k], values[k]);
  }
  problem.worst.front() = median(std::move(errors));
  const std::vector<Values> front = front_of(std::move(all));
  const auto m = static_cast<Eigen::Index>(problem.worst.size());
  Eigen::MatrixXd rows_of_front(static_cast<Eigen::Index>(front.size()), m);
  for (std::size_t i = 0; i < front.size(); ++i)
    rows_of_front.row(static_cast<Eigen::Index>(i)) =
        Eigen::Map<const Eigen::RowVectorXd>(front[i].data(), m);
  problem.volume =
      numeric::hypervolume(rows_of_front, Eigen::Map<const Eigen::VectorXd>(problem.worst.data(), m));
}

}  // namespace

std::vector<MultiProblem> multi_tables(const std::string& group, const std::string& data_folder) {
  const auto values = group == "fcnet" ? error_size_and_work : error_and_work;
  std::vector<MultiProblem> problems;
  for (Problem& table : load_tables(group, data_folder)) {
    MultiProblem problem{.name = table.name, .space = table.space, .values = {}, .worst = {}, .volume = 0.0};
    problem.values = [table = std::move(table), values](const Configuration& at) {
      return values(table, at);
    };
    set_volume(problem);
    problems.push_back(std::move(problem));
  }
  return problems;
}

std::vector<MultiProblem> select_multi(const std::vector<std::string>& names,
                                       const std::string& data_folder) {
  std::vector<std::string> wanted = names;
  if (wanted.empty()) {
    wanted = multi_function_names();
    if (!data_folder.empty()) wanted.insert(wanted.end(), kGroups.begin(), kGroups.end());
  }
  std::vector<MultiProblem> chosen;
  for (const std::string& name : wanted) {
    const std::string group = name.substr(0, name.find('/'));
    if (std::find(kGroups.begin(), kGroups.end(), group) == kGroups.end()) {
      chosen.push_back(multi_function(name));
      continue;
    }
    const std::size_t before = chosen.size();
    for (MultiProblem& table : multi_tables(group, data_folder))
      if (name == group || name == table.name) chosen.push_back(std::move(table));
    if (chosen.size() == before)
      throw Error(ErrorCode::NotFound, text("there is no table '", name, "'"),
                  "give a name or a group: " + group);
  }
  return chosen;
}

}  // namespace hone::quality::multi
