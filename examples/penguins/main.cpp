// SPDX-License-Identifier: MIT
// Tells female from male penguins by boosted trees; prints the cross-validated log loss for the settings
// given as
// --name value. This is the program that `make demo` tunes: it knows nothing of hone but where to leave
// reports.
#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <fstream>
#include <iostream>
#include <limits>
#include <map>
#include <sstream>
#include <string>

#include "boosted_trees.hpp"

namespace {

using penguins::Data;
using penguins::Settings;

constexpr int kFolds = 5;

double number_or_nan(const std::string& cell) {
  return cell == "NA" || cell.empty() ? std::numeric_limits<double>::quiet_NaN() : std::stod(cell);
}

/// Columns: species, island, bill_length_mm, bill_depth_mm, flipper_length_mm, body_mass_g, sex, year.
Data read_table(const std::string& path) {
  std::ifstream file(path);
  if (!file) throw std::runtime_error("cannot read " + path);
  Data data;
  std::string line;
  std::getline(file, line);
  while (std::getline(file, line)) {
    std::vector<std::string> cells;
    std::istringstream stream(line);
    for (std::string cell; std::getline(stream, cell, ',');) cells.push_back(cell);
    if (cells.size() != 8 || (cells[6] != "male" && cells[6] != "female")) continue;
    std::vector<double> row = {cells[0] == "Adelie" ? 1.0 : 0.0, cells[0] == "Gentoo" ? 1.0 : 0.0};
    for (const int column : {2, 3, 4, 5})
      row.push_back(number_or_nan(cells[static_cast<std::size_t>(column)]));
    data.rows.push_back(std::move(row));
    data.labels.push_back(cells[6] == "male" ? 1 : 0);
  }
  return data;
}

double fold_loss(const Data& data, const Settings& settings, int fold) {
  Data train, test;
  for (std::size_t i = 0; i < data.rows.size(); ++i) {
    Data& part = static_cast<int>(i) % kFolds == fold ? test : train;
    part.rows.push_back(data.rows[i]);
    part.labels.push_back(data.labels[i]);
  }
  const penguins::BoostedTrees model(train, settings, static_cast<std::uint64_t>(fold) + 1);
  double loss = 0.0;
  for (std::size_t i = 0; i < test.rows.size(); ++i) {
    const double p = std::clamp(model.probability(test.rows[i]), 1e-12, 1.0 - 1e-12);
    loss -= std::log(test.labels[i] == 1 ? p : 1.0 - p);
  }
  return loss / static_cast<double>(test.rows.size());
}

/// Leaves the mean loss so far where hone looks for it, so that hopeless settings can be stopped after a fold
/// or two.
void report(int fold, double loss) {
  if (const char* path = std::getenv("HONE_REPORT_FILE"))
    std::ofstream(path, std::ios::app) << fold << ' ' << loss << '\n';
}

Settings read_settings(const std::map<std::string, std::string>& given) {
  Settings settings;
  const auto real = [&](const char* name, double& target) {
    if (const auto found = given.find(name); found != given.end()) target = std::stod(found->second);
  };
  const auto whole = [&](const char* name, int& target) {
    if (const auto found = given.find(name); found != given.end()) target = std::stoi(found->second);
  };
  whole("--trees", settings.trees);
  whole("--depth", settings.depth);
  whole("--min-leaf", settings.min_leaf);
  real("--learning-rate", settings.learning_rate);
  real("--row-share", settings.row_share);
  real("--column-share", settings.column_share);
  real("--l2", settings.l2);
  return settings;
}

}  // namespace

int main(int argc, char** argv) {
  try {
    std::map<std::string, std::string> given;
    for (int i = 1; i + 1 < argc; i += 2) given[argv[i]] = argv[i + 1];
    const Data data = read_table(given.count("--data") != 0 ? given["--data"] : "penguins.csv");
    const Settings settings = read_settings(given);
    double total = 0.0;
    for (int fold = 0; fold < kFolds; ++fold) {
      total += fold_loss(data, settings, fold);
      report(fold + 1, total / (fold + 1));
    }
    std::cout << "{\"loss\": " << total / kFolds << "}\n";
  } catch (const std::exception& error) {
    std::cerr << "penguins: " << error.what() << '\n';
    return 1;
  }
}
