// SPDX-License-Identifier: MIT
#include "bench/quality/fidelity/race.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <memory>
#include <ostream>

#include "bench/quality/markdown_table.hpp"
#include "bench/quality/method.hpp"
#include "bench/quality/preferences/serial_run.hpp"
#include "hone/base/error.hpp"
#include "hone/base/rng.hpp"
#include "hone/base/text.hpp"
#include "hone/catalog/pruners.hpp"
#include "hone/catalog/samplers.hpp"

namespace hone::quality::fidelity {
namespace {

/// What one worker is training.
struct Training {
  std::size_t trial = 0;
  std::vector<double> curve = {};
  std::size_t next = 0;  ///< the step it is at, from 0
};

/// One run: all that the workers know of.
class Simulation {
 public:
  Simulation(const CurveProblem& problem, const Searcher& searcher, std::uint64_t seed)
      : problem_(problem),
        study_{.name = "bench", .space = problem.space, .sampler = searcher.sampler, .seed = seed},
        sampler_(catalog::make_sampler(study_)),
        pruner_(searcher.pruner ? catalog::make_pruner(*searcher.pruner) : nullptr) {}

  Progress run(int workers, std::int64_t budget) {
    std::vector<Training> at(static_cast<std::size_t>(workers));
    for (Training& training : at)
      if (!begin(training)) return progress_;
    for (std::int64_t spent = 0; spent < budget; ++spent) {
      Training& training = at[static_cast<std::size_t>(spent % workers)];
      if (!step(training, spent + 1)) continue;
      if (!begin(training)) return progress_;
    }
    return progress_;
  }

 private:
  bool begin(Training& training) {
    std::vector<Trial> running;
    for (const Trial& trial : trials_)
      if (trial.state == TrialState::Running) running.push_back(trial);
    std::vector<Proposal> proposals =
        sampler_->ask({.count = 1,
                       .running = running,
                       .seed = mix_seed(study_.seed, static_cast<std::uint64_t>(trials_.size()))});
    if (proposals.empty()) return false;
    training = {.trial = trials_.size(), .curve = problem_.curve(proposals.front().configuration)};
    Trial trial;
    trial.number = std::ssize(trials_);
    trial.state = TrialState::Running;
    trial.configuration = std::move(proposals.front().configuration);
    trial.notes = std::move(proposals.front().notes);
    trials_.push_back(std::move(trial));
    return true;
  }

  // True when the trial has ended.
  bool step(Training& training, std::int64_t spent) {
    Trial& trial = trials_[training.trial];
    const double value = training.curve[training.next++];
    trial.reports.push_back({static_cast<std::int64_t>(training.next), value});
    if (training.next == training.curve.size()) {
      end(trial, std::isfinite(value) ? TrialState::Complete : TrialState::Failed, value, spent);
      return true;
    }
    if (pruner_ == nullptr || !pruner_->should_stop(trial, trials_, study_.objectives)) return false;
    end(trial, TrialState::Pruned, value, spent);
    return true;
  }

  void end(Trial& trial, TrialState state, double value, std::int64_t spent) {
    trial.state = state;
    if (state == TrialState::Complete) {
      trial.values = {value};
      const double regret = std::max(0.0, (value - problem_.least) / (problem_.poor - problem_.least));
      if (progress_.regrets.empty() || regret < progress_.regrets.back()) {
        progress_.spent.push_back(spent);
        progress_.regrets.push_back(regret);
      }
    }
    sampler_->tell({&trial, 1});
  }

