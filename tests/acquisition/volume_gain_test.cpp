// SPDX-License-Identifier: MIT
#include "hone/acquisition/volume_gain.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "hone/base/rng.hpp"
#include "hone/numeric/normal.hpp"
#include "hone/numeric/pareto.hpp"
#include "support/near.hpp"

namespace hone::acquisition {
namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

struct IntegratedGain {
  double mean1, mean2, deviation1, deviation2, log_gain;
};

const MatrixXd kFront{{0.1, 0.8}, {0.3, 0.5}, {0.7, 0.2}};
const VectorXd kCorner{{1.0, 1.1}};

// By integration over the staircase with mpmath at 30 digits: tests/reference/acquisition_volume.py prints
// this table.
constexpr IntegratedGain kIntegrated[] = {
    {0.4, 0.4, 0.1, 0.2, -3.0145718209469782},    {0.05, 0.1, 0.3, 0.02, -0.868478624394375},
    {0.9, 0.95, 0.05, 0.05, -63.689467417327041}, {2, 1.5, 0.1, 0.1, -150.03137970356962},
    {-3, -2, 0.5, 0.25, 2.470638677990884},       {5, 4, 0.01, 0.02, -98082.832149340356},
};

TEST(VolumeGain, MatchesIntegrationFarBehindTheFrontToo) {
  const VolumeGain gain(kFront, kCorner);
  for (const IntegratedGain& row : kIntegrated) {
    const MatrixXd mean{{row.mean1, row.mean2}}, deviation{{row.deviation1, row.deviation2}};
    EXPECT_TRUE(test::near_rel(gain.log_expected(mean, deviation)[0], row.log_gain, 1e-10))
        << row.mean1 << ", " << row.mean2;
  }
}

TEST(VolumeGain, ScreensToAThousandth) {
  const VolumeGain gain(kFront, kCorner);
  for (const IntegratedGain& row : kIntegrated) {
    const MatrixXd mean{{row.mean1, row.mean2}}, deviation{{row.deviation1, row.deviation2}};
    EXPECT_NEAR(gain.log_expected(mean, deviation, true)[0], row.log_gain, 1e-3) << row.mean1;
  }
}

// Products that underflow are summed as logarithms: the two ways must meet.
TEST(VolumeGain, HasSlopesFarBehindTheFront) {
  const VolumeGain gain(kFront, kCorner);
  const VectorXd deviation{{0.01, 0.02}};
  for (const double at : {1.5, 2.0, 3.0, 5.0}) {
    const VectorXd mean{{at, at}};
    VectorXd above = mean, below = mean;
    above[0] += 1e-5;
    below[0] -= 1e-5;
    const double difference = (gain.log_expected(above.transpose(), deviation.transpose())[0] -
                               gain.log_expected(below.transpose(), deviation.transpose())[0]) /
                              2e-5;
    const VolumeGain::Slopes slopes = gain.slopes(mean, deviation);
    EXPECT_NEAR(slopes.by_mean[0], difference, 1e-4 * std::abs(difference)) << at;
  }
}

MatrixXd random_front(Index rows, Index objectives, Rng& rng) {
  MatrixXd front(rows, objectives);
  for (double& value : front.reshaped()) value = rng.uniform();
  return front;
}

// The volume that a draw adds, by the hypervolume itself.
TEST(VolumeGain, IsWhatDrawsAddToTheHypervolumeOfThreeObjectives) {
  Rng rng(5);
  const MatrixXd front = random_front(12, 3, rng);
  const VectorXd corner = VectorXd::Constant(3, 1.1);
  const VectorXd mean{{0.3, 0.4, 0.35}}, deviation{{0.2, 0.1, 0.3}};
  const double before = numeric::hypervolume(front, corner);
  MatrixXd more(13, 3);
  more.topRows(12) = front;
  double sum = 0.0, squares = 0.0;
  constexpr int kDraws = 40000;
  for (int i = 0; i < kDraws; ++i) {
    for (Index k = 0; k < 3; ++k) more(12, k) = mean[k] + deviation[k] * rng.normal();
    const double added = numeric::hypervolume(more, corner) - before;
    sum += added;
    squares += added * added;
  }
  const double expected = sum / kDraws;
  const double error = std::sqrt((squares / kDraws - expected * expected) / kDraws);
  const double got =
      std::exp(VolumeGain(front, corner).log_expected(mean.transpose(), deviation.transpose())[0]);
  EXPECT_NEAR(got, expected, 4.0 * error);
}

// Below a front of one point p: the volume that Y dominates without what p dominates of it,
// Π ψ(r) - Π (ψ(r) - ψ(p)).
double beyond_one_point(const VectorXd& p, const VectorXd& r, const VectorXd& mean,
                        const VectorXd& deviation) {
  double all = 1.0, shared = 1.0;
  for (Index k = 0; k < p.size(); ++k) {
    const auto psi = [&](double c) {
      return deviation[k] * std::exp(numeric::log_ei_unit((c - mean[k]) / deviation[k]));
    };
    all *= psi(r[k]);
    shared *= psi(r[k]) - psi(p[k]);
  }
  return all - shared;
}

TEST(VolumeGain, OfFiveObjectivesIsRightToAFewPercent) {
  const VectorXd p = VectorXd::Constant(5, 0.5), r = VectorXd::Ones(5);
  const VectorXd deviation{{0.1, 0.2, 0.15, 0.1, 0.3}};
  double worst = 0.0;
  for (const double at : {0.2, 0.4, 0.6, 0.8}) {
    const VectorXd mean = VectorXd::Constant(5, at);
    const double exact = beyond_one_point(p, r, mean, deviation);
    const VolumeGain gain(p.transpose(), r, 7);
    const double got = std::exp(gain.log_expected(mean.transpose(), deviation.transpose())[0]);
    worst = std::max(worst, std::abs(got / exact - 1.0));
  }
  EXPECT_LT(worst, 0.2);
}

TEST(VolumeGain, SlopesAreThoseOfFiniteDifferences) {
  Rng rng(11);
  for (const Index m : {2, 3, 4}) {
    const VolumeGain gain(random_front(6, m, rng), VectorXd::Ones(m), 3);
    for (const double at : {0.2, 0.7, 1.6}) {
      const VectorXd mean = VectorXd::Constant(m, at), deviation = VectorXd::LinSpaced(m, 0.05, 0.2);
      const VolumeGain::Slopes slopes = gain.slopes(mean, deviation);
      EXPECT_DOUBLE_EQ(slopes.value, gain.log_expected(mean.transpose(), deviation.transpose())[0]);
      constexpr double kStep = 1e-6;
      const auto difference = [&](Index k, bool by_mean) {
        VectorXd up_mean = mean, down_mean = mean, up = deviation, down = deviation;
        (by_mean ? up_mean : up)[k] += kStep;
        (by_mean ? down_mean : down)[k] -= kStep;
        return (gain.slopes(up_mean, up).value - gain.slopes(down_mean, down).value) / (2.0 * kStep);
      };
      for (Index k = 0; k < m; ++k) {
        EXPECT_NEAR(slopes.by_mean[k], difference(k, true), 1e-4 * (1.0 + std::abs(slopes.by_mean[k])));
        EXPECT_NEAR(slopes.by_deviation[k], difference(k, false),
                    1e-4 * (1.0 + std::abs(slopes.by_deviation[k])));
      }
    }
  }
}

TEST(VolumeGain, NamesAReferenceBeyondAllValues) {
  const VectorXd point = reference_point(MatrixXd{{0.0, 2.0}, {1.0, 0.0}, {5.0, 5.0}});
  EXPECT_DOUBLE_EQ(point[0], 5.5);
  EXPECT_DOUBLE_EQ(point[1], 5.5);
  EXPECT_DOUBLE_EQ(reference_point(MatrixXd{{3.0, 3.0}})[1], 3.1) << "there is no range";
}

}  // namespace
}  // namespace hone::acquisition
