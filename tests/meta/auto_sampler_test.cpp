// SPDX-License-Identifier: MIT
#include "hone/meta/auto_sampler.hpp"

#include <gtest/gtest.h>

#include <thread>

#include "hone/meta/proposer.hpp"
#include "hone/samplers/random.hpp"
#include "hone/samplers/sobol.hpp"
#include "hone/samplers/tpe.hpp"
#include "hone/transfer/hebo_with_sources.hpp"
#include "support/drive.hpp"

namespace hone::meta {
namespace {

Space plane() { return Space({real("x", -1, 2), real("y", -1, 2)}); }

Study study_of(std::optional<std::int64_t> planned, int parallel = 1) {
  Study study{.space = plane(), .sampler = {"auto"}, .seed = 5};
  study.plan.budget.trials = planned;
  study.plan.budget.parallel = parallel;
  return study;
}

Study named(Study study, const std::string& sampler) {
  study.sampler = {sampler};
  return study;
}

std::string proposer(const Proposal& proposal) {
  return noted_proposer(proposal.notes).value_or(Verdict{}).sampler;
}

/// As many finished trials as are wanted, without asking anybody.
std::vector<Trial> history_of(const Space& space, std::int64_t count) {
  Rng rng(11);
  std::vector<Trial> trials;
  for (std::int64_t n = 0; n < count; ++n) {
    const Configuration c = space.configuration({rng.uniform(-1, 2), rng.uniform(-1, 2)});
    trials.push_back(test::finish(n, {c}, TrialState::Complete, test::bowl(c)));
  }
  return trials;
}

std::vector<SourceStudy> sources_in(const Space& space) {
  samplers::Random random({.space = space, .sampler = {"random"}});
  return {{"old", space, {Objective{}}, test::drive(random, 15, 15, 3)}};
}

/// The configurations of two answers, and the notes of the second without who proposed.
void expect_delegated(const std::vector<Proposal>& answer, const std::vector<Proposal>& expected) {
  ASSERT_EQ(answer.size(), expected.size());
  for (std::size_t i = 0; i < answer.size(); ++i) {
    EXPECT_EQ(answer[i].configuration, expected[i].configuration);
    Notes notes = answer[i].notes;
    EXPECT_EQ(notes.erase(kProposerNote), 1U);
    EXPECT_EQ(notes.erase("sampler.reason"), i == 0 ? 1U : 0U);
    EXPECT_EQ(notes, expected[i].notes);
  }
}

void expect_same(const std::vector<Proposal>& answer, const std::vector<Proposal>& expected) {
  ASSERT_EQ(answer.size(), expected.size());
  for (std::size_t i = 0; i < answer.size(); ++i) {
    EXPECT_EQ(answer[i].configuration, expected[i].configuration);
    EXPECT_EQ(answer[i].notes, expected[i].notes);
  }
}

TEST(Auto, ProposesWhatHeboWouldOneByOne) {
  const Study study = study_of(30);
  Auto chooses(study);
  transfer::HeboWithSources hebo(named(study, "hebo"));
  const auto trials = history_of(study.space, 12);
  chooses.tell(trials);
  hebo.tell(trials);
  const AskRequest request{.count = 2, .seed = 3};
  expect_delegated(chooses.ask(request), hebo.ask(request));
}

TEST(Auto, ProposesASobolSequenceForASingleBatch) {
  const Study study = study_of(40);
  const samplers::Sobol sobol(named(study, "sobol"));
  const AskRequest request{.count = 40, .seed = 3};
  const auto answer = Auto(study).ask(request);
  expect_delegated(answer, sobol.ask(request));
  for (const Proposal& proposal : answer) EXPECT_EQ(proposer(proposal), "sobol");
}

// The plan says how many run at a time, whoever asks for them one by one.
TEST(Auto, CoversTheSpaceForAsManyWorkersAsTrials) {
  const Study study = study_of(12, 12);
  const Auto chooses(study);
  const auto at_once = chooses.ask({.count = 12});
  std::vector<Trial> running;
  for (std::int64_t n = 0; n < 12; ++n) {
    const auto answer = chooses.ask({.running = running, .seed = static_cast<std::uint64_t>(n)});
    ASSERT_EQ(answer.size(), 1U);
    EXPECT_EQ(proposer(answer[0]), "sobol");
    EXPECT_EQ(answer[0].configuration, at_once[static_cast<std::size_t>(n)].configuration);
    running.push_back(test::finish(n, answer[0], TrialState::Running, 0.0));
  }
}

TEST(Auto, HandsOverFromTheSequenceToAModel) {
  Auto chooses(study_of(20));
  const auto first = test::drive(chooses, 20, 20);
  transfer::HeboWithSources hebo(named(study_of(20), "hebo"));
  hebo.tell(first);
  const AskRequest request{.count = 3, .seed = 8};
  expect_delegated(chooses.ask(request), hebo.ask(request));
}

TEST(Auto, HandsOverToTpeAfterThousandsOfTrials) {
  const Study study = study_of(20000);
  const auto trials = history_of(study.space, kModelTrials);
  Auto chooses(study);
  const auto all_but_one = std::span(trials).first(trials.size() - 1);
  chooses.tell(all_but_one);
  EXPECT_EQ(proposer(chooses.ask({.seed = 1}).at(0)), "hebo");
  chooses.tell(std::span(trials).last(1));
  samplers::Tpe tpe(named(study, "tpe"));
  tpe.tell(trials);
  const AskRequest request{.count = 2, .seed = 8};
  expect_delegated(chooses.ask(request), tpe.ask(request));
}

TEST(Auto, LearnsFromSourcesThatMatch) {
  const Study study = study_of(30);
  const auto sources = sources_in(study.space);
  const Study other = named(study, "hebo");
  transfer::HeboWithSources hebo({other, sources});
  Auto chooses({study, sources});
  const AskRequest request{.count = 4, .seed = 3};
  const auto answer = chooses.ask(request);
  expect_delegated(answer, hebo.ask(request));
  EXPECT_EQ(noted_proposer(answer[0].notes)->reason, "an earlier study matches");
}

TEST(Auto, PreparesWhatItsMemberWouldPrepare) {
  const Study study = study_of(30);
  const auto sources = sources_in(study.space);
  const Study other = named(study, "hebo");
  const auto drafts = Auto::prepare({study, sources});
  const auto expected = transfer::HeboWithSources::prepare({other, sources});
  ASSERT_EQ(drafts.size(), 1U);
  ASSERT_EQ(expected.size(), 1U);
  EXPECT_EQ(drafts[0].name, expected[0].name);
}

TEST(Auto, IgnoresSourcesThatDoNotMatch) {
  const Study study = study_of(40);
  const auto sources = sources_in(Space({real("other", 0, 1)}));
  const AskRequest request{.count = 40, .seed = 3};
  expect_same(Auto({study, sources}).ask(request), Auto(study).ask(request));
}

TEST(Auto, GoesOnTheSameAfterARestart) {
  const Study study = study_of(20);
  Auto lived(study);
  const auto trials = test::drive(lived, 32, 4);
  Auto resumed(study);
  resumed.ask({.count = 20});  // what another member was asked leaves nothing behind
  for (std::size_t i = trials.size(); i-- > 0;) {
    resumed.tell(std::span(trials).subspan(i, 1));
    if (i % 10 == 0) resumed.ask({.seed = 1});
  }
  const AskRequest request{.count = 3, .seed = 77};
  expect_same(resumed.ask(request), lived.ask(request));
}

TEST(Auto, AnswersThreadsThatNeedDifferentMembers) {
  const Study study = study_of(30, 30);
  const auto all = history_of(study.space, 30);
  const auto trials = std::span(all).first(10), running = std::span(all).last(20);
  const auto told = [&] {
    auto sampler = std::make_unique<Auto>(study);
    sampler->tell(trials);
    return sampler;
  };
  const AskRequest requests[] = {
      {.count = 1, .seed = 1}, {.count = 5, .running = running, .seed = 2}, {.count = 2, .seed = 3}};
  const auto shared = told();
  std::vector<std::vector<Proposal>> answers(3);
  std::vector<std::thread> threads;
  for (std::size_t i = 0; i < 3; ++i) threads.emplace_back([&, i] { answers[i] = shared->ask(requests[i]); });
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(proposer(answers[0].at(0)), "sobol");
  EXPECT_EQ(proposer(answers[1].at(0)), "hebo");
  for (std::size_t i = 0; i < 3; ++i) expect_same(answers[i], told()->ask(requests[i]));
}

TEST(Auto, AnswersAnAskForAThousand) {
  for (const std::optional<std::int64_t> planned : {std::optional<std::int64_t>(), {1000}}) {
    Auto chooses(study_of(planned));
    if (!planned) chooses.tell(history_of(plane(), 30));
    const auto answer = chooses.ask({.count = 1000, .seed = 4});
    ASSERT_EQ(answer.size(), 1000U);
    for (const Proposal& proposal : answer) EXPECT_EQ(proposer(proposal), planned ? "sobol" : "hebo");
  }
}

TEST(Auto, SaysWhyInOneLine) {
  const auto answer = Auto(study_of(40)).ask({.count = 40});
  EXPECT_EQ(verdict_text(*noted_proposer(answer[0].notes)),
            "auto: sobol, because all 40 trials are under way before one can tell anything");
  EXPECT_EQ(noted_proposer(answer[1].notes)->reason, "");
  EXPECT_FALSE(noted_proposer({{"stage", std::int64_t{1}}}));
}

}  // namespace
}  // namespace hone::meta