  const CurveProblem& problem_;
  Study study_;
  std::unique_ptr<Sampler> sampler_;
  std::unique_ptr<Pruner> pruner_;
  std::vector<Trial> trials_;
  Progress progress_;
};

double log_of(double regret) { return std::log10(std::max(regret, 1e-8)); }

/// Runs by problem, searcher and seed.
using Runs = std::vector<std::vector<std::vector<Progress>>>;

Runs run_all(const FidelityRace& race) {
  const std::size_t methods = race.searchers.size(), seeds = race.seeds.size();
  Runs runs(race.problems.size(), std::vector(methods, std::vector<Progress>(seeds)));
  preferences::in_parallel(race.problems.size() * methods * seeds, race.jobs, [&](std::size_t job) {
    const std::size_t p = job / (methods * seeds), m = job / seeds % methods, s = job % seeds;
    runs[p][m][s] = simulate(race.problems[p], race.searchers[m], race.seeds[s], race.workers,
                             std::int64_t{race.full_runs} * race.problems[p].steps);
  });
  return runs;
}

/// Mean over the seeds of log10 of the regret after so many steps.
double mean_log(const std::vector<Progress>& runs, std::int64_t spent) {
  double sum = 0.0;
  for (const Progress& run : runs) sum += log_of(run.regret_after(spent));
  return sum / static_cast<double>(runs.size());
}

/// Ranks from 1 of each method, ties sharing the mean, averaged over seeds.
std::vector<double> mean_ranks(const std::vector<std::vector<Progress>>& by_method, std::int64_t spent) {
  std::vector<double> ranks(by_method.size(), 0.0);
  const std::size_t seeds = by_method.front().size();
  for (std::size_t s = 0; s < seeds; ++s) {
    for (std::size_t a = 0; a < by_method.size(); ++a) {
      const double mine = by_method[a][s].regret_after(spent);
      double rank = 1.0;
      for (std::size_t b = 0; b < by_method.size(); ++b) {
        const double theirs = by_method[b][s].regret_after(spent);
        if (b != a) rank += theirs < mine ? 1.0 : theirs == mine ? 0.5 : 0.0;
      }
      ranks[a] += rank / static_cast<double>(seeds);
    }
  }
  return ranks;
}

/// The share of the budget after which the mean regret is as low as `wanted` for the first time; nothing when
/// it never is.
std::optional<double> share_until(const std::vector<Progress>& runs, double wanted, std::int64_t budget) {
  constexpr int kLooks = 300;
  for (int look = 1; look <= kLooks; ++look)
    if (mean_log(runs, budget * look / kLooks) <= wanted) return static_cast<double>(look) / kLooks;
  return std::nullopt;
}

std::string two_digits(double value) {
  char digits[32];
  std::snprintf(digits, sizeof digits, "%.2f", value);
  return digits;
}

std::vector<std::string> header(const FidelityRace& race, const char* first) {
  std::vector<std::string> cells = {first};
  for (const Searcher& searcher : race.searchers) cells.push_back(searcher.label);
  return cells;
}

void print_regrets(const FidelityRace& race, const Runs& runs, int part, const char* when,
                   std::ostream& out) {
  out << "Mean log10 regret " << when << ":\n\n";
  MarkdownTable table(header(race, "problem"));
  std::vector<double> ranks(race.searchers.size(), 0.0);
  for (std::size_t p = 0; p < runs.size(); ++p) {
    const std::int64_t spent = std::int64_t{race.full_runs} * race.problems[p].steps / part;
    std::vector<std::string> row = {race.problems[p].name};
    for (const auto& of_method : runs[p]) row.push_back(two_digits(mean_log(of_method, spent)));
    table.add(row);
    const auto here = mean_ranks(runs[p], spent);
    for (std::size_t m = 0; m < ranks.size(); ++m) ranks[m] += here[m] / static_cast<double>(runs.size());
  }
  std::vector<std::string> last = {"mean rank"};
  for (const double rank : ranks) last.push_back(two_digits(rank));
  table.add(last);
  out << table.text();
}

void print_shares(const FidelityRace& race, const Runs& runs, std::ostream& out) {
  out << "Share of the budget until the mean regret is what " << race.searchers.front().label
      << " has at its end:\n\n";
  MarkdownTable table(header(race, "problem"));
  for (std::size_t p = 0; p < runs.size(); ++p) {
    const std::int64_t budget = std::int64_t{race.full_runs} * race.problems[p].steps;
    const double wanted = mean_log(runs[p].front(), budget);
    std::vector<std::string> row = {race.problems[p].name};
    for (const auto& of_method : runs[p]) {
      const auto share = share_until(of_method, wanted, budget);
      row.push_back(share ? two_digits(*share) : "never");
    }
    table.add(row);
  }
  out << table.text();
}

}  // namespace

std::vector<Searcher> parse_searchers(const std::string& list) {
  // '+' joins a sampler and a pruner; the list is read as one of methods, in which it is a comma.
  std::vector<Searcher> searchers;
  std::size_t begin = 0;
  int depth = 0;
  for (std::size_t i = 0; i <= list.size(); ++i) {
    if (i < list.size() && list[i] == '{') ++depth;
    if (i < list.size() && list[i] == '}') --depth;
    if (i < list.size() && (list[i] != ',' || depth > 0)) continue;
    const std::string word = list.substr(begin, i - begin);
    begin = i + 1;
    const std::size_t plus = word.find('+');
    Searcher searcher{.label = word,
                      .sampler = parse_methods(word.substr(0, plus), MethodKind::Sampler).front().choice,
                      .pruner = std::nullopt};
    if (plus != std::string::npos) {
      searcher.pruner = parse_methods(word.substr(plus + 1), MethodKind::Sampler).front().choice;
      catalog::make_pruner(*searcher.pruner);
    }
    searchers.push_back(std::move(searcher));
  }
  return searchers;
}

double Progress::regret_after(std::int64_t steps) const {
  const auto later = std::upper_bound(spent.begin(), spent.end(), steps);
  return later == spent.begin() ? 1.0 : regrets[static_cast<std::size_t>(later - spent.begin()) - 1];
}

Progress simulate(const CurveProblem& problem, const Searcher& searcher, std::uint64_t seed, int workers,
                  std::int64_t budget) {
  return Simulation(problem, searcher, seed).run(workers, budget);
}

void run_fidelity_race(const FidelityRace& race, std::ostream& out) {
  const Runs runs = run_all(race);
  print_regrets(race, runs, 3, "at a third of the budget", out);
  print_regrets(race, runs, 1, "at its end", out);
  print_shares(race, runs, out);
}

}  // namespace hone::quality::fidelity
