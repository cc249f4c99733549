// SPDX-License-Identifier: MIT
#include "hone/learners/elu.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <vector>

namespace hone::learners {
namespace {

TEST(Elu, IsTheExponentialLessOneBelowZeroAndNothingElseAbove) {
  std::vector<float> x;
  for (double t = -100.0; t <= 20.0; t += 0.0371) x.push_back(static_cast<float>(t));
  for (const float t :
       {0.0F, -0.0F, -1e-30F, 1e-30F, -std::numeric_limits<float>::max(), std::numeric_limits<float>::max()})
    x.push_back(t);
  std::vector<float> y = x;
  elu(y.data(), static_cast<Eigen::Index>(y.size()));
  for (std::size_t i = 0; i < x.size(); ++i) {
    const double exact = x[i] > 0.0F ? x[i] : std::expm1(static_cast<double>(x[i]));
    ASSERT_NEAR(y[i], exact, x[i] > 0.0F ? 0.0 : 1.2e-7) << "at " << x[i];
  }
}

TEST(Elu, KeepsWhatIsNotANumber) {
  std::vector<float> x = {std::numeric_limits<float>::quiet_NaN()};
  std::vector<double> y = {std::numeric_limits<double>::quiet_NaN()};
  elu(x.data(), 1);
  elu(y.data(), 1);
  EXPECT_TRUE(std::isnan(y[0]));
}

}  // namespace
}  // namespace hone::learners
