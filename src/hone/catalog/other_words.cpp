// SPDX-License-Identifier: MIT
#include "hone/catalog/other_words.hpp"

#include <cctype>
#include <map>

namespace hone::catalog {
namespace {

using AdviceTable = std::map<std::string, std::string>;

/// "Grid-Search" and "grid_search" are one word.
std::string plain(const std::string& word) {
  std::string out;
  for (const unsigned char c : word) {
    if (std::isalnum(c) != 0) out += static_cast<char>(std::tolower(c));
  }
  return out;
}

std::string advice_in(const AdviceTable& table, const std::string& word) {
  const auto found = table.find(plain(word));
  return found == table.end() ? "" : found->second;
}

}  // namespace

std::string sampler_advice(const std::string& word) {
  const std::string bayes = "use hebo, the default, or gp: both are Bayesian optimisation";
  const std::string early =
      "that one stops trials early: use pruner: asha or hyperband, and any sampler beside it";
  const std::string evolution = "use hebo, the default; there is no evolution strategy";
  const std::string genetic = "use nsga2, or hebo, the default, for fewer trials";
  static const AdviceTable kAdvice = {
      {"bayes", bayes},
      {"bayesian", bayes},
      {"bayesianoptimization", bayes},
      {"bayesopt", bayes},
      {"bo", bayes},
      {"botorch", bayes},
      {"gaussianprocess", bayes},
      {"gpsampler", bayes},
      {"skopt", bayes},
      {"asha", early},
      {"hyperband", early},
      {"bohb", early},
      {"cma", evolution},
      {"cmaes", evolution},
      {"cmaessampler", evolution},
      {"anneal", evolution},
      {"ga", genetic},
      {"genetic", genetic},
      {"geneticalgorithm", genetic},
      {"evolution", genetic},
      {"nsga", "use nsga2"},
      {"nsga3", "use nsga2"},
      {"nsgaiii", "use nsga2"},
      {"nsgaiiisampler", "use nsga2"},
      {"nsgaii", "use nsga2"},
      {"nsgaiisampler", "use nsga2"},
      {"pso", evolution},
      {"hyperopt", "use tpe"},
      {"parzen", "use tpe"},
      {"tpesampler", "use tpe"},
      {"smac", "use rf"},
      {"forest", "use rf"},
      {"randomforest", "use rf"},
      {"uniform", "use random"},
      {"randomsearch", "use random"},
      {"randomsampler", "use random"},
      {"gridsearch", "use grid"},
      {"gridsampler", "use grid"},
      {"bruteforce", "use grid"},
      {"qmc", "use sobol"},
      {"qmcsampler", "use sobol"},
      {"quasirandom", "use sobol"},
      {"halton", "use sobol"},
      {"latinhypercube", "use lhs"},
  };
  return advice_in(kAdvice, word);
}

std::string pruner_advice(const std::string& word) {
  const std::string halving = "use asha, which is successive halving";
  const std::string none = "leave the field out: without it no trial is stopped early";
  static const AdviceTable kAdvice = {
      {"hyperbandpruner", "use hyperband"},
      {"bohb", "use hyperband, and sampler: tpe beside it"},
      {"sha", halving},
      {"halving", halving},
      {"successivehalving", halving},
      {"successivehalvingpruner", halving},
      {"medianpruner", "use median"},
      {"medianstop", "use median"},
      {"medianstopping", "use median"},
      {"medianstoppingrule", "use median"},
      {"percentilepruner", "use percentile"},
      {"patientpruner", "use patient"},
      {"earlystopping", "use patient"},
      {"thresholdpruner", "use threshold"},
      {"wilcoxonpruner", "use wilcoxon"},
      {"none", none},
      {"nop", none},
      {"noppruner", none},
  };
  return advice_in(kAdvice, word);
}

}  // namespace hone::catalog
