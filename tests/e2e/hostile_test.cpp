// SPDX-License-Identifier: MIT
// A real run of `hone tune` over hostile programs with honest ones among them: the tuner lives, ends in time,
// and fails nobody else.
#include <chrono>
#include <filesystem>

#include "tune_fixture.hpp"

namespace hone {
namespace {

constexpr const char* kStudy = R"(name: hostile
parameters: {x: {type: float, low: 0, high: 1}}
sampler: random
budget: {trials: 10, parallel: 2, trial_timeout: 10s, grace: 1s}
command:
  - sh
  - -c
  - |
    case $HONE_TRIAL_NUMBER in
    0) exec yes ;;
    1) awk 'BEGIN { for (i = 0; i < 700000; i++) printf "{\"a\":"; for (i = 0; i < 700000; i++) printf "}"; print "" }' ;;
    2) head -c 60000000 /dev/zero | tr '\0' x; echo; echo 2 ;;
    3) trap '' TERM; while :; do kill -STOP $PPID; done ;;
    4) mkfifo $HONE_RESULT_FILE $HONE_REPORT_FILE ;;
    5) head -c 50000 /dev/zero | tr '\0' '['; head -c 50000 /dev/zero | tr '\0' ']'; echo ;;
    6) kill -STOP $PPID; echo 6 ;;
    7) mkdir -p ../9; echo 3 > ../9/result.json; ln -s ../7/params.json ../9/stdout.txt; sleep 0.3; echo 7 ;;
    *) sleep 0.2; echo {x} ;;
    esac
)";

class HostileTest : public test::TuneFixture {};

TEST_F(HostileTest, HarmsNobody) {
  test::write_file(dir_.file("study.yaml"), kStudy);
  const auto begun = std::chrono::steady_clock::now();
  const rusage used = expect_success(start_tune("study.yaml", "a.db"));
  EXPECT_LT(std::chrono::steady_clock::now() - begun, std::chrono::seconds(90));
  EXPECT_LT(used.ru_maxrss, 400'000) << "kilobytes";
  const auto all = trials("a.db", "hostile");
  ASSERT_EQ(all.size(), 10U);
  const std::vector<TrialState> expected = {TrialState::TimedOut, TrialState::Failed,   TrialState::Complete,
                                            TrialState::TimedOut, TrialState::Failed,   TrialState::Failed,
                                            TrialState::Complete, TrialState::Complete, TrialState::Complete,
                                            TrialState::Complete};
  for (std::size_t i = 0; i < all.size(); ++i)
    EXPECT_EQ(all[i].state, expected[i]) << i << ": " << all[i].error;
  EXPECT_EQ(all[2].values, std::vector<double>{2});
  EXPECT_EQ(all[9].values, std::vector<double>{all[9].configuration.real("x")});
  for (const auto& entry : std::filesystem::recursive_directory_iterator(dir_.file(".hone"))) {
    if (!entry.is_regular_file()) continue;
    EXPECT_LT(entry.file_size(), 17'000'000U) << entry.path();
  }
}

}  // namespace
}  // namespace hone
