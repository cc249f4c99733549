// SPDX-License-Identifier: MIT
#include "bench/quality/bayesmark.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <filesystem>
#include <limits>
#include <map>
#include <memory>
#include <ostream>

#include "bench/quality/gzip_text.hpp"
#include "bench/quality/task_processes.hpp"
#include "hone/base/error.hpp"
#include "hone/base/text.hpp"
#include "hone/codec/json.hpp"

namespace hone::quality {
namespace {

using codec::Json;

struct DataSet {
  const char* name;
  bool regression;
};
constexpr std::array<DataSet, 6> kDataSets = {{{"boston", true},
                                               {"breast", false},
                                               {"diabetes", true},
                                               {"digits", false},
                                               {"iris", false},
                                               {"wine", false}}};
constexpr std::array<const char*, 6> kModels = {"DT", "RF", "SVM", "kNN", "lasso", "linear"};

Space tree_space() {
  return Space({integer("max_depth", 1, 15), real("max_features", 0.01, 0.99, Scale::Logit),
                real("min_impurity_decrease", 0.0, 0.5), real("min_samples_leaf", 0.01, 0.49, Scale::Logit),
                real("min_samples_split", 0.01, 0.99, Scale::Logit),
                real("min_weight_fraction_leaf", 0.01, 0.49, Scale::Logit)});
}

Space penalty_space(const std::string& model, bool regression) {
  if (!regression)
    return Space({real("C", 0.01, 100, Scale::Log), real("intercept_scaling", 0.01, 100, Scale::Log)});
  std::vector<Parameter> parameters = {real("alpha", 0.01, 100, Scale::Log), boolean("fit_intercept"),
                                       integer("max_iter", 10, 5000, Scale::Log), boolean("normalize")};
  if (model == "lasso") parameters.push_back(boolean("positive"));
  parameters.push_back(real("tol", model == "lasso" ? 1e-5 : 1e-4, 0.1, Scale::Log));
  return Space(std::move(parameters));
}

Space space_of(const std::string& model, bool regression) {
  if (model == "DT" || model == "RF") return tree_space();
  if (model == "kNN") return Space({integer("n_neighbors", 1, 25), integer("p", 1, 4)});
  if (model == "SVM") {
    return Space({real("C", 1, 1e3, Scale::Log), real("gamma", 1e-4, 1e-3, Scale::Log),
                  real("tol", 1e-5, 1e-1, Scale::Log)});
  }
  return penalty_space(model, regression);
}

/// What a score is measured by.
struct Baseline {
  double best;
  double poor;
};

std::map<std::string, Baseline> read_baselines(const std::string& folder) {
  const std::string path = folder + "/baseline-16-8.json";
  const Json json = codec::parse_json(read_text(path), path);
  std::map<std::string, Baseline> baselines;
  try {
    const Json& data = json.at("data");
    const Json& names = data.at("coords").at("function").at("data");
    const Json& best = data.at("data_vars").at("best").at("data");
    const Json& poor = data.at("data_vars").at("clip").at("data");
    for (std::size_t i = 0; i < names.size(); ++i) {  // the first objective is the visible loss
      baselines[names[i].get<std::string>()] = {best.at(i).at(0).get<double>(),
                                                poor.at(i).at(0).get<double>()};
    }
  } catch (const Json::exception& problem) {
    throw Error(ErrorCode::InvalidFile, text(path, ": ", problem.what()),
                "take it from the challenge's starter kit");
  }
  return baselines;
}

std::string bayesmark_folder(const std::string& data_folder) {
  if (!data_folder.empty()) return data_folder + "/bayesmark";
  throw Error(ErrorCode::InvalidArgument, "the tasks of bayesmark need the benchmark data",
              "give its folder with --data");
}

void require_files(const TaskPlace& place) {
  for (const std::string& file : {place.python, place.script}) {
    if (std::filesystem::exists(file)) continue;
    throw Error(ErrorCode::NotFound, text("the tasks of bayesmark need ", file, ", which is not there"),
                "run tools/bench-peers in hone's source folder, and start the bench there");
  }
}

}  // namespace

std::vector<Problem> bayesmark_problems(const std::string& data_folder, const TaskPlace& place) {
  const std::string folder = bayesmark_folder(data_folder);
  require_files(place);
  const auto baselines = read_baselines(folder);
  // Shared by the problems of one selection and ended with the last of them.
  const auto processes = std::make_shared<TaskProcesses>(
      std::vector<std::string>{place.python, place.script, folder}, place.known);
  std::vector<Problem> problems;
  for (const std::string model : kModels) {
    for (const auto& [data, regression] : kDataSets) {
      if (data == std::string("digits") && model != "kNN") continue;  // minutes a run
      for (const char* metric : {regression ? "mae" : "acc", regression ? "mse" : "nll"}) {
        const std::string task = model + "_" + data + "_" + metric;
        const auto baseline = baselines.find(task);
        if (baseline == baselines.end()) {
          throw Error(ErrorCode::InvalidFile, text(folder, "/baseline-16-8.json has no ", task),
                      "take it from the challenge's starter kit");
        }
        Problem problem{.name = text(kBayesmark, "/", task),
                        .group = kBayesmark,
                        .space = space_of(model, regression),
                        .value = {},
                        .minimum = baseline->second.best,
                        .poor = baseline->second.poor};
        problem.measured = [task, processes](const Configuration& point, Rng& rng) {
          return processes->loss({task, codec::to_json(point).dump(), rng.bits32()});
        };
        problems.push_back(std::move(problem));
      }
    }
  }
  return problems;
}

namespace {

double score(const Problem& problem, const std::vector<Value>& setting) {
  Rng rng(1);
  const double loss = problem.measured(point(problem.space, setting), rng);
  return 100.0 * (1.0 - (loss - problem.minimum) / (*problem.poor - problem.minimum));
}

double best_neighbours(const Problem& problem) {
  double best = -std::numeric_limits<double>::infinity();
  for (std::int64_t neighbours = 1; neighbours <= 25; ++neighbours) {
    for (std::int64_t p = 1; p <= 4; ++p) best = std::max(best, score(problem, {neighbours, p}));
  }
  return best;
}

}  // namespace

bool check_bayesmark(const std::string& data_folder, const TaskPlace& place, std::ostream& out) {
  out << "bayesmark: scores of settings that the HEBO paper's tables show\n";
  std::map<std::string, Problem> tasks;
  for (Problem& problem : bayesmark_problems(data_folder, place)) tasks.emplace(problem.name, problem);
  bool good = true;
  const auto compare = [&](const std::string& task, double computed, double published, double tolerance) {
    const bool agrees = std::abs(computed - published) <= tolerance;
    good &= agrees;
    out << "  " << task << ": " << number_text(computed) << ", published " << number_text(published)
        << (agrees ? "" : "  DIFFERS") << "\n";
  };
  const std::vector<Value> corner = {1e3, 1e-3, 1e-3};
  compare("best of kNN_iris_acc", best_neighbours(tasks.at("bayesmark/kNN_iris_acc")), 74.768089, 1e-6);
  compare("best of kNN_iris_nll", best_neighbours(tasks.at("bayesmark/kNN_iris_nll")), 91.554078, 1e-6);
  compare("corner of SVM_diabetes_mae", score(tasks.at("bayesmark/SVM_diabetes_mae"), corner), 114.95, 0.005);
  compare("corner of SVM_diabetes_mse", score(tasks.at("bayesmark/SVM_diabetes_mse"), corner), 102.79, 0.005);
  return good;
}

}  // namespace hone::quality
