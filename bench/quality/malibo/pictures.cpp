// SPDX-License-Identifier: MIT
#include "bench/quality/malibo/pictures.hpp"

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <ostream>

#include "bench/quality/malibo/ensemble_problem.hpp"
#include "bench/quality/text_file.hpp"
#include "hone/base/index.hpp"
#include "hone/base/text.hpp"
#include "hone/learners/labels.hpp"
#include "hone/meta/malibo.hpp"
#include "hone/plot/svg.hpp"
#include "hone/search/search_space.hpp"

namespace hone::quality::malibo {
namespace {

using Eigen::VectorXd;

constexpr int kGrid = 201;
constexpr int kShownTasks = 10;
constexpr int kShownFeatures = 12;
constexpr int kShownDraws = 4;
constexpr int kSteps = 6;
constexpr std::uint64_t kPictureSeed = 1;
enum Colour { kTruth = 0, kMean = 1, kGood = 2, kNext = 3 };

/// A trained model of an ensemble of one dimension, and a new member to look at.
class Scene {
 public:
  explicit Scene(const Ensemble& ensemble)
      : name_(ensemble.name),
        target_(ensemble_problem(ensemble, 0.0, {}).drawn(kPictureSeed)),
        earlier_(earlier_members(ensemble, target_.space, 0.0,
                                 {.tasks = ensemble.tasks, .points = ensemble.points}, kPictureSeed)),
        study_{.name = ensemble.name, .space = target_.space, .sampler = {"malibo"}, .seed = kPictureSeed},
        space_(target_.space),
        knowledge_{learners::NetworkInputs(space_.columns()),
                   meta::train_model(SamplerInput(study_, earlier_), {}, kPictureSeed).network} {
    const Interval box = ensemble.box.front();
    for (int i = 0; i < kGrid; ++i) {
      x_.push_back(box.low + (box.high - box.low) * i / (kGrid - 1));
      configurations_.push_back(point(target_.space, {x_.back()}));
      truth_.push_back(target_.value(configurations_.back()));
    }
    grid_ = space_.points(configurations_);
  }

  plot::Figure beforehand() const {
    plot::Figure figure{.title = name_ + ": what earlier tasks have taught",
                        .subtitle = text(earlier_.size(), " earlier tasks"),
                        .columns = 3,
                        .chart_width = 460,
                        .chart_height = 340};
    figure.charts = {earlier_chart(), belief_chart({}, {}, "before the first trial"), features_chart()};
    return figure;
  }

  /// The target above, what is believed below, before each ask.
  plot::Figure steps(int batch) const {
    plot::Figure figure{.title = text(name_, batch == 1 ? ": step by step" : text(": batches of ", batch)),
                        .subtitle =
                            "above the new task and what was tried; below the probability that a point "
                            "is good, draws of it, and what is tried next",
                        .columns = kSteps,
                        .chart_width = 300,
                        .chart_height = 240};
    std::vector<plot::Chart> below;
    meta::Malibo sampler(SamplerInput(study_, earlier_));
    std::vector<Trial> trials;
    for (int step = 0; step < kSteps; ++step) {
      const auto seed = static_cast<std::uint64_t>(step);
      const auto proposals = sampler.ask({.count = batch, .running = {}, .seed = seed});
      std::vector<double> next;
      for (const Proposal& proposal : proposals) next.push_back(coordinates(proposal.configuration).front());
      figure.charts.push_back(
          target_chart(trials, text("after ", trials.size(), trials.size() == 1 ? " trial" : " trials")));
      below.push_back(belief_chart(trials, next, ""));
      for (const Proposal& proposal : proposals) {
        Trial trial;
        trial.number = std::ssize(trials);
        trial.state = TrialState::Complete;
        trial.configuration = proposal.configuration;
        trial.values = {target_.value(proposal.configuration)};
        sampler.tell({&trial, 1});
        trials.push_back(std::move(trial));
      }
    }
    figure.charts.insert(figure.charts.end(), below.begin(), below.end());
    return figure;
  }

 private:
  plot::Chart earlier_chart() const {
    plot::Chart chart{
        .title = "earlier tasks, their best third marked", .x = {.label = "x"}, .y = {.label = "y"}};
    plot::Dots good, poor;
    for (std::size_t t = 0; t < std::min<std::size_t>(kShownTasks, earlier_.size()); ++t) {
      VectorXd values(std::ssize(earlier_[t].trials));
      for (Eigen::Index i = 0; i < values.size(); ++i) values[i] = earlier_[t].trials[index(i)].values[0];
      const double threshold = learners::quantile(values, 1.0 / 3.0);
      for (const Trial& trial : earlier_[t].trials) {
        plot::Dots& mine = trial.values[0] < threshold ? good : poor;
        mine.x.push_back(coordinates(trial.configuration).front());
        mine.y.push_back(trial.values[0]);
      }
    }
    chart.series = {{.name = "poor", .marks = poor, .colour = kMean},
                    {.name = "good", .marks = good, .colour = kGood}};
    return chart;
  }

