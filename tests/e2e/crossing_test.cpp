// SPDX-License-Identifier: MIT
// Real runs of `hone tune` beside each other in one folder: no trial gets the result of another study's.
#include "tune_fixture.hpp"

namespace hone {
namespace {

constexpr int kTrials = 48;

class CrossingTest : public test::TuneFixture {
 protected:
  // The value is the trial's own x, on a way through the result file that leaves time for others to be there.
  void write_study(const std::string& file, const std::string& name, int seed) {
    test::write_file(dir_.file(file),
                     "name: \"" + name +
                         "\"\n"
                         "parameters: {x: {type: float, low: 0, high: 1}}\n"
                         "sampler: random\nseed: " +
                         std::to_string(seed) + "\nbudget: {trials: " + std::to_string(kTrials) +
                         ", parallel: 4}\n"
                         "command: [\"sh\", \"-c\", 'echo {x} > \"$HONE_RESULT_FILE\"; sleep 0.02']\n");
  }

  void expect_own_values(const std::string& store, const std::string& study) {
    const auto all = trials(store, study);
    ASSERT_EQ(all.size(), static_cast<std::size_t>(kTrials));
    for (const Trial& trial : all) {
      ASSERT_EQ(trial.state, TrialState::Complete) << study << " " << trial.number << ": " << trial.error;
      EXPECT_EQ(trial.values[0], trial.configuration.real("x")) << study << " " << trial.number;
    }
  }

  // Two studies at the same time.
  void expect_apart(const std::string& first, const std::string& first_store, const std::string& second,
                    const std::string& second_store) {
    write_study("one.yaml", first, 1);
    write_study("two.yaml", second, 2);
    const pid_t one = start_tune("one.yaml", first_store);
    const pid_t two = start_tune("two.yaml", second_store);
    expect_success(one);
    expect_success(two);
    expect_own_values(first_store, first);
    expect_own_values(second_store, second);
  }
};

TEST_F(CrossingTest, TwoStoresInOneFolder) { expect_apart("s", "a.db", "s", "b.db"); }

TEST_F(CrossingTest, TwoStudiesWhoseNamesLookAlikeInAPath) { expect_apart("a b", "c.db", "a_b", "c.db"); }

}  // namespace
}  // namespace hone
