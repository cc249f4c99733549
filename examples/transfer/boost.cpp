// SPDX-License-Identifier: MIT
// Boosted trees on one of many made-up data sets: prints the log loss on rows that were held back.
//   boost --data 3 --trees 100 --learning-rate 0.1 ...
// The number of a data set is the seed that it is drawn from, so nothing has to be downloaded. The sets
// resemble each other as those of one trade do: the same six columns, of which some matter, more or less
// noise, 150 to 400 rows.
#include <algorithm>
#include <cmath>
#include <iostream>
#include <map>
#include <random>
#include <string>

#include "../penguins/boosted_trees.hpp"

namespace {

using penguins::Data;
using penguins::Settings;

constexpr int kColumns = 6;

// The standard says what an engine draws, but not what its distributions do: so that everybody has the same
// sets.
class Draw {
 public:
  explicit Draw(unsigned seed) : engine_(seed) { engine_.discard(100); }
  double uniform(double low, double high) {
    return low + (high - low) * (static_cast<double>(engine_()) / 4294967296.0);
  }

 private:
  std::mt19937 engine_;
};

/// Labels follow bumps, steps and a product of the columns; some are turned around.
Data data_set(unsigned number) {
  Draw draw(number);
  const int rows = static_cast<int>(draw.uniform(300, 800));
  const double wrong = draw.uniform(0.03, 0.12);
  double weight[4];
  for (double& w : weight) w = draw.uniform(0.5, 1.5);
  const double turn = draw.uniform(2.0, 4.0);
  Data data;
  for (int i = 0; i < rows; ++i) {
    std::vector<double> x;
    for (int k = 0; k < kColumns; ++k) x.push_back(draw.uniform(-1, 1));
    const double score = weight[0] * std::sin(turn * x[0]) + weight[1] * x[1] * x[2] * 2.0 +
                         weight[2] * (x[3] > 0.3 ? 1.0 : -0.5) + weight[3] * (x[0] * x[0] - 0.4);
    const bool turned = draw.uniform(0, 1) < wrong;
    data.labels.push_back((score > 0.0) != turned ? 1 : 0);
    data.rows.push_back(std::move(x));
  }
  return data;
}

/// Trained on one half, judged by the other.
double held_back_loss(const Data& data, const Settings& settings) {
  Data train, test;
  for (std::size_t i = 0; i < data.rows.size(); ++i) {
    Data& half = i % 2 == 0 ? train : test;
    half.rows.push_back(data.rows[i]);
    half.labels.push_back(data.labels[i]);
  }
  const penguins::BoostedTrees model(train, settings, 1);
  double loss = 0.0;
  for (std::size_t i = 0; i < test.rows.size(); ++i) {
    const double p = std::clamp(model.probability(test.rows[i]), 1e-12, 1.0 - 1e-12);
    loss -= std::log(test.labels[i] == 1 ? p : 1.0 - p);
  }
  return loss / static_cast<double>(test.rows.size());
}

}  // namespace

int main(int argc, char** argv) {
  try {
    std::map<std::string, double> given = {
        {"--data", 1},     {"--trees", 100}, {"--depth", 3},       {"--learning-rate", 0.1},
        {"--min-leaf", 5}, {"--l2", 1},      {"--column-share", 1}};
    for (int i = 1; i + 1 < argc; i += 2) given.at(argv[i]) = std::stod(argv[i + 1]);
    Settings settings;
    settings.trees = static_cast<int>(given["--trees"]);
    settings.depth = static_cast<int>(given["--depth"]);
    settings.min_leaf = static_cast<int>(given["--min-leaf"]);
    settings.learning_rate = given["--learning-rate"];
    settings.column_share = given["--column-share"];
    settings.l2 = given["--l2"];
    std::cout << "{\"loss\": " << held_back_loss(data_set(static_cast<unsigned>(given["--data"])), settings)
              << "}\n";
  } catch (const std::exception& error) {
    std::cerr << "boost: " << error.what() << '\n';
    return 1;
  }
}