  plot::Chart features_chart() const {
    plot::Chart chart{
        .title = "some of the learned features", .x = {.label = "x"}, .y = {.label = "feature"}};
    const meta::Seen seen = meta::look(knowledge_, grid_);
    for (int k = 0; k < std::min<int>(kShownFeatures, static_cast<int>(seen.features.cols())); ++k) {
      const VectorXd column = seen.features.col(k);
      chart.series.push_back(
          {.marks = plot::Line{.x = x_, .y = {column.begin(), column.end()}}, .colour = k});
    }
    return chart;
  }

  plot::Chart target_chart(const std::vector<Trial>& trials, const std::string& title) const {
    plot::Dots tried;
    for (const Trial& trial : trials) {
      tried.x.push_back(coordinates(trial.configuration).front());
      tried.y.push_back(trial.values[0]);
    }
    plot::Chart chart{.title = title, .x = {.label = "x"}, .y = {.label = "y"}};
    chart.series = {{.marks = plot::Line{.x = x_, .y = truth_}, .colour = kTruth},
                    {.marks = tried, .colour = kNext}};
    return chart;
  }

  learners::LogisticRegression believed(const std::vector<Trial>& trials) const {
    std::vector<Configuration> configurations;
    VectorXd values(std::ssize(trials));
    for (std::size_t i = 0; i < trials.size(); ++i) {
      configurations.push_back(trials[i].configuration);
      values[static_cast<Eigen::Index>(i)] = trials[i].values[0];
    }
    const meta::Seen seen = meta::look(knowledge_, space_.points(configurations));
    return learners::LogisticRegression::fit(
        seen.features, learners::label_values(values, 1.0 / 3.0, learners::Utility::Improvement), seen.mean);
  }

  plot::Chart belief_chart(const std::vector<Trial>& trials, const std::vector<double>& next,
                           const std::string& title) const {
    const auto probability = [&](const VectorXd& log_odds) {
      const VectorXd p = 1.0 / (1.0 + (-log_odds.array()).exp());
      return plot::Line{.x = x_, .y = {p.begin(), p.end()}};
    };
    plot::Chart chart{.title = title, .x = {.label = "x"}, .y = {.label = "good", .low = 0.0, .high = 1.0}};
    const learners::LogisticRegression task = believed(trials);
    const meta::Seen seen = meta::look(knowledge_, grid_);
    Rng rng(kPictureSeed, 9);
    for (int k = 0; k < kShownDraws; ++k) {
      plot::Line line = probability(seen.features * task.draw(rng) + seen.mean);
      line.dashed = true;
      chart.series.push_back(
          {.name = k == 0 ? "draws" : "", .marks = std::move(line), .colour = plot::kGrey});
    }
    chart.series.push_back(
        {.name = "mean", .marks = probability(task.log_odds(seen.features, seen.mean)), .colour = kMean});
    if (!next.empty())
      chart.series.push_back({.name = "next",
                              .marks = plot::Dots{.x = next, .y = std::vector<double>(next.size(), 0.02)},
                              .colour = kNext});
    return chart;
  }

  std::string name_;
  Problem target_;
  std::vector<SourceStudy> earlier_;
  Study study_;
  search::SearchSpace space_;
  meta::MetaKnowledge knowledge_;
  std::vector<double> x_, truth_;
  std::vector<Configuration> configurations_;
  model::Points grid_;
};

}  // namespace

int draw_pictures(const std::string& folder, std::ostream& out) {
  const std::string pictures = folder + "/pictures";
  std::filesystem::create_directories(pictures);
  for (const char* name : {"forrester", "quadratic"}) {
    const Scene scene(*find_ensemble(name));
    const auto draw = [&](const char* what, const plot::Figure& figure) {
      const std::string path = text(pictures, "/", name, "-", what, ".svg");
      write_file(path, plot::to_svg(figure));
      out << "wrote " << path << std::endl;
    };
    draw("beforehand", scene.beforehand());
    draw("steps", scene.steps(1));
    draw("batches", scene.steps(3));
  }
  return 0;
}

}  // namespace hone::quality::malibo
