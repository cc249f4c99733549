// SPDX-License-Identifier: MIT
// What every sampler of the catalog promises of a study whose space changed: it is told the old trials that
// still fit, as the new space has them and without the notes that were made in the old one.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "hone/catalog/samplers.hpp"
#include "hone/core/space_fit.hpp"
#include "support/drive.hpp"

namespace hone {
namespace {

struct Growth {
  std::string name;
  Space to;
  Removals removed = {};
  std::size_t fewest = 0;  ///< trials that must still fit, so that the case is worth something
};

Parameter with_default(Parameter parameter, Value value) {
  parameter.usual = std::move(value);
  return parameter;
}

Space old_space() {
  return Space({real("x", 0, 1), integer("n", 1, 16), categorical("kind", {"a", "b", "c"}),
                when(real("depth", 0, 1), "kind", {"b"})});
}

std::vector<Growth> growths() {
  const Parameter x = real("x", 0, 1);
  const Parameter n = integer("n", 1, 16);
  const Parameter kind = categorical("kind", {"a", "b", "c"});
  const Parameter depth = when(real("depth", 0, 1), "kind", {"b"});
  return {
      {"widened", Space({real("x", -1, 3), integer("n", 1, 64), kind, depth}), {}, 20},
      {"narrowed", Space({real("x", 0.3, 0.9), n, kind, depth}), {}, 1},
      {"new_parameter", Space({x, with_default(real("extra", 0, 10), 5.0), n, kind, depth}), {}, 20},
      {"lost_choice", Space({x, n, categorical("kind", {"a", "b"}), depth}), {}, 1},
      {"new_choice", Space({x, n, categorical("kind", {"a", "b", "c", "d"}), depth}), {}, 20},
      {"lost_parent", Space({x, n, with_default(real("depth", 0, 1), 0.5)}), {{"kind", {.any = true}}}, 20},
      {"rescaled", Space({real("x", 0.01, 1, Scale::Log), n, kind, depth}), {}, 1},
      {"constrained", Space({x, n, kind, depth}, {"x + n / 16 <= 1"}), {}, 1},
      {"nothing_fits", Space({real("x", 5, 6), n, kind, depth}), {}, 0},
  };
}

class GrownSpaceContract : public testing::TestWithParam<std::string> {
 protected:
  std::unique_ptr<Sampler> make(const Space& space) const {
    const Study study{.space = space, .sampler = {GetParam()}, .seed = 42, .horizon = 60};
    return catalog::make_sampler(study);
  }
};

void expect_point_of(const Space& space, const Configuration& configuration) {
  std::vector<std::pair<std::string, Value>> values;
  for (std::size_t i = 0; i < configuration.size(); ++i) {
    if (configuration[i]) values.emplace_back(configuration.name(i), *configuration[i]);
  }
  ASSERT_NO_THROW(EXPECT_EQ(space.admit(values), configuration)) << to_text(configuration);
}

std::vector<Trial> carried_over(const std::vector<Trial>& old, const Growth& growth) {
  const SpaceFit fit(old_space(), growth.to, growth.removed);
  std::vector<Trial> kept;
  for (Trial trial : old) {
    Fitted fitted = fit(trial.configuration);
    if (!fitted.fits()) continue;
    trial.configuration = std::move(fitted.configuration);
    trial.notes.clear();  // as the driver does
    kept.push_back(std::move(trial));
  }
  return kept;
}

TEST_P(GrownSpaceContract, ProposesInsideTheNewSpaceAndTheSameForTheSameSeed) {
  const std::vector<Trial> old = test::drive(*make(old_space()), 20, 4);
  for (const Growth& growth : growths()) {
    SCOPED_TRACE(growth.name);
    const std::vector<Trial> kept = carried_over(old, growth);
    // A grid begins in a corner, which a narrower space may not have.
    if (GetParam() != "grid") {
      EXPECT_GE(kept.size(), std::min(growth.fewest, old.size()));
    }
    std::vector<std::vector<Configuration>> answers(2);
    for (auto& answer : answers) {
      const auto sampler = make(growth.to);
      sampler->tell(kept);
      // Numbers go on after all old trials, those outside included.
      std::int64_t number = 20;
      for (int round = 0; round < 3; ++round) {
        std::vector<Trial> ended;
        const auto seed = mix_seed(42, static_cast<std::uint64_t>(number));
        for (const Proposal& proposal : sampler->ask({.count = 3, .seed = seed})) {
          expect_point_of(growth.to, proposal.configuration);
          answer.push_back(proposal.configuration);
          ended.push_back(
              test::finish(number++, proposal, TrialState::Complete, test::bowl(proposal.configuration)));
        }
        sampler->tell(ended);
      }
    }
    EXPECT_EQ(answers[0], answers[1]);
    if (GetParam() != "grid") {
      EXPECT_EQ(answers[0].size(), 9U);
    }
  }
}

std::vector<std::string> all_samplers() {
  std::vector<std::string> names;
  for (const catalog::SamplerInfo& info : catalog::samplers()) names.push_back(info.name);
  return names;
}

INSTANTIATE_TEST_SUITE_P(Catalog, GrownSpaceContract, testing::ValuesIn(all_samplers()),
                         [](const auto& named) {
                           std::string name = named.param;
                           for (char& c : name) c = c == '-' ? '_' : c;
                           return name;
                         });

}  // namespace
}  // namespace hone
