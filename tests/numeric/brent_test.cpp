// SPDX-License-Identifier: MIT
#include "hone/numeric/brent.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <cmath>

namespace hone::numeric {
namespace {

TEST(Brent, FindsTheMinimumOfTheGammaFunction) {
  int calls = 0;
  const auto f = [&calls](double x) {
    ++calls;
    return std::tgamma(x);
  };
  const ScalarMinimum minimum = minimise_brent(f, 0.5, 3.0);
  EXPECT_NEAR(minimum.x, 1.4616321449683623, 1e-7);  // a tabulated constant
  EXPECT_NEAR(minimum.value, 0.8856031944108887, 1e-15);
  EXPECT_LT(calls, 20);
}

TEST(Brent, ComesCloseToAnEndThatIsTheMinimum) {
  EXPECT_NEAR(minimise_brent([](double x) { return x; }, 2.0, 5.0).x, 2.0, 1e-7);
  EXPECT_NEAR(minimise_brent([](double x) { return -x; }, 2.0, 5.0).x, 5.0, 1e-7);
}

TEST(Brent, TreatsNanAsInfinitelyBad) {
  const auto f = [](double x) { return x < 1.0 ? NAN : (x - 1.5) * (x - 1.5); };
  EXPECT_NEAR(minimise_brent(f, 0.0, 4.0).x, 1.5, 1e-7);
}

RC_GTEST_PROP(BrentDownhill, FindsAMinimumHoweverFarAway, ()) {
  const double centre = *rc::gen::map(rc::gen::inRange(-100000, 100000), [](int k) { return k * 0.01; });
  const auto f = [centre](double x) { return std::cosh((x - centre) / 300.0) - 1.0; };
  const ScalarMinimum minimum = minimise_downhill(f, -2.0, 2.0, -1e6, 1e6);
  RC_ASSERT(std::abs(minimum.x - centre) < 1e-4);
}

TEST(BrentDownhill, StopsAtItsLimits) {
  EXPECT_NEAR(minimise_downhill([](double x) { return -x; }, -2.0, 2.0, -50.0, 70.0).x, 70.0, 1e-6);
  EXPECT_NEAR(minimise_downhill([](double x) { return x; }, -2.0, 2.0, -50.0, 70.0).x, -50.0, 1e-6);
}

TEST(BrentDownhill, SurvivesAFlatFunction) {
  const ScalarMinimum minimum = minimise_downhill([](double) { return 3.0; }, -2.0, 2.0, -50.0, 50.0);
  EXPECT_EQ(minimum.value, 3.0);
  EXPECT_LE(std::abs(minimum.x), 50.0);
}

}  // namespace
}  // namespace hone::numeric
