// SPDX-License-Identifier: MIT
// What every sampler of the catalog promises, whatever its method.
#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <string>
#include <thread>
#include <unordered_set>

#include "hone/base/error.hpp"
#include "hone/catalog/samplers.hpp"
#include "hone/samplers/random.hpp"
#include "support/drive.hpp"

namespace hone {
namespace {

Space mixed_space() {
  return Space({real("x", -5, 10), real("lr", 1e-5, 1, Scale::Log), real("drop", 0.01, 0.99, Scale::Logit),
                Parameter{"step", RealRange(0, 1, Scale::Linear, 0.1)}, integer("n", 1, 64, Scale::Log),
                categorical("kernel", {"rbf", "poly", std::int64_t{3}, 0.5}),
                ordinal("size", {"s", "m", "l"}), boolean("flag"), constant("fixed", "k"),
                when(integer("degree", 2, 5), "kernel", {"poly"}),
                when(boolean("fine"), "degree", {std::int64_t{4}, std::int64_t{5}})});
}

Space cube(int dimensions) {
  std::vector<Parameter> parameters;
  for (int i = 0; i < dimensions; ++i) parameters.push_back(real("x" + std::to_string(i), -1, 1));
  return Space(parameters);
}

/// Two studies of the same space: one resembles what the tests minimise, one is its opposite.
std::vector<SourceStudy> sources_of(const Space& space) {
  std::vector<SourceStudy> sources;
  for (const double sign : {1.0, -1.0}) {
    samplers::Random random({.space = space, .sampler = {"random"}});
    auto trials =
        test::drive(random, 12, 12, 3, [sign](const Configuration& c) { return sign * test::bowl(c); });
    trials[4].state = TrialState::Failed;
    trials[4].values = {};
    sources.push_back({sign > 0 ? "alike" : "opposite", space, {Objective{}}, std::move(trials)});
  }
  return sources;
}

constexpr std::string_view kInformed = "_informed";

/// A sampler by its name; "rgpe_informed" is one that has sources.
class SamplerContract : public testing::TestWithParam<std::string> {
 protected:
  Study study(Space space) const {
    Study made{.space = std::move(space), .sampler = {GetParam()}, .seed = 42, .horizon = 50};
    if (!informed()) return made;
    std::string& name = made.sampler.name;
    name.resize(name.size() - kInformed.size());
    // Of the process of a single study only what is quick; its other variants are those of `gp`.
    const std::set<std::string> others = {"auto", "hebo", "smfo", "ablr", "gc3p"};
    if (name == "malibo" || name == "banner") {
      made.sampler.options = {{"training.epochs", {std::int64_t{3}}}};
    } else if (!others.contains(name)) {
      made.sampler.options = {{"variant", {"plain"}}};
    }
    return made;
  }
  bool informed() const { return GetParam().ends_with(kInformed); }
  std::unique_ptr<Sampler> make(const Study& made) const {
    const auto sources = informed() ? sources_of(made.space) : std::vector<SourceStudy>();
    return catalog::make_sampler({made, sources});
  }
  std::unique_ptr<Sampler> make(const Space& space) const { return make(study(space)); }
};

// Space::admit() is the judge: it checks bounds, steps, conditions, constraints and the pool.
void expect_inside(const Space& space, const Configuration& configuration) {
  std::vector<std::pair<std::string, Value>> values;
  for (std::size_t i = 0; i < configuration.size(); ++i) {
    if (configuration[i]) values.emplace_back(configuration.name(i), *configuration[i]);
  }
  ASSERT_NO_THROW(EXPECT_EQ(space.admit(values), configuration)) << to_text(configuration);
}

TEST_P(SamplerContract, StaysInsideAMixedConditionalSpace) {
  const Space space = mixed_space();
  const auto sampler = make(space);
  for (const Trial& trial : test::drive(*sampler, 60, 8)) expect_inside(space, trial.configuration);
}

TEST_P(SamplerContract, ObeysConstraints) {
  const Space space({real("x", 0, 10), real("y", 0, 10), integer("n", 1, 20)},
                    {"x + y <= 6", "n > x or y < 1"});
  const auto sampler = make(space);
  const auto trials = test::drive(*sampler, 40, 5);
  EXPECT_EQ(trials.size(), 40U);
  for (const Trial& trial : trials) expect_inside(space, trial.configuration);
}

TEST_P(SamplerContract, PicksEachCandidateOfAPoolOnce) {
  std::vector<std::vector<std::pair<std::string, Value>>> rows;
  for (int i = 0; i < 30; ++i)
    rows.push_back({{"a", std::int64_t{i}}, {"b", i * i / 10.0}, {"c", i % 2 ? "u" : "v"}});
  const Space space = Space::from_candidates(rows);
  const auto sampler = make(space);
  std::unordered_set<Configuration> seen;
  for (const Trial& trial : test::drive(*sampler, 30, 4)) {
    expect_inside(space, trial.configuration);
    EXPECT_TRUE(seen.insert(trial.configuration).second);
  }
  EXPECT_EQ(seen.size(), 30U);
}

TEST_P(SamplerContract, AnswersTheSameForTheSameKnowledgeOnAnyThread) {
  const Space space = mixed_space();
  const auto trials = [&] { return test::drive(*make(space), 24, 4); };
  const auto expected = trials();
  std::vector<std::vector<Trial>> answers(4);
  std::vector<std::thread> threads;
  for (auto& answer : answers) threads.emplace_back([&answer, &trials] { answer = trials(); });
  for (std::thread& thread : threads) thread.join();
  for (const auto& answer : answers) EXPECT_EQ(answer, expected);
}

// What core/sampler.hpp promises about threads; tsan looks at it too.
TEST_P(SamplerContract, OneSamplerMayBeAskedFromSeveralThreadsAtOnce) {
  const Space space = mixed_space();
  // Of different sizes, and of a sampler that was not asked before: what it keeps from ask to ask is written.
  const auto answer = [](const Sampler& sampler, int thread) {
    std::vector<Configuration> configurations;
    const AskRequest request{.count = 3 + 20 * thread, .seed = static_cast<std::uint64_t>(thread)};
    for (const Proposal& proposal : sampler.ask(request)) configurations.push_back(proposal.configuration);
    return configurations;
  };
  const auto fresh = [&] {
    auto sampler = make(space);
    test::drive(*sampler, 24, 4);
    return sampler;
  };
  constexpr int kThreads = 3;
  std::vector<std::vector<Configuration>> expected;
  for (int thread = 0; thread < kThreads; ++thread) expected.push_back(answer(*fresh(), thread));
  const auto sampler = fresh();
  std::vector<std::vector<Configuration>> answers(kThreads);
  std::vector<std::thread> threads;
  for (int thread = 0; thread < kThreads; ++thread)
    threads.emplace_back(
        [&, thread] { answers[static_cast<std::size_t>(thread)] = answer(*sampler, thread); });
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(answers, expected);
}

TEST_P(SamplerContract, WorksWithTwoObjectives) {
  const Space space = mixed_space();
  Study two = study(space);
  two.objectives = {{"cost", Direction::Minimize}, {"speed", Direction::Maximize}};
  const auto run = [&] {
    const auto sampler = make(two);
    std::vector<Trial> trials;
    for (int batch = 0; batch < 8; ++batch) {
      const auto next = std::ssize(trials);
      for (const Proposal& proposal :
           sampler->ask({.count = 5, .seed = mix_seed(9, static_cast<std::uint64_t>(next))})) {
        const auto number = std::ssize(trials);
        Trial trial =
            test::finish(number, proposal, number % 7 == 3 ? TrialState::Failed : TrialState::Complete,
                         test::bowl(proposal.configuration));
        if (trial.state == TrialState::Complete) trial.values.push_back(proposal.configuration.real("x"));
        trials.push_back(std::move(trial));
      }
      sampler->tell(std::span(trials).subspan(static_cast<std::size_t>(next)));
    }
    return trials;
  };
  const auto trials = run();
  EXPECT_EQ(trials.size(), 40U);
  for (const Trial& trial : trials) expect_inside(space, trial.configuration);
  EXPECT_EQ(run(), trials);
}

TEST_P(SamplerContract, DependsOnTheHistoryNotOnHowItWasTold) {
  const Space space = mixed_space();
  const auto first = make(space);
  const auto trials = test::drive(*first, 25, 1);
  const auto replayed = make(space);
  for (auto trial = trials.rbegin(); trial != trials.rend(); ++trial) replayed->tell({&*trial, 1});
  const auto at_once = make(space);
  at_once->tell(trials);
  const AskRequest request{.count = 3, .seed = 77};
  const auto expected = first->ask(request);
  for (const auto* sampler : {replayed.get(), at_once.get()}) {
    const auto answer = sampler->ask(request);
    ASSERT_EQ(answer.size(), expected.size());
    for (std::size_t i = 0; i < answer.size(); ++i) {
      EXPECT_EQ(answer[i].configuration, expected[i].configuration);
      EXPECT_EQ(answer[i].notes, expected[i].notes);
    }
  }
}

// As the person corrects trials that the sampler knows, so it must answer like one that never knew better.
TEST_P(SamplerContract, ForgetsWhatWasWithdrawnAndLearnsWhatWasCorrected) {
  const Space space = mixed_space();
  const auto told = make(space);
  std::vector<Trial> trials = test::drive(*told, 25, 1);
  told->ask({.count = 1, .seed = 5});
  trials[3].state = TrialState::Deleted;
  trials[11].state = TrialState::Waiting;
  trials[17].values = {trials[17].values[0] - 100.0};
  const std::vector<Trial> corrected = {trials[3], trials[11], trials[17]};
  told->tell(corrected);
  const std::vector<Trial> running = {trials[11]};
  trials.erase(trials.begin() + 11);
  trials.erase(trials.begin() + 3);
  const auto fresh = make(space);
  fresh->tell(trials);
  const AskRequest request{.count = 3, .running = running, .seed = 77};
  const auto expected = fresh->ask(request);
  const auto answer = told->ask(request);
  ASSERT_EQ(answer.size(), expected.size());
  for (std::size_t i = 0; i < answer.size(); ++i) {
    EXPECT_EQ(answer[i].configuration, expected[i].configuration);
    EXPECT_EQ(answer[i].notes, expected[i].notes);
  }
}

TEST_P(SamplerContract, LooksAtRunningTrialsAndNeverRepeatsThem) {
  const Space space({integer("a", 1, 5), boolean("b")});
  const auto sampler = make(space);
  std::vector<Trial> running;
  std::unordered_set<Configuration> seen;
  for (std::int64_t n = 0; n < 10; ++n) {
    const auto proposals = sampler->ask({.running = running, .seed = static_cast<std::uint64_t>(n)});
    ASSERT_EQ(proposals.size(), 1U);
    EXPECT_TRUE(seen.insert(proposals[0].configuration).second) << to_text(proposals[0].configuration);
    running.push_back(test::finish(n, proposals[0], TrialState::Running, 0));
  }
}

TEST_P(SamplerContract, LearnsFromFailedTrialsWithoutRepeatingThem) {
  const Space space({integer("a", 1, 3), categorical("c", {"u", "v"})});
  const auto sampler = make(space);
  const TrialState states[] = {TrialState::Failed, TrialState::TimedOut, TrialState::Infeasible,
                               TrialState::Pruned, TrialState::Complete, TrialState::Failed};
  std::unordered_set<Configuration> seen;
  for (std::int64_t n = 0; n < 6; ++n) {
    const auto proposals = sampler->ask({.seed = static_cast<std::uint64_t>(n)});
    ASSERT_EQ(proposals.size(), 1U);
    EXPECT_TRUE(seen.insert(proposals[0].configuration).second);
    const Trial trial = test::finish(n, proposals[0], states[n], 1.0);
    sampler->tell({&trial, 1});
  }
}

TEST_P(SamplerContract, SurvivesAHistoryOfFailuresOnly) {
  const auto sampler = make(cube(3));
  for (std::int64_t n = 0; n < 30; ++n) {
    const auto proposals = sampler->ask({.seed = static_cast<std::uint64_t>(n)});
    ASSERT_EQ(proposals.size(), 1U);
    const Trial trial = test::finish(n, proposals[0], TrialState::Failed, 0.0);
    sampler->tell({&trial, 1});
  }
}

TEST_P(SamplerContract, SurvivesConstantExtremeAndRepeatedValues) {
  for (const double scale : {0.0, 1e-300, 1e300, -1e18}) {
    const auto sampler = make(cube(2));
    const auto flat = [scale](const Configuration& c) { return scale * (scale == 0.0 ? 1.0 : c.real("x0")); };
    EXPECT_EQ(test::drive(*sampler, 30, 6, 1, flat).size(), 30U);
  }
}

TEST_P(SamplerContract, WorksInOneAndInTwoHundredDimensions) {
  for (const int dimensions : {1, 200}) {
    const Space space = cube(dimensions);
    const auto sampler = make(space);
    for (const Trial& trial : test::drive(*sampler, 10, 5)) expect_inside(space, trial.configuration);
  }
}

TEST_P(SamplerContract, WorksWhenThereIsNothingToChoose) {
  for (const Space& space :
       {Space({categorical("only", {"one"})}), Space({constant("k", 1.0)}), Space({integer("n", 7, 7)})}) {
    const auto sampler = make(space);
    const auto proposals = sampler->ask({});
    ASSERT_EQ(proposals.size(), 1U);
    expect_inside(space, proposals[0].configuration);
    const Trial trial = test::finish(0, proposals[0], TrialState::Complete, 1.0);
    sampler->tell({&trial, 1});
    EXPECT_LE(sampler->ask({}).size(), 1U);
  }
}

TEST_P(SamplerContract, ProposesEveryConfigurationOfASmallSpaceBeforeAnyTwice) {
  const Space space({integer("a", 1, 4), boolean("b"), when(integer("c", 1, 3), "b", {true})});
  const auto sampler = make(space);
  std::unordered_set<Configuration> seen;
  for (const Trial& trial : test::drive(*sampler, 16, 3))
    EXPECT_TRUE(seen.insert(trial.configuration).second);
  EXPECT_EQ(seen.size(), 16U);
}

TEST_P(SamplerContract, AnswersWithAHugeHistory) {
  const Space space = cube(3);
  const auto sampler = make(space);
  Rng rng(5);
  std::vector<Trial> trials(20000);
  for (std::size_t i = 0; i < trials.size(); ++i) {
    const Configuration c = space.configuration({rng.uniform(-1, 1), rng.uniform(-1, 1), rng.uniform(-1, 1)});
    trials[i] = test::finish(static_cast<std::int64_t>(i), {c}, TrialState::Complete, test::bowl(c));
  }
  sampler->tell(trials);
  EXPECT_EQ(sampler->ask({.count = 2, .seed = 3}).size(), 2U);
}

TEST_P(SamplerContract, RefusesUnknownOptions) {
  Study wrong = study(cube(2));
  wrong.sampler.options["no_such_option"] = {true};
  EXPECT_THROW(catalog::make_sampler(wrong), Error);
}

std::vector<std::string> all_names() {
  std::vector<std::string> names;
  for (const auto& info : catalog::samplers()) {
    const std::set<std::string> also_alone = {kDefaultSampler, "malibo", "banner", "auto"};
    if (!info.uses_sources || also_alone.contains(info.name)) names.push_back(info.name);
    if (info.uses_sources) names.push_back(info.name + std::string(kInformed));
  }
  return names;
}

INSTANTIATE_TEST_SUITE_P(Catalog, SamplerContract, testing::ValuesIn(all_names()),
                         [](const auto& test_info) { return test_info.param; });

}  // namespace
}  // namespace hone
