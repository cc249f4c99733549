// SPDX-License-Identifier: MIT
#include "bench/quality/functions.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <array>
#include <bit>
#include <cmath>
#include <limits>
#include <map>
#include <set>

#include "hone/encode/encoding.hpp"
#include "hone/encode/feasible.hpp"

namespace hone::quality {
namespace {

const Problem& function_named(const std::string& name) {
  static const std::vector<Problem> kAll = functions();
  for (const Problem& problem : kAll) {
    if (problem.name == name) return problem;
  }
  throw std::runtime_error("no function " + name);
}

TEST(Functions, HaveNamesOfTheirOwnAndTheCountsOfThePaper) {
  std::set<std::string> names;
  std::map<std::string, int> groups;
  for (const Problem& problem : functions()) {
    EXPECT_TRUE(names.insert(problem.name).second) << problem.name << " is there twice";
    ++groups[problem.group];
  }
  EXPECT_EQ(groups["sequd32"], 32);
  EXPECT_EQ(groups["examples"], 2);
  EXPECT_EQ(groups["wide"], 4);
}

TEST(Functions, TakeTheirMinimumAtTheArgmins) {
  for (const Problem& problem : functions()) {
    EXPECT_FALSE(problem.argmins.empty()) << problem.name;
    for (const Configuration& argmin : problem.argmins) {
      EXPECT_NEAR(problem.value(argmin), problem.minimum, 1e-12 * std::max(1.0, std::abs(problem.minimum)))
          << problem.name << " at " << to_text(argmin);
      EXPECT_TRUE(problem.space.allows(argmin)) << problem.name;
    }
  }
}

TEST(Functions, AreNowhereBelowTheirMinimum) {
  for (const Problem& problem : functions()) {
    const encode::Encoding encoding(problem.space);
    Rng rng(7);
    for (int i = 0; i < 2000; ++i) {
      const auto c = encode::draw(
          encoding, [](const Configuration&) { return true; }, rng);
      ASSERT_TRUE(c.has_value());
      const double value = problem.value(*c);
      EXPECT_FALSE(value < problem.minimum) << problem.name << " at " << to_text(*c);
    }
  }
}

// A small step in any one parameter from an argmin is not better: the argmins are not just low points.
TEST(Functions, RiseFromTheirArgminsInEveryDirection) {
  for (const Problem& problem : functions()) {
    const encode::Encoding encoding(problem.space);
    const std::vector<double> best = encoding.encode(problem.argmins.front());
    for (std::size_t j = 0; j < best.size(); ++j) {
      for (const double step : {-0.3, -0.03, -1e-3, 1e-3, 0.03, 0.3}) {
        std::vector<double> other = best;
        other[j] = std::clamp(best[j] + step, 0.0, 1.0);
        const double value = problem.value(encoding.decode(other));
        EXPECT_FALSE(value < problem.minimum) << problem.name << ", parameter " << j << ", step " << step;
      }
    }
  }
}

// ---- The published results of methods without chance: table 9 of sequd.txt. They pin formulas and boxes.

constexpr double kNone = std::numeric_limits<double>::quiet_NaN();

struct PaperRow {
  const char* name;
  double scale;  // the table prints value / scale with three decimals
  double grid;   // the best of a 10 x 10 grid
  double sobol;  // the best of the points 1 to 100 of a Sobol sequence
};

constexpr PaperRow kTable9[] = {
    {"bukin6", 10, 18.45, 15.64},    {"crossit", 1, -2.05, -2.06},
    {"egg", 100, -920.6, -673.6},    {"holder", 10, -17.36, -12.13},
    {"langer", 1, -3.507, -2.781},   {"levy", 0.1, 0.0152, 0.2652},
    {"levy13", 1, 0.789, 2},         {"schwef", 1000, kNone, 1514},
    {"shubert", 100, -21.8, -47.1},  {"booth", 1, 0.914, 1.432},
    {"mccorm", 10, -9.91, -7.04},    {"powersum", 10, kNone, 36.86},
    {"zakharov", 10, kNone, 21.75},  {"camel6", 1, -0.791, -0.939},
    {"dixonpr", 100, kNone, 1},      {"rosen", 10000, kNone, 9860},
    {"perm0db", 10, 3.34, 4.79},     {"trid", 1, -1.951, -1.938},
    {"dejong5", 100, 483.5, 5.4},    {"easom", 0.1, 0, 0},
    {"michal", 1, kNone, -2.075},    {"beale", 1, 0.395, 0.266},
    {"branin", 1, 0.789, 1.079},     {"colville", 1000, kNone, 42},
    {"goldpr", 100, 19.7, 24.6},     {"hart3", 1, kNone, -3.784},
    {"hart4", 1, kNone, -2.402},     {"hart6", 1, kNone, -2.465},
    {"permdb", 0.1, 0.1516, 0.0244}, {"powell", 10, kNone, 30.31},
    {"shekel", 1, kNone, -1.326},    {"stybtang", 100, kNone, -182.8},
};

/// Sobol's sequence without its zero point, in Gray-code order, with the direction numbers of Bratley and Fox
/// (1988), which the paper's package used. From the third coordinate on they differ from those of Joe and Kuo
/// in designs/.
class ClassicSobol {
 public:
  std::vector<double> next(std::size_t dimensions) {
    const int bit = std::countr_one(index_++);
    std::vector<double> point(dimensions);
    for (std::size_t j = 0; j < dimensions; ++j) {
      state_[j] ^= direction(j, bit);
      point[j] = std::ldexp(static_cast<double>(state_[j]), -32);
    }
    return point;
  }

