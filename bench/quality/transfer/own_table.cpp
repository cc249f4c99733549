// SPDX-License-Identifier: MIT
#include "bench/quality/transfer/own_table.hpp"

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <limits>
#include <memory>
#include <unordered_map>

#include "bench/quality/gzip_text.hpp"
#include "bench/quality/lookup.hpp"
#include "hone/base/error.hpp"
#include "hone/base/text.hpp"
#include "hone/codec/csv.hpp"
#include "hone/codec/study_file.hpp"
#include "hone/core/aim.hpp"

namespace hone::quality::transfer {
namespace {

using Cells = std::vector<std::pair<std::string, Value>>;

std::size_t own_column(const codec::CsvTable& table, const std::string& name, const std::string& file) {
  const auto found = std::find(table.columns.begin(), table.columns.end(), name);
  if (found != table.columns.end()) return static_cast<std::size_t>(found - table.columns.begin());
  throw Error(ErrorCode::InvalidFile, text(file, ": there is no column '", name, "'"),
              "the columns are `task`, the parameters and the objective of the study file");
}

Problem own_task(const codec::CsvTable& rows, const Study& study, const std::string& task,
                 const std::string& file) {
  const std::size_t objective = own_column(rows, study.objectives.front().name, file);
  std::vector<Cells> pool;
  std::vector<double> values;
  for (const auto& row : rows.rows) {
    Cells cells;
    for (const Parameter& parameter : study.space.parameters()) {
      const std::string& cell = row[own_column(rows, parameter.name, file)];
      if (!cell.empty()) cells.emplace_back(parameter.name, codec::value_from_cell(cell));
    }
    pool.push_back(std::move(cells));
    values.push_back(
        as_loss(study.objectives.front(),
                parse_number(row[objective]).value_or(std::numeric_limits<double>::quiet_NaN())));
  }
  Problem problem{.name = text("own/", task),
                  .group = "own",
                  .space = Space::from_candidates(pool, {}, study.space.parameters()),
                  .value = {}};
  std::vector<Configuration> configurations;
  const auto value_of = std::make_shared<std::unordered_map<Configuration, double>>();
  for (std::size_t i = 0; i < pool.size(); ++i) {
    configurations.push_back(problem.space.admit(pool[i]));
    value_of->emplace(configurations.back(), std::isfinite(values[i]) ? values[i] : std::nan(""));
  }
  set_extremes(problem, configurations, values);
  problem.value = [value_of](const Configuration& c) { return value_of->at(c); };
  return problem;
}

}  // namespace

std::vector<Problem> own_tasks(const std::string& path, const std::string& study_file) {
  const Study study = codec::read_study_file(study_file);
  const codec::CsvTable table = codec::read_csv(read_text(path), path);
  own_column(table, "task", path);
  std::vector<Problem> problems;
  for (const std::string& task : distinct(table, "task"))
    problems.push_back(own_task(rows_where(table, "task", task), study, task, path));
  return problems;
}

}  // namespace hone::quality::transfer
