// SPDX-License-Identifier: MIT
#include "bench/quality/multi/race.hpp"

#include <algorithm>
#include <atomic>
#include <cstdio>
#include <ostream>
#include <thread>

#include "bench/quality/contestant.hpp"
#include "hone/base/rng.hpp"
#include "hone/base/text.hpp"
#include "hone/catalog/samplers.hpp"
#include "hone/numeric/pareto.hpp"

namespace hone::quality::multi {
namespace {

Study study_of(const MultiProblem& problem, const Method& method, int seed) {
  Study study{.space = problem.space, .sampler = method.choice, .seed = static_cast<std::uint64_t>(seed)};
  study.objectives.clear();
  for (int k = 0; k < problem.objectives(); ++k) study.objectives.push_back({.name = text("f", k + 1)});
  return study;
}

double share_of(const MultiProblem& problem, const std::vector<Trial>& trials, std::size_t count) {
  const auto m = static_cast<Eigen::Index>(problem.worst.size());
  Eigen::MatrixXd values(static_cast<Eigen::Index>(count), m);
  for (std::size_t i = 0; i < count; ++i)
    values.row(static_cast<Eigen::Index>(i)) =
        Eigen::Map<const Eigen::RowVectorXd>(trials[i].values.data(), m);
  const Eigen::VectorXd worst = Eigen::Map<const Eigen::VectorXd>(problem.worst.data(), m);
  return numeric::hypervolume(values, worst) / problem.volume;
}

Finish run(const Race& race, const MultiProblem& problem, const Method& method, int seed) {
  const Study study = study_of(problem, method, seed);
  const auto sampler = catalog::make_sampler(study);
  std::vector<Trial> trials;
  Finish finish;
  int asks = 0;
  while (std::ssize(trials) < race.evaluations) {
    const int count = std::min(race.batch, race.evaluations - static_cast<int>(trials.size()));
    const double begun = thread_seconds();
    std::vector<Proposal> proposals =
        sampler->ask({.count = count, .seed = mix_seed(study.seed, trials.size())});
    finish.ask_seconds += thread_seconds() - begun;
    ++asks;
    const std::size_t before = trials.size();
    for (Proposal& proposal : proposals) {
      Trial trial;
      trial.number = std::ssize(trials);
      trial.state = TrialState::Complete;
      trial.values = problem.values(proposal.configuration);
      trial.configuration = std::move(proposal.configuration);
      trial.notes = std::move(proposal.notes);
      trials.push_back(std::move(trial));
    }
    if (proposals.empty()) break;
    sampler->tell(std::span(trials).subspan(before));
  }
  finish.ask_seconds /= std::max(1, asks);
  for (const int at : race.at)
    finish.shares.push_back(
        share_of(problem, trials, std::min<std::size_t>(trials.size(), static_cast<std::size_t>(at))));
  finish.shares.push_back(share_of(problem, trials, trials.size()));
  return finish;
}

std::vector<Finish> run_all(const Race& race) {
  const std::size_t methods = race.methods.size(), seeds = race.seeds.size();
  std::vector<Finish> finishes(race.problems.size() * methods * seeds);
  std::atomic<std::size_t> next = 0;
  const auto work = [&] {
    for (std::size_t i = next++; i < finishes.size(); i = next++)
      finishes[i] = run(race, race.problems[i / (methods * seeds)], race.methods[i / seeds % methods],
                        race.seeds[i % seeds]);
  };
  const unsigned jobs =
      race.jobs > 0 ? static_cast<unsigned>(race.jobs) : std::max(1U, std::thread::hardware_concurrency());
  std::vector<std::jthread> threads;
  for (unsigned i = 0; i < jobs; ++i) threads.emplace_back(work);
  threads.clear();
  return finishes;
}

// The place of a share among all methods, the best first; ties share the mean of their places.
double rank_of(double share, const std::vector<double>& all) {
  double better = 0.0, equal = 0.0;
  for (const double other : all) {
    better += other > share ? 1.0 : 0.0;
    equal += other == share ? 1.0 : 0.0;
  }
  return better + 0.5 * (equal + 1.0);
}

std::string cell(double value, int width, int digits) {
  char shown[40];
  std::snprintf(shown, sizeof shown, "%*.*f", width, digits, value);
  return shown;
}

}  // namespace

void run_race(const Race& race, std::ostream& out) {
  const std::vector<Finish> finishes = run_all(race);
  const std::size_t methods = race.methods.size(), seeds = race.seeds.size();
  std::vector<double> ranks(methods), shares(methods), seconds(methods);
  out << "Share of the known volume after " << race.evaluations << " evaluations in batches of " << race.batch
      << ", mean of " << seeds << " seeds\n\n";
  char name[64];
  std::snprintf(name, sizeof name, "%-20s", "problem");
  out << name;
  for (const Method& method : race.methods) {
    std::snprintf(name, sizeof name, "  %6s", method.label.c_str());
    out << name;
  }
  out << "\n";
  for (std::size_t p = 0; p < race.problems.size(); ++p) {
    std::snprintf(name, sizeof name, "%-20s", race.problems[p].name.c_str());
    out << name;
    std::vector<double> means(methods);
    for (std::size_t s = 0; s < seeds; ++s) {
      std::vector<double> ends;
      for (std::size_t m = 0; m < methods; ++m)
        ends.push_back(finishes[(p * methods + m) * seeds + s].shares.back());
      for (std::size_t m = 0; m < methods; ++m) {
        ranks[m] += rank_of(ends[m], ends) / static_cast<double>(race.problems.size() * seeds);
        means[m] += ends[m] / static_cast<double>(seeds);
        seconds[m] += finishes[(p * methods + m) * seeds + s].ask_seconds /
                      static_cast<double>(race.problems.size() * seeds);
      }
    }
    for (std::size_t m = 0; m < methods; ++m) {
      shares[m] += means[m] / static_cast<double>(race.problems.size());
      out << "  "
          << cell(means[m], static_cast<int>(std::max<std::size_t>(6, race.methods[m].label.size())), 4);
    }
    out << "\n";
  }
  const auto row = [&](const char* title, const std::vector<double>& values, double unit, int digits) {
    std::snprintf(name, sizeof name, "%-20s", title);
    out << name;
    for (std::size_t m = 0; m < methods; ++m)
      out << "  "
          << cell(unit * values[m], static_cast<int>(std::max<std::size_t>(6, race.methods[m].label.size())),
                  digits);
    out << "\n";
  };
  out << "\n";
  row("mean share", shares, 1.0, 4);
  row("mean rank", ranks, 1.0, 2);
  row("ms for an ask", seconds, 1000.0, 1);
}

}  // namespace hone::quality::multi
