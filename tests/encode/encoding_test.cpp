// SPDX-License-Identifier: MIT
#include "hone/encode/encoding.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <cmath>
#include <map>

#include "hone/base/rng.hpp"
#include "hone/core/unit_scale.hpp"

namespace hone::encode {
namespace {

Space everything() {
  return Space({real("linear", -3, 7), real("log", 1e-8, 1e4, Scale::Log),
                real("logit", 1e-6, 1 - 1e-6, Scale::Logit),
                Parameter{"stepped", RealRange(0, 1, Scale::Linear, 0.1)}, integer("int", -5, 5),
                integer("logint", 1, 1000, Scale::Log), Parameter{"wide", IntRange(0, 1LL << 48)},
                categorical("cat", {"a", std::int64_t{2}, 3.5, true}), ordinal("size", {"s", "m", "l"}),
                boolean("flag"), constant("fixed", "k"), when(real("child", 0, 1), "flag", {true}),
                Parameter{"logstep", RealRange(0.01, 1, Scale::Log, 0.01)}});
}

std::vector<double> random_point(std::size_t dimensions, Rng& rng) {
  std::vector<double> point(dimensions);
  for (double& x : point) x = rng.uniform();
  return point;
}

RC_GTEST_PROP(Encoding, ReturnsExactlyWhatItDecoded, (std::uint64_t seed)) {
  for (const Categories categories : {Categories::Index, Categories::OneHot, Categories::OneHotNear}) {
    const Encoding encoding(everything(), categories);
    Rng rng(seed);
    const Configuration config = encoding.decode(random_point(encoding.dimensions(), rng));
    RC_ASSERT(encoding.decode(encoding.encode(config)) == config);
    for (const double x : encoding.encode(config)) RC_ASSERT(x >= 0.0 && x <= 1.0);
  }
}

RC_GTEST_PROP(UnitScale, StaysInsideAndReturnsExactlyOnAnyRange, (std::uint64_t seed)) {
  Rng rng(seed);
  const double low = std::exp(rng.uniform(-700, 700)) * (rng.chance(0.5) ? 1 : -1);
  const double high = low + std::abs(low) * std::exp(rng.uniform(-20, 5));
  const Scale scale = low > 0 && rng.chance(0.5) ? Scale::Log : Scale::Linear;
  RC_PRE(std::isfinite(high) && std::isfinite(high - low) && low < high);
  const RealRange range(low, high, scale);
  const double value = from_unit(range, rng.uniform());
  RC_ASSERT(value >= low && value <= high);
  RC_ASSERT(from_unit(range, to_unit(range, value)) == value);
}

TEST(UnitScale, MeetsTheBoundsExactly) {
  for (const Scale scale : {Scale::Linear, Scale::Log, Scale::Logit}) {
    const RealRange range(0.1, 0.7, scale);
    EXPECT_EQ(from_unit(range, 0.0), 0.1);
    EXPECT_EQ(from_unit(range, 1.0), 0.7);
    EXPECT_EQ(from_unit(range, 2.0), 0.7);
    EXPECT_EQ(from_unit(range, NAN), 0.1);
    EXPECT_EQ(to_unit(range, 0.1), 0.0);
    EXPECT_EQ(to_unit(range, 0.7), 1.0);
  }
}

TEST(UnitScale, SpreadsDecadesEvenlyOnTheLogScale) {
  EXPECT_NEAR(from_unit(RealRange(1, 1e4, Scale::Log), 0.25), 10.0, 1e-12);
  EXPECT_NEAR(from_unit(RealRange(0.1, 0.9, Scale::Logit), 0.5), 0.5, 1e-15);
}

// Equal widths: the k cells of a finite linear domain are found exactly k / count apart.
TEST(UnitScale, GivesEveryIntegerAndCategoryTheSameShare) {
  const std::vector<Domain> domains = {IntRange(0, 3), IntRange(-7, 12, Scale::Linear, 3), Toggle{},
                                       Choices({"a", "b", "c", "d", "e"}),
                                       RealRange(0, 1, Scale::Linear, 0.25)};
  for (const Domain& domain : domains) {
    const auto count = *value_count(domain);
    std::map<std::int64_t, int> hits;
    const int n = 1000 * static_cast<int>(count);
    for (int i = 0; i < n; ++i) ++hits[cell_of(domain, (i + 0.5) / n)];
    ASSERT_EQ(static_cast<std::int64_t>(hits.size()), count);
    for (const auto& [cell, times] : hits)
      EXPECT_NEAR(times, 1000, 1) << kind_name(domain) << " cell " << cell;
  }
}

// Cells of 1..4 on the log scale end at sqrt(2), sqrt(6), sqrt(12) and reach from 1/sqrt(2) to 4 * sqrt(4/3).
TEST(UnitScale, GivesLogIntegersCellsHalfWayToTheirNeighbours) {
  const Domain domain = IntRange(1, 4, Scale::Log);
  const double begin = std::log(1 / std::sqrt(2.0));
  const double width = std::log(4 * std::sqrt(4.0 / 3.0)) - begin;
  const double ends[] = {std::sqrt(2.0), std::sqrt(6.0), std::sqrt(12.0)};
  for (int i = 0; i < 3; ++i) {
    const double edge = (std::log(ends[i]) - begin) / width;
    EXPECT_EQ(cell_of(domain, edge - 1e-9), i);
    EXPECT_EQ(cell_of(domain, edge + 1e-9), i + 1);
    EXPECT_NEAR(cell_edge(domain, i + 1), edge, 1e-12);
  }
  EXPECT_EQ(cell_of(domain, 0.0), 0);
  EXPECT_EQ(cell_of(domain, 1.0), 3);
}

// Linear cells are equally wide; on any scale a cell is what lies between its edges.
TEST(UnitScale, KnowsTheEdgesOfCells) {
  EXPECT_EQ(cell_edge(IntRange(3, 10), 2), 0.25);
  EXPECT_EQ(cell_edge(Choices({"a", "b", "c", "d"}), 3), 0.75);
  const Space space = everything();
  for (const Parameter& parameter : space.parameters()) {
    const auto count = value_count(parameter.domain);
    if (!count || *count < 2 || *count > 2000) continue;
    EXPECT_EQ(cell_edge(parameter.domain, 0), 0.0) << parameter.name;
    EXPECT_EQ(cell_edge(parameter.domain, *count), 1.0) << parameter.name;
    for (std::int64_t i = 1; i < *count; ++i) {
      const double edge = cell_edge(parameter.domain, i);
      EXPECT_EQ(cell_of(parameter.domain, edge - 1e-9), i - 1) << parameter.name;
      EXPECT_EQ(cell_of(parameter.domain, edge + 1e-9), i) << parameter.name;
    }
  }
}

TEST(Encoding, LaysOutItsColumns) {
  const Space space(
      {real("x", 0, 1), categorical("c", {"a", "b", "c"}), constant("k", 1.0), integer("n", 1, 4)});
  const Encoding index(space);
  EXPECT_EQ(index.dimensions(), 3U);
  EXPECT_EQ(index.columns()[1].kind, ColumnKind::Category);
  EXPECT_EQ(index.columns()[2].cells, 4);
  const Encoding hot(space, Categories::OneHot);
  EXPECT_EQ(hot.dimensions(), 5U);
  EXPECT_EQ(hot.encode(space.configuration({0.5, "b", 1.0, std::int64_t{1}})),
            (std::vector<double>{0.5, 0, 1, 0, 0.125}));
  EXPECT_EQ(to_text(hot.decode(std::vector<double>{0.25, 0.1, 0.3, 0.2, 0.99})), "x=0.25 c=b k=1 n=4");
}

TEST(Encoding, PutsWhatDoesNotExistInTheMiddle) {
  const Space space({boolean("b"), when(real("x", 0, 8), "b", {true})});
  const Encoding encoding(space);
  EXPECT_EQ(encoding.encode(space.configuration({false, 3.0})), (std::vector<double>{0.25, 0.5}));
  EXPECT_FALSE(encoding.decode(std::vector<double>{0.1, 0.9}).has("x"));
  EXPECT_TRUE(encoding.columns()[1].conditional);
}

}  // namespace
}  // namespace hone::encode
