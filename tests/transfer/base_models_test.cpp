// SPDX-License-Identifier: MIT
#include "hone/transfer/base_models.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "hone/gp/fitter.hpp"
#include "hone/transfer/learned_start.hpp"
#include "support/shelf.hpp"

namespace hone::transfer {
namespace {

Space interval() { return Space({real("x", 0, 1)}); }

SourceStudy on_line(const std::string& name, int trials, const std::function<double(double)>& f) {
  SourceStudy source{name, interval(), {Objective{}}, {}};
  for (int i = 0; i < trials; ++i) {
    Trial trial;
    trial.number = i;
    const double x = (i + 0.5) / trials;
    trial.configuration = interval().configuration({x});
    trial.state = std::isnan(f(x)) ? TrialState::Failed : TrialState::Complete;
    if (!std::isnan(f(x))) trial.values = {f(x)};
    source.trials.push_back(std::move(trial));
  }
  return source;
}

/// Counts how often it has to learn.
class CountingFitter final : public model::Fitter {
 public:
  std::unique_ptr<model::Surrogate> fit(const model::Dataset& data, std::uint64_t seed,
                                        std::vector<double>& memory) const override {
    ++fits;
    return inner_.fit(data, seed, memory);
  }
  std::unique_ptr<model::Surrogate> recall(const model::Dataset& data, std::span<const double> memory,
                                           bool exact) const override {
    return inner_.recall(data, memory, exact);
  }
  mutable int fits = 0;

 private:
  gp::GpFitter inner_{{}};
};

class BaseModelsTest : public testing::Test {
 protected:
  std::vector<BaseData> data() const {
    return base_data({study_, sources_}, space_, numeric::OutputRule::Plain);
  }
  BaseModelRule rule() const { return {.fitter = fitter_, .settings = "plain"}; }

  std::shared_ptr<CountingFitter> fitter_ = std::make_shared<CountingFitter>();
  Study study_{.space = interval()};
  search::SearchSpace space_{interval()};
  std::vector<SourceStudy> sources_ = {on_line("a", 12, [](double x) { return (x - 0.3) * (x - 0.3); }),
                                       on_line("b", 9, [](double x) { return -5.0 + x; })};
};

TEST_F(BaseModelsTest, AreFittedOnceAndFoundAgainByWhoeverHasTheSameTrials) {
  test::Shelf shelf;
  const auto drafts = missing_base_models(data(), rule(), &shelf);
  ASSERT_EQ(drafts.size(), 2U);
  for (const ArtefactDraft& draft : drafts) shelf.put(draft);
  EXPECT_EQ(drafts[1].name, "b");
  EXPECT_EQ(drafts[1].sources[0].trials, 9);
  fitter_->fits = 0;
  EXPECT_TRUE(missing_base_models(data(), rule(), &shelf).empty());
  const auto kept = base_models(data(), rule(), &shelf);
  EXPECT_EQ(fitter_->fits, 0);
  const auto fitted = base_models(data(), rule(), nullptr);
  EXPECT_EQ(fitter_->fits, 2);
  const model::Points points = space_.point(interval().configuration({0.123}));
  for (std::size_t i = 0; i < 2; ++i)
    EXPECT_EQ(kept[i].model->predict(points).mean, fitted[i].model->predict(points).mean);
}

TEST_F(BaseModelsTest, TellWhichSourceIsBeingLearnedFrom) {
  test::Shelf shelf;
  std::vector<std::size_t> told;
  const auto listen = [&](std::size_t source, std::size_t sources) {
    EXPECT_EQ(sources, 2U);
    told.push_back(source);
  };
  for (const ArtefactDraft& draft : missing_base_models(data(), rule(), &shelf, listen)) shelf.put(draft);
  EXPECT_EQ(told, (std::vector<std::size_t>{1, 2}));
  told.clear();
  sources_[1] = on_line("b", 10, [](double x) { return x; });
  missing_base_models(data(), rule(), &shelf, listen);
  EXPECT_EQ(told, (std::vector<std::size_t>{2})) << "the first is known";
}

TEST_F(BaseModelsTest, AreFittedAgainWhenTheSourceGrowsOrTheFitChanges) {
  test::Shelf shelf;
  for (const ArtefactDraft& draft : missing_base_models(data(), rule(), &shelf)) shelf.put(draft);
  sources_[0] = on_line("a", 13, [](double x) { return x; });
  EXPECT_EQ(missing_base_models(data(), rule(), &shelf).size(), 1U);
  BaseModelRule other = rule();
  other.settings = "rbf";
  EXPECT_EQ(missing_base_models(data(), other, &shelf).size(), 2U);
}

TEST_F(BaseModelsTest, CountFailuresAsTheWorstAndThinLargeSources) {
  sources_ = {on_line("big", 3000, [](double x) { return x < 0.1 ? std::nan("") : x; })};
  const auto made = data();
  ASSERT_EQ(made.size(), 1U);
  EXPECT_EQ(made[0].data.size(), kMostBaseTrials);
  EXPECT_EQ(std::ssize(made[0].configurations), kMostBaseTrials);
  const auto models = base_models(made, rule(), nullptr);
  const auto at = [&](double x) {
    return models[0].model->expect(space_.point(interval().configuration({x})))[0];
  };
  EXPECT_GT(at(0.02), at(0.5));
  EXPECT_LT(at(0.12), at(0.5));
}

TEST_F(BaseModelsTest, AnExactModelGoesThroughItsOwnMeansWithoutDoubtThere) {
  const auto models = base_models(data(), rule(), nullptr);
  const model::Points seen =
      space_.points(std::vector{interval().configuration({0.05}), sources_[0].trials[3].configuration});
  const auto exact = models[0].reinterpolate(seen);
  const auto mean = models[0].model->expect(seen);
  const auto told = exact->predict(seen);
  for (Eigen::Index i = 0; i < 2; ++i) {
    EXPECT_NEAR(told.mean[i], mean[i], 1e-6);
    EXPECT_LT(told.variance[i], 1e-6);
  }
}

TEST_F(BaseModelsTest, TheFirstConfigurationIsTheOneThatTheSourcesLikeBestTogether) {
  sources_ = {on_line("left", 20, [](double x) { return (x - 0.2) * (x - 0.2); }),
              on_line("right", 20, [](double x) { return (x - 0.4) * (x - 0.4); })};
  const auto made = data();
  const auto start = learned_start(made, base_models(made, rule(), nullptr), space_, 3, 1);
  ASSERT_EQ(start.size(), 3U);
  EXPECT_NEAR(start[0].real("x"), 0.3, 0.06);
  // Greedy: the second helps the source that is worse off, whichever it is.
  EXPECT_TRUE(std::abs(start[1].real("x") - 0.2) < 0.06 || std::abs(start[1].real("x") - 0.4) < 0.06);
  EXPECT_EQ(learned_start(made, base_models(made, rule(), nullptr), space_, 1000, 1).size(), 20U)
      << "both tried the same places";
}

TEST_F(BaseModelsTest, OnceEveryBestIsCoveredTheNextBestFollows) {
  sources_ = {on_line("only", 15, [](double x) { return (x - 0.3) * (x - 0.3); })};
  const auto made = data();
  const auto start = learned_start(made, base_models(made, rule(), nullptr), space_, 6, 1);
  ASSERT_EQ(start.size(), 6U);
  for (const Configuration& one : start) EXPECT_LT(std::abs(one.real("x") - 0.3), 0.25);
}

}  // namespace
}  // namespace hone::transfer
