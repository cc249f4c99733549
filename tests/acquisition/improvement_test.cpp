// SPDX-License-Identifier: MIT
#include "hone/acquisition/improvement.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "support/near.hpp"

namespace hone::acquisition {
namespace {

struct Reference {
  double mean, variance, target, log_ei, log_pi, ei, pi;
};
// 400 digits with mpmath; tests/reference/gp_acquisition.py prints this table. In the last row EI and PI are
// far too small for a double, and their logarithms are still exact.
constexpr Reference kReference[] = {
    {0, 1, 0.5, -0.359827683745063819, -0.368946415288656393, 0.69779655740130603, 0.691462461274013104},
    {1.5, 4, 1, -0.557411774775277133, -0.913061764811135055, 0.572689396447160276, 0.401293674317076276},
    {-2, 0.25, -3, -5.46193070447705947, -3.78318433368203195, 0.00424535130841481877, 0.0227501319481792072},
    {3, 0.01, 0, -460.02723885359204, -454.321243956343188, 1.63195673409141653e-200,
     4.90671392714823307e-198},
    {10, 0.0625, 1, -657.474579366098711, -652.503227593798397, 2.90013483343158222e-286,
     4.18262406579728333e-284},
    {1000.0, 1, -1, -501015.236451085834, -501008.32769431052, 0, 0},
};

TEST(Improvement, EqualsTheReferenceIntoTheFarTail) {
  for (const Reference& r : kReference) {
    SCOPED_TRACE(r.mean);
    const model::Prediction prediction{Eigen::VectorXd::Constant(3, r.mean),
                                       Eigen::VectorXd::Constant(3, r.variance)};
    EXPECT_TRUE(test::near_rel(log_expected_improvement(prediction, r.target)[1], r.log_ei, 1e-12));
    EXPECT_TRUE(test::near_rel(log_probability_of_improvement(prediction, r.target)[2], r.log_pi, 1e-12));
    EXPECT_TRUE(test::near_rel(std::exp(log_expected_improvement(prediction, r.target)[0]), r.ei, 1e-9));
    EXPECT_TRUE(
        test::near_rel(std::exp(log_probability_of_improvement(prediction, r.target)[0]), r.pi, 1e-9));
  }
}

TEST(Improvement, TheConfidenceBoundLiesKappaDeviationsBelowTheMean) {
  const model::Prediction prediction{Eigen::VectorXd{{1.0, 2.0}}, Eigen::VectorXd{{4.0, 0.25}}};
  EXPECT_EQ(lower_confidence_bound(prediction, 3.0), (Eigen::VectorXd{{-5.0, 0.5}}));
}

}  // namespace
}  // namespace hone::acquisition
