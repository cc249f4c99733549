// SPDX-License-Identifier: MIT
#include "bench/quality/multi/race.hpp"

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <mutex>
#include <optional>
#include <ostream>

#include "bench/quality/preferences/serial_run.hpp"
#include "bench/quality/run_file.hpp"
#include "hone/base/text.hpp"
#include "hone/numeric/pareto.hpp"

namespace hone::quality::multi {
namespace {

Study study_of(const MultiProblem& problem, const Method& method, std::uint64_t seed) {
  Study study{.name = problem.name, .space = problem.space, .sampler = method.choice, .seed = seed};
  study.objectives.clear();
  std::vector<std::string> names;
  for (int k = 0; k < problem.objectives(); ++k) {
    names.push_back(text("f", k + 1));
    study.objectives.push_back({.name = names.back()});
  }
  for (int k = 0; k < problem.limits; ++k)
    study.constraints_on.emplace_back(text("c", k + 1, " <= 0"), names, problem.space.parameters());
  return study;
}

/// Evaluates points and keeps the volume that the allowed ones dominate.
class VolumeKeeper {
 public:
  VolumeKeeper(const MultiProblem& problem, Run& run) : problem_(problem), run_(run) {}

  EvaluationResult evaluate(const Configuration& point) {
    EvaluationResult result{problem_.values(point)};
    const std::vector<double> excess = problem_.excess ? problem_.excess(point) : std::vector<double>{};
    for (std::size_t k = 0; k < excess.size(); ++k) result.attributes[text("c", k + 1)] = excess[k];
    ++run_.evaluations;
    if (std::all_of(excess.begin(), excess.end(), [](double e) { return e <= 0.0; })) add(result.values);
    const double value = volume_ == 0.0 ? 0.0 : -volume_;
    if (run_.curve.empty() || value < run_.curve.back().value)
      run_.curve.push_back({run_.evaluations, value});
    return result;
  }

 private:
  void add(const std::vector<double>& values) {
    const auto m = static_cast<Eigen::Index>(problem_.worst.size());
    found_.conservativeResize(found_.rows() + 1, m);
    found_.row(found_.rows() - 1) = Eigen::Map<const Eigen::RowVectorXd>(values.data(), m);
    volume_ = numeric::hypervolume(found_, Eigen::Map<const Eigen::VectorXd>(problem_.worst.data(), m));
  }

  const MultiProblem& problem_;
  Run& run_;
  Eigen::MatrixXd found_ = Eigen::MatrixXd(0, 0);
  double volume_ = 0.0;
};

struct OpenRun {
  const MultiProblem* problem;
  const Method* method;
  RunKey key;
};

/// All methods and problems of the first seed first, so that what was interrupted can be compared.
std::vector<OpenRun> open_runs(const Race& race, const std::map<RunKey, Run>& done) {
  std::vector<OpenRun> open;
  for (const std::uint64_t seed : race.seeds)
    for (const MultiProblem& problem : race.problems)
      for (const Method& method : race.methods)
        if (RunKey key{problem.name, method.label, seed, race.setting}; !done.contains(key))
          open.push_back({&problem, &method, std::move(key)});
  return open;
}

/// Finds a mistyped method or option before anything runs.
void check_methods(const Race& race) {
  for (const Method& method : race.methods) {
    if (method.kind == MethodKind::Peer) {
      static_cast<void>(known_peer(method.choice.name));
    } else if (!race.problems.empty()) {
      make_sampler_contestant(study_of(race.problems.front(), method, 1));
    }
  }
}

/// Adds the runs that are missing; returns how many failed.
int add_missing(const Race& race, std::map<RunKey, Run>& runs, std::ostream& err) {
  const std::vector<OpenRun> open = open_runs(race, runs);
  std::optional<RunFile> file;
  if (!race.file.empty()) file.emplace(race.file);
  std::mutex mutex;
  int ended = 0, failures = 0;
  preferences::in_parallel(open.size(), race.jobs, [&](std::size_t i) {
    const auto& [problem, method, key] = open[i];
    std::string news;
    std::optional<Run> run;
    try {
      run = run_multi(*problem, *method, key, race.peers);
      news = text(": ", number_text(std::round(1e4 * share_at(*problem, *run, key.setting.budget)) / 1e4));
    } catch (const std::exception& error) {
      news = text(" failed: ", error.what());
    }
    const std::lock_guard guard(mutex);
    ++ended;
    if (!run) ++failures;
    if (run && file) file->append(*run);
    if (!run || file) {
      err << "[" << ended << "/" << open.size() << "] " << key.problem << ", " << key.method << ", seed "
          << key.seed << news << std::endl;
    }
    if (run) runs.insert_or_assign(key, std::move(*run));
  });
  return failures;
}

}  // namespace

Run run_multi(const MultiProblem& problem, const Method& method, const RunKey& key, const PeerPlace& peers) {
  const Study study = study_of(problem, method, key.seed);
  const auto contestant = method.kind == MethodKind::Peer
                              ? start_peer(peer_command(method.choice.name, peers), study)
                              : make_sampler_contestant(study);
  Run run{.key = key, .version = contestant->version(), .minimum = -problem.volume, .poor = 0.0};
  VolumeKeeper keeper(problem, run);
  double before = 0.0;
  while (run.evaluations < key.setting.budget) {
    const auto points = contestant->ask(std::min(key.setting.batch, key.setting.budget - run.evaluations));
    run.ask_seconds.push_back(contestant->seconds() - before);
    before = contestant->seconds();
    if (points.empty()) break;
    std::vector<EvaluationResult> results;
    for (const Configuration& point : points) results.push_back(keeper.evaluate(point));
    contestant->tell(results);
  }
  return run;
}

double share_at(const MultiProblem& problem, const Run& run, int evaluation) {
  const double value = value_at(run, evaluation);
  return std::isfinite(value) && value < 0.0 ? -value / problem.volume : 0.0;
}

int run_race(const Race& race, std::ostream& out, std::ostream& err) {
  check_methods(race);
  std::map<RunKey, Run> runs;
  std::vector<std::string> files = race.known;
  if (!race.file.empty()) {
    if (const auto folder = std::filesystem::path(race.file).parent_path(); !folder.empty())
      std::filesystem::create_directories(folder);
    files.push_back(race.file);
  }
  for (const std::string& file : files)
    for (auto& [key, run] : read_runs(file)) runs.insert_or_assign(key, std::move(run));
  const int failures = add_missing(race, runs, err);
  std::vector<int> checkpoints = race.at;
  if (std::find(checkpoints.begin(), checkpoints.end(), race.setting.budget) == checkpoints.end())
    checkpoints.push_back(race.setting.budget);
  for (const int at : checkpoints) out << share_table(race, runs, at);
  if (failures > 0) err << failures << " runs failed; the same command tries them again\n";
  return failures > 0 ? 1 : 0;
}

}  // namespace hone::quality::multi
