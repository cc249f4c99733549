// SPDX-License-Identifier: MIT
#include "hone/baselines/banner.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "hone/base/error.hpp"
#include "hone/baselines/banner_fitter.hpp"
#include "hone/baselines/taught_features.hpp"
#include "hone/search/search_space.hpp"
#include "hone/transfer/base_models.hpp"
#include "meta/basins.hpp"
#include "support/shelf.hpp"
#include "support/throws.hpp"

namespace hone::baselines {
namespace {

/// Parameters of 1,000 choices each, whose names have so many letters.
Study choosing_with_banner(int parameters, std::size_t length) {
  std::vector<Parameter> all = {real("x", 0, 1)};
  for (int p = 0; p < parameters; ++p) {
    std::vector<Value> values;
    for (int i = 1000; i < 2000; ++i) values.emplace_back(std::string(length - 4, 'c') + std::to_string(i));
    all.push_back(categorical("c" + std::to_string(p), values));
  }
  return {.space = Space(all), .sampler = {"banner"}};
}

TEST(Banner, SaysThatItCannotKeepWhatItWouldLearnOfTooManyChoices) {
  const auto problem = [](const Study& study) {
    const std::vector<SourceStudy> sources = {{"earlier", study.space, {Objective{}}, {}}};
    return hone::test::message_of([&] { Banner sampler(SamplerInput(study, sources)); });
  };
  const std::string many = problem(choosing_with_banner(10, 4));
  EXPECT_TRUE(
      many.starts_with("banner learns a network that reads each choice as a number, 10001 in this space"))
      << many;
  const std::string wide = problem(choosing_with_banner(1, 20));
  EXPECT_NE(wide.find("a description of each parameter, and that of 'c0' has"), std::string::npos) << wide;
  const Study alone = choosing_with_banner(1, 20);
  EXPECT_NO_THROW(Banner sampler{SamplerInput(alone)});
}

Study banner_study(std::uint64_t seed = 7) {
  Study study = meta::test::in_plane(seed);
  study.sampler.name = "banner";
  return study;
}

double lowest_of(const std::vector<Trial>& trials) {
  double least = trials.front().values.front();
  for (const Trial& trial : trials) least = std::min(least, trial.values.front());
  return least;
}

/// A network that six basins have taught, and the last of them as data.
struct Taught {
  search::SearchSpace space{meta::test::plane()};
  std::vector<transfer::BaseData> data;
  std::shared_ptr<const meta::MetaKnowledge> knowledge;
  meta::TrainingReport report;

