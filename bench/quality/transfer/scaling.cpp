// SPDX-License-Identifier: MIT
#include "bench/quality/transfer/scaling.hpp"

#include <algorithm>
#include <cstdio>

#include "bench/quality/contestant.hpp"
#include "bench/quality/markdown_table.hpp"
#include "bench/quality/run.hpp"
#include "bench/quality/statistics.hpp"
#include "bench/quality/transfer/reproduce.hpp"
#include "hone/base/text.hpp"
#include "hone/catalog/samplers.hpp"
#include "hone/plot/svg.hpp"
#include "hone/transfer/bootstrap.hpp"
#include "hone/transfer/weights.hpp"

namespace hone::quality::transfer {
namespace {

constexpr int kStep = 5;
constexpr int kMostStudies = 50;
constexpr std::size_t kMostTargets = 10;
constexpr int kSamples = 10'000;

/// Processor seconds, one for each repetition.
struct Cost {
  std::vector<double> making;  // the sampler, with models that were fitted before
  std::vector<double> asking;  // the first suggestion after all trials were told
};

std::vector<Trial> random_history(const Problem& problem, int trials, std::uint64_t seed) {
  const Study study{.space = problem.space, .sampler = {"random"}, .seed = seed};
  std::vector<Trial> history;
  for (Proposal& proposal : catalog::make_sampler(study)->ask({.count = trials, .seed = seed})) {
    Trial trial;
    trial.number = std::ssize(history);
    trial.state = TrialState::Complete;
    trial.values = {problem.value(proposal.configuration)};
    trial.configuration = std::move(proposal.configuration);
    history.push_back(std::move(trial));
  }
  return history;
}

void measure(const Problem& problem, const Method& method, std::uint64_t seed, int trials, Cost& cost) {
  const RunKey key{problem.name, method.label, seed, {.budget = 2 * trials, .batch = 1}};
  const Study study = study_of(problem, method.choice, key);
  problem.informed(study);  // fits what is not there yet
  double before = thread_seconds();
  const auto sampler = problem.informed(study);
  cost.making.push_back(thread_seconds() - before);
  sampler->tell(random_history(problem, trials, mix_seed(seed, 99)));
  before = thread_seconds();
  sampler->ask({.seed = seed});
  cost.asking.push_back(thread_seconds() - before);
}

// Models that order the observations by chance: no order has more pairs to look at.
double seconds_of_weights(int studies, int trials, std::uint64_t seed) {
  using namespace hone::transfer;
  Rng rng(seed);
  const auto anything = [&] {
    Eigen::VectorXd values(trials);
    for (double& value : values) value = rng.uniform();
    return values;
  };
  const Eigen::VectorXd observed = anything();
  std::vector<Eigen::VectorXd> means;
  for (int i = 0; i <= studies; ++i) means.push_back(anything());
  const double before = thread_seconds();
  std::vector<RankingErrors> errors;
  for (int i = 0; i < studies; ++i)
    errors.push_back(RankingErrors::of_means(means[static_cast<std::size_t>(i)], observed));
  errors.push_back(RankingErrors::of_left_out(means.back(), observed, TargetRule::Observed));
  const Losses losses = Bootstrap::draw(trials, kSamples, rng).losses(errors);
  ranking_weights(losses, drop_probabilities(losses, {.evaluated = trials, .horizon = 2 * trials}), rng);
  return thread_seconds() - before;
}

std::string milliseconds(double seconds) {
  char buffer[32];
  std::snprintf(buffer, sizeof buffer, "%.3g", 1000.0 * seconds);
  return buffer;
}

plot::Chart chart_of(const std::vector<int>& counts, const std::vector<std::string>& names,
                     const std::vector<std::vector<double>>& lines) {
  plot::Chart chart{.title = "Processor time of a suggestion",
                    .x = {.label = "earlier studies", .low = 0.0, .whole = true},
                    .y = {.label = "ms", .low = 0.0}};
  for (std::size_t m = 0; m < names.size(); ++m) {
    plot::Line line;
    for (std::size_t i = 0; i < counts.size(); ++i) {
      line.x.push_back(counts[i]);
      line.y.push_back(1000.0 * lines[m][i]);
    }
    chart.series.push_back({.name = names[m], .marks = std::move(line), .colour = static_cast<int>(m)});
  }
  return chart;
}

}  // namespace

ScalingReport scaling(const std::vector<Problem>& tasks, const Reproduction& options) {
  std::vector<std::string> header{"earlier studies", "weights"};
  std::vector<std::string> names{"weights alone"};
  for (const Method& method : options.methods) {
    header.push_back(method.label + ": making");
    header.push_back(method.label + ": ask");
    names.push_back(method.label);
  }
  MarkdownTable table(header);
  std::vector<int> counts;
  std::vector<std::vector<double>> lines(names.size());
  const int most = std::min(kMostStudies, static_cast<int>(tasks.size()) - 1);
  for (int count = std::min(kStep, most); count <= most;
       count = count < most ? std::min(count + kStep, most) : most + 1) {
    counts.push_back(count);
    std::vector<double> weights;
    for (const std::uint64_t seed : options.seeds)
      weights.push_back(seconds_of_weights(count, options.budget, seed));
    lines[0].push_back(median(weights));
    std::vector<std::string> row{std::to_string(count), milliseconds(median(weights))};
    const auto problems = informed_by_others(tasks, {.trials = options.earlier.trials, .studies = count});
    for (std::size_t m = 0; m < options.methods.size(); ++m) {
      Cost cost;
      for (std::size_t i = 0; i < std::min(kMostTargets, options.seeds.size()); ++i)
        measure(problems[i % problems.size()], options.methods[m], options.seeds[i], options.budget, cost);
      row.push_back(milliseconds(median(cost.making)));
      row.push_back(milliseconds(median(cost.asking)));
      lines[m + 1].push_back(median(cost.asking));
    }
    table.add(row);
  }
  const std::string made = options.command.empty() ? "" : "Made by `" + options.command + "`.\n\n";
  return {
      text(
          "# What a suggestion costs\n\n", made, "Milliseconds of one thread, medians of ",
          std::min(kMostTargets, options.seeds.size()), " targets; ", options.budget,
          " trials of the study, ", options.earlier.trials, " of each earlier one, ", kSamples,
          " bootstrap samples. Making: the sampler from models that were fitted before. Ask: the first after "
          "all trials were told.\n\n",
          table.text()),
      plot::to_svg({.title = "What a suggestion costs",
                    .charts = {chart_of(counts, names, lines)},
                    .chart_width = 560,
                    .chart_height = 380})};
}

}  // namespace hone::quality::transfer
