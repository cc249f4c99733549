// SPDX-License-Identifier: MIT
#include "hone/designs/landscape.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <cmath>
#include <ostream>

#include "support/near.hpp"

namespace hone::designs {
namespace {

const Criterion kAll[] = {Criterion::Cd2,
                          Criterion::Wd2,
                          Criterion::Md2,
                          Criterion::Maximin,
                          Criterion::PhiP,
                          Criterion::MaxCorrelation,
                          Criterion::MeanSquaredCorrelation};

struct Case {
  Design design;
  Frozen frozen;
  Criterion criterion;
  int phi_power;
};

// For counterexamples.
[[maybe_unused]] void showValue(const Case& c, std::ostream& os) {
  os << criterion_name(c.criterion) << " p=" << c.phi_power << ", frozen " << c.frozen.runs << " runs "
     << c.frozen.factors << " factors, " << c.design.levels() << " levels:";
  for (int i = 0; i < c.design.runs(); ++i) {
    for (int j = 0; j < c.design.factors(); ++j) os << (j == 0 ? " | " : " ") << c.design(i, j);
  }
}

// Any design with two free rows and one free column: repeated runs, unbalanced and constant columns included.
rc::Gen<Case> any_case() {
  return rc::gen::exec([] {
    const int runs = *rc::gen::inRange(2, 14), factors = *rc::gen::inRange(1, 6),
              levels = *rc::gen::inRange(2, 12);
    auto entries = *rc::gen::container<std::vector<int>>(static_cast<std::size_t>(runs * factors),
                                                         rc::gen::inRange(1, levels + 1));
    return Case{Design(runs, factors, levels, std::move(entries)),
                {*rc::gen::inRange(0, runs - 1), *rc::gen::inRange(0, factors)},
                *rc::gen::elementOf(std::vector<Criterion>(std::begin(kAll), std::end(kAll))),
                *rc::gen::inRange(1, 16)};
  });
}

Design exchanged(const Design& design, int column, int i, int k) {
  std::vector<int> entries;
  for (int r = 0; r < design.runs(); ++r) {
    for (int j = 0; j < design.factors(); ++j) {
      const int from = j != column ? r : r == i ? k : r == k ? i : r;
      entries.push_back(design(from, j));
    }
  }
  return Design(design.runs(), design.factors(), design.levels(), std::move(entries));
}

double value_of(const Design& design, const Case& c) {
  return criterion_value(design.points(), c.criterion, c.phi_power);
}

bool agree(double a, double b) {
  return a == b || std::abs(a - b) <= 1e-11 * std::max({1.0, std::abs(a), std::abs(b)});
}

// The energy of a design, computed by a landscape that knows nothing else.
double fresh_energy(const Design& design, const Case& c) {
  return make_landscape(design, c.frozen, c.criterion, c.phi_power)->energy();
}

RC_GTEST_PROP(Landscape, EveryExchangeCostsWhatAFullEvaluationSays, ()) {
  const Case c = *any_case();
  const auto landscape = make_landscape(c.design, c.frozen, c.criterion, c.phi_power);
  Design design = c.design;
  const int free_rows = landscape->free_rows();
  for (int step = 0; step < 8; ++step) {
    const int column = *rc::gen::inRange(c.frozen.factors, design.factors());
    const int a = *rc::gen::inRange(0, free_rows), b = *rc::gen::inRange(0, free_rows);
    const Design next = exchanged(design, column, c.frozen.runs + a, c.frozen.runs + b);
    landscape->visit(column);
    RC_ASSERT(agree(landscape->criterion_after(a, b), value_of(next, c)));
    RC_ASSERT(agree(landscape->energy() + landscape->change(a, b), fresh_energy(next, c)));
    if (*rc::gen::arbitrary<bool>()) {
      landscape->exchange(a, b);
      design = next;
      RC_ASSERT(landscape->design() == design);
      RC_ASSERT(agree(landscape->energy(), fresh_energy(design, c)));
    }
  }
}

RC_GTEST_PROP(Landscape, SweepsKeepTheBooks, ()) {
  const Case c = *any_case();
  const auto landscape = make_landscape(c.design, c.frozen, c.criterion, c.phi_power);
  FastBits bits(*rc::gen::arbitrary<std::uint64_t>());
  double lowest = landscape->energy();
  for (int step = 0; step < 6; ++step) {
    landscape->visit(c.frozen.factors + bits.below(c.design.factors() - c.frozen.factors));
    if (step % 3 == 2) {
      landscape->descend(100);
    } else {
      landscape->sweep({.temperature = 0.01 * landscape->energy(), .window = 3, .candidates = 32}, bits);
    }
    if (step == 3) landscape->refresh();
    lowest = std::min(lowest, landscape->energy());
  }
  RC_ASSERT(agree(landscape->energy(), fresh_energy(landscape->design(), c)));
  RC_ASSERT(agree(landscape->best_energy(), fresh_energy(landscape->best(), c)));
  RC_ASSERT(landscape->best_energy() <= lowest + 1e-11 * std::max(1.0, lowest));
  const Design best = landscape->best(), now = landscape->design();
  for (int i = 0; i < c.design.runs(); ++i) {
    for (int j = 0; j < c.design.factors(); ++j) {
      if (i < c.frozen.runs || j < c.frozen.factors)
        RC_ASSERT(now(i, j) == c.design(i, j) && best(i, j) == now(i, j));
    }
  }
  landscape->restore_best();
  RC_ASSERT(landscape->design() == best);
}

// The energy is the criterion itself, where that can be descended.
RC_GTEST_PROP(Landscape, EnergyIsTheCriterionOrOrdersDesignsAsItDoes, ()) {
  const Case c = *any_case();
  const auto landscape = make_landscape(c.design, c.frozen, c.criterion, c.phi_power);
  const double value = value_of(c.design, c);
  if (c.criterion == Criterion::Maximin) {
    // phi_50 lies between 1 / distance and that times the 50th root of the number of pairs.
    if (value > 0.0)
      RC_ASSERT(landscape->energy() * value >= 1.0 - 1e-9 && landscape->energy() * value < 1.1);
  } else if (c.criterion == Criterion::MaxCorrelation) {
    RC_ASSERT(landscape->energy() >= value - 1e-12 && landscape->energy() <= value + value * value + 1e-12);
  } else if (std::isfinite(value)) {
    RC_ASSERT(agree(landscape->energy(), value));
  }
}

TEST(Landscape, ALargeDesignStaysExactOverManyExchanges) {
  const int n = 60;
  std::vector<int> entries;
  for (int i = 0; i < n; ++i) {
    for (int j = 0; j < 5; ++j) entries.push_back((i * (2 * j + 1) * 7 + j) % n + 1);
  }
  for (const Criterion criterion : {Criterion::Cd2, Criterion::Wd2, Criterion::Md2}) {
    const auto landscape = make_landscape(Design(n, 5, n, entries), {}, criterion, 10);
    FastBits bits(5);
    for (int visit = 0; visit < 300; ++visit) {
      landscape->visit(visit % 5);
      landscape->sweep({.temperature = 1e-4, .window = 20, .candidates = 64}, bits);
    }
    const double energy = landscape->energy();
    landscape->refresh();
    EXPECT_TRUE(test::near_rel(energy, landscape->energy(), 1e-10));
    EXPECT_TRUE(test::near_rel(energy, discrepancy(landscape->design().points(), criterion), 1e-10));
  }
}

}  // namespace
}  // namespace hone::designs