  Taught() {
    const auto sources = meta::test::basins();
    const Study study = banner_study();
    data = transfer::base_data(SamplerInput(study, sources), space, numeric::OutputRule::Plain);
    std::vector<meta::MetaTask> tasks;
    for (const auto& one : data)
      tasks.push_back({one.name, one.data.points(), {one.data.y(), Eigen::VectorXd::Ones(one.data.size())}});
    const learners::NetworkInputs inputs(space.columns());
    meta::Trained trained =
        meta::train(tasks, inputs, {.epochs = 200, .loss = meta::TrainingLoss::Squared}, 3);
    report = trained.report;
    knowledge =
        std::make_shared<const meta::MetaKnowledge>(meta::MetaKnowledge{inputs, std::move(trained.network)});
  }
};

TEST(Banner, BeginsWithWhatTheSourcesKnowAndGoesOnFromThere) {
  const auto sources = meta::test::basins();
  double warm = 0.0, cold = 0.0;
  for (const std::uint64_t seed : {1U, 2U}) {
    const Study study = banner_study(seed);
    Banner informed(SamplerInput(study, sources));
    Banner alone{SamplerInput(study)};
    const auto trials = hone::test::drive(informed, 12, 1, seed, meta::test::basin(0.05));
    EXPECT_LT(trials.front().values.front(), 0.5);
    warm += lowest_of(trials);
    cold += lowest_of(hone::test::drive(alone, 12, 1, seed, meta::test::basin(0.05)));
  }
  EXPECT_LT(warm, cold);
}

// Half of the variance of standardised values is the loss of knowing nothing of them.
TEST(BannerTraining, ExplainsMostOfTheVariance) { EXPECT_LT(Taught().report.log_loss, 0.25); }

// The level of a study and its spread cannot be told from one trial, so it must not change what is expected
// of one point compared with another.
TEST(BannerFitter, OneTrialLeavesTheShapeOfTheMeanAsItWas) {
  const Taught taught;
  const model::Dataset& all = taught.data.back().data;
  std::vector<double> memory;
  const std::vector<int> first = {0};
  const auto model = BannerFitter(taught.knowledge).fit(all.subset(first), 1, memory);
  const Eigen::VectorXd expected = model->expect(all.points());
  const Eigen::VectorXd mean = meta::look(*taught.knowledge, all.points()).mean;
  const double scale = (expected[1] - expected[0]) / (mean[1] - mean[0]);
  EXPECT_GT(scale, 0.0);
  for (Eigen::Index i = 2; i < all.size(); ++i)
    EXPECT_NEAR(expected[i] - expected[0], scale * (mean[i] - mean[0]), 1e-9 * scale);
}

TEST(BannerFitter, LearnsWhatTheMeanOfAllStudiesLeavesUnexplained) {
  const Taught taught;
  const model::Dataset& data = taught.data.front().data;
  std::vector<double> memory;
  const auto model = BannerFitter(taught.knowledge).fit(data, 1, memory);
  const double own = (model->expect(data.points()) - data.y()).squaredNorm();
  const double common = (meta::look(*taught.knowledge, data.points()).mean - data.y()).squaredNorm();
  EXPECT_LT(own, 0.5 * common);
}

TEST(BannerFitter, RecallsWhatItFitted) {
  const Taught taught;
  const model::Dataset& data = taught.data.front().data;
  const BannerFitter fitter(taught.knowledge);
  std::vector<double> memory;
  const auto fitted = fitter.fit(data, 1, memory);
  const auto recalled = fitter.recall(data, memory, false);
  EXPECT_EQ(fitted->predict(data.points()).mean, recalled->predict(data.points()).mean);
  EXPECT_EQ(fitted->predict(data.points()).variance, recalled->predict(data.points()).variance);
  const std::vector<double> foreign = {1.0};
  EXPECT_THROW(fitter.recall(data, foreign, false), Error);
}

// The network is in single precision, so that differences of its outputs have five digits at best.
TEST(TaughtFeatures, SlopesAreThoseOfFiniteDifferences) {
  const Taught taught;
  const model::Dataset& data = taught.data.front().data;
  std::vector<double> memory;
  const auto model = BannerFitter(taught.knowledge).fit(data, 1, memory);
  const model::Points points = model::select(data.points(), {0, 1, 2, 3, 4});
  const auto gradient = model->predict_with_gradient(points);
  ASSERT_TRUE(gradient);
  constexpr double kStep = 2e-3;
  for (const Eigen::Index column : {0, 1}) {  // the two reals that every point has
    model::Points above = points, below = points;
    above.x.col(column).array() += kStep;
    below.x.col(column).array() -= kStep;
    const Eigen::VectorXd slope = (model->expect(above) - model->expect(below)) / (2.0 * kStep);
    for (Eigen::Index i = 0; i < points.rows(); ++i)
      EXPECT_NEAR(gradient->mean(i, column), slope[i], 0.02 * slope.cwiseAbs().maxCoeff());
  }
}

TEST(Banner, KeepsItsNetworkAndFindsItAgain) {
  const auto sources = meta::test::basins(3, 20);
  const Study study = banner_study();
  hone::test::Shelf shelf;
  const auto drafts = Banner::prepare({study, sources, &shelf});
  ASSERT_EQ(drafts.size(), 1U);
  shelf.put(drafts[0]);
  EXPECT_TRUE(Banner::prepare({study, sources, &shelf}).empty());
  const AskRequest request{.count = 2, .seed = 3};
  const auto kept = Banner({study, sources, &shelf}).ask(request);
  const auto fresh = Banner({study, sources}).ask(request);
  ASSERT_EQ(kept.size(), 2U);
  EXPECT_EQ(kept[0].configuration, fresh[0].configuration);
  EXPECT_EQ(kept[1].configuration, fresh[1].configuration);
}

}  // namespace
}  // namespace hone::baselines