 private:
  static std::uint32_t direction(std::size_t j, int bit) {
    struct Start {
      std::uint32_t polynomial;  // with its leading and its last bit
      int degree;
      std::array<std::uint32_t, 5> m;
    };
    constexpr std::array<Start, 8> kStarts = {{{1, 0, {1}},
                                               {3, 1, {1}},
                                               {7, 2, {1, 1}},
                                               {11, 3, {1, 3, 7}},
                                               {13, 3, {1, 1, 5}},
                                               {19, 4, {1, 3, 1, 1}},
                                               {25, 4, {1, 1, 3, 7}},
                                               {37, 5, {1, 3, 3, 9, 9}}}};
    const auto& [polynomial, degree, m] = kStarts[j];
    if (degree == 0) return std::uint32_t{1} << (31 - bit);
    if (bit < degree) return m[static_cast<std::size_t>(bit)] << (31 - bit);
    std::uint32_t v = direction(j, bit - degree);
    v ^= v >> degree;
    for (int k = 1; k < degree; ++k) {
      if ((polynomial >> (degree - k)) & 1U) v ^= direction(j, bit - k);
    }
    return v;
  }

  std::uint32_t index_ = 0;
  std::array<std::uint32_t, 8> state_{};
};

double value_at(const Problem& problem, const std::vector<double>& unit) {
  return problem.value(encode::Encoding(problem.space).decode(unit));
}

TEST(Functions, GiveThePapersSobolColumn) {
  for (const PaperRow& row : kTable9) {
    const Problem& problem = function_named(row.name);
    ClassicSobol sequence;
    double best = std::numeric_limits<double>::infinity();
    for (int i = 0; i < 100; ++i) {
      best = std::min(best, value_at(problem, sequence.next(problem.space.size())));
    }
    EXPECT_NEAR(best, row.sobol, 0.5001e-3 * row.scale) << row.name;
  }
}

TEST(Functions, GiveThePapersGridColumn) {
  for (const PaperRow& row : kTable9) {
    if (std::isnan(row.grid)) continue;
    const Problem& problem = function_named(row.name);
    double best = std::numeric_limits<double>::infinity();
    for (int i = 0; i < 100; ++i) best = std::min(best, value_at(problem, {i / 10 / 9.0, i % 10 / 9.0}));
    EXPECT_NEAR(best, row.grid, 0.5001e-3 * row.scale) << row.name;
  }
}

}  // namespace
}  // namespace hone::quality
