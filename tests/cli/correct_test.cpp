// SPDX-License-Identifier: MIT
// Failures and the ways back: giving up, retry, amend, delete --trial.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "cli_fixture.hpp"

namespace hone::cli {
namespace {

using Json = nlohmann::ordered_json;

class Correct : public test::CliTest {
 protected:
  /// A study whose script fails until a file named mended is there.
  void write_broken(const std::string& budget = "{trials: 5}") {
    write("train.sh",
          "[ -e mended ] && { echo $1; exit 0; }\n"
          "echo starting >&2\n"
          "echo \"no module named 'nunpy' for $1\" >&2\n"
          "exit 7\n");
    write("broken.yaml",
          "name: broken\nobjective: {name: loss, direction: minimize}\nsampler: random\n"
          "parameters:\n  x: {type: float, low: 0, high: 1}\n"
          "command: [sh, train.sh, \"{x}\", \"two words\"]\nbudget: " +
              budget + "\n");
  }
  void mend() { write("mended", ""); }

  /// A study of three trials told by hand: 0.5, 0.25 and a failure.
  void tell_three() {
    write_study("sampler: random\n");
    output({"ask", "study.yaml", "--count", "3"});
    output({"tell", "svm", "0", "0.5"});
    output({"tell", "svm", "1", "0.25"});
    output({"tell", "svm", "2", "--state", "failed", "--error", "out of memory"});
  }
};

TEST_F(Correct, TuneGivesUpAndShowsWhatWasStarted) {
  write_broken("{trials: 50}");
  const test::Ran ran = run({"tune", "broken.yaml"});
  EXPECT_EQ(ran.code, 1);
  EXPECT_HAS(ran.out, "broken: 3 trials in ");
  EXPECT_HAS(ran.out, "; gave up, as 3 trials in a row failed in the same way and none succeeded\n");
  EXPECT_HAS(ran.out, "why trials failed\n  3 x  exit code 7: no module named 'nunpy' for ");
  EXPECT_HAS(ran.out, "  list them: hone trials broken.yaml --state failed\n");
  EXPECT_HAS(ran.out, "the last failure: trial 2 was started as\n  sh train.sh 0.");
  EXPECT_HAS(ran.out, " 'two words'\n  in ");
  EXPECT_HAS(ran.out, "and ended with\n  exit code 7\n  starting\n  no module named 'nunpy' for ");
  EXPECT_HAS(ran.out, "  all it wrote is in ");
}

TEST_F(Correct, AfterTheProgramIsMendedNothingOfTheBudgetIsLost) {
  write_broken();
  const test::Ran gave_up = run({"tune", "broken.yaml"});
  EXPECT_HAS(gave_up.out,
             "no trial of the study has succeeded. Correct the command or the program,\n"
             "try it with   hone check --run broken.yaml,\n"
             "and then run  hone retry broken.yaml && hone tune broken.yaml\n");
  mend();
  EXPECT_EQ(output({"retry", "broken.yaml"}),
            "3 trials queued again: 0, 1, 2\nnext: hone tune broken.yaml\n");
  EXPECT_EQ(run({"tune", "broken.yaml"}).code, 0);
  EXPECT_HAS(output({"show", "broken"}), "trials      5 (5 complete)");
  EXPECT_HAS(output({"trials", "broken", "--columns", "number,remark", "--where", "number == 0"}),
             "was failed (exit code 7: no module named 'nunpy' for ");
  EXPECT_EQ(output({"retry", "broken"}), "no trial of 'broken' is failed or timed_out\n");
}

TEST_F(Correct, TuneWithNothingLeftButFailuresFails) {
  write_broken("{trials: 2}");
  EXPECT_EQ(run({"tune", "broken.yaml"}).code, 1);
  const test::Ran again = run({"tune", "broken.yaml"});
  EXPECT_EQ(again.code, 1);
  EXPECT_HAS(again.out, "0 trials in ");
  EXPECT_HAS(again.out, "no trial of the study has succeeded");
  EXPECT_HAS(again.out, "the last failure: trial 1 ended with\n  exit code 7\n");
}

TEST_F(Correct, GivingUpCanBeSwitchedOff) {
  write_broken("{trials: 6, give_up_after: never}");
  run({"tune", "broken.yaml"});
  EXPECT_HAS(output({"show", "broken"}), "6 (6 failed)");
  write_broken("{trials: 20, give_up_after: 5}");
  run({"tune", "broken.yaml"});
  EXPECT_HAS(output({"show", "broken"}), "11 (11 failed)");
  write_broken("{trials: 20, give_up_after: soon}");
  EXPECT_HAS(
      run({"tune", "broken.yaml"}).err,
      "broken.yaml:7: budget.give_up_after: this is the text 'soon'; write how many failures in a row are "
      "enough, such as 3, or never");
}

TEST_F(Correct, ProgramsAreToldWhyItGaveUp) {
  write_broken();
  const test::Ran ran = run({"tune", "broken.yaml", "--json"});
  EXPECT_EQ(ran.code, 1);
  const Json json = Json::parse(ran.out);
  EXPECT_EQ(json["reason"], "gave_up");
  EXPECT_EQ(json["failures"][0]["trials"], 3);
  EXPECT_EQ(json["last_failure"]["number"], 2);
  EXPECT_EQ(json["last_failure"]["command"][3], "two words");
  const test::Ran quiet = run({"tune", "broken.yaml", "-q"});
  EXPECT_EQ(quiet.out, "");
}

TEST_F(Correct, ATimeOutIsAReasonToo) {
  write_broken("{trials: 9, trial_timeout: 100ms, grace: 0, give_up_after: 2}");
  write("train.sh", "sleep 20\n");
  const test::Ran ran = run({"tune", "broken.yaml"});
  EXPECT_EQ(ran.code, 1);
  EXPECT_HAS(ran.out, "2 x  stopped after 0.1 seconds");
  EXPECT_HAS(ran.out, "--state timed_out\n");
  EXPECT_HAS(ran.out, "or raise trial_timeout");
  EXPECT_EQ(output({"retry", "broken", "--state", "failed"}), "no trial of 'broken' is failed\n");
  EXPECT_HAS(output({"retry", "broken", "--state", "timed_out"}), "2 trials queued again: 0, 1\n");
}

TEST_F(Correct, GroupsTheFailuresOfAStudyThatWorks) {
  write_broken("{trials: 8}");
  write("train.sh",
        "case $HONE_TRIAL_NUMBER in 1|2|5) echo \"bad x $1\" >&2; exit 1;; 3) exit 9;; esac\necho $1\n");
  const test::Ran ran = run({"tune", "broken.yaml"});
  EXPECT_EQ(ran.code, 0);
  EXPECT_HAS(ran.out, "  3 x  exit code 1: bad x 0.");
  EXPECT_HAS(ran.out, "  1 x  exit code 9\n");
  EXPECT_HAS(ran.out, "best loss 0.");
  EXPECT_HAS(output({"trials", "broken", "--state", "failed"}), "exit code 1: bad x 0.");
}

TEST_F(Correct, AStoppedStudyIsHandedOutByNobody) {
  write_broken("{trials: 4}");
  write("train.sh", "echo $1\n");
  EXPECT_EQ(run({"ask", "broken.yaml"}).code, 0);
  EXPECT_HAS(output({"stop", "broken"}), "broken is stopped");
  EXPECT_HAS(output({"ask", "broken"}), "nothing is handed out: somebody stopped the study\n");
  EXPECT_EQ(Json::parse(output({"ask", "broken", "--json"}))["stopped"], true);
  const test::Ran tuned = run({"tune", "broken.yaml", "--json"});
  EXPECT_EQ(tuned.code, 6) << tuned.err;
  EXPECT_EQ(Json::parse(tuned.out)["reason"], "stopped");
  EXPECT_EQ(Json::parse(output({"show", "broken", "--json"}))["counts"]["total"], 1);
  EXPECT_HAS(output({"stop", "--resume", "broken"}), "broken goes on");
  EXPECT_EQ(run({"tell", "broken", "0", "1"}).code, 0);
  EXPECT_EQ(Json::parse(run({"tune", "broken.yaml", "--json"}).out)["reason"], "trials");
}

TEST_F(Correct, AnyVerbIsCalledByItsName) {
  tell_three();
  EXPECT_HAS(output({"call"}), "amend ");
  EXPECT_EQ(Json::parse(output({"call", "trial", "svm", "number=0"}))["number"], 0);
  EXPECT_EQ(Json::parse(output({"call", "amend", "svm", "number=0", "value=0.125"}))["ok"], true);
  EXPECT_EQ(Json::parse(output({"call", "best", "svm"}))["best"]["value"], 0.125);
  EXPECT_EQ(Json::parse(output({"call", "set_notes", "svm", "text=a note", "tags=[\"a\"]"}))["text"],
            "a note");
  EXPECT_HAS(run({"call", "amnd", "svm"}).err, "there is no verb 'amnd' (did you mean 'amend'?)");
  EXPECT_HAS(run({"call", "trial", "svm"}).err, "the field 'number' is missing");
  EXPECT_HAS(run({"call", "trial", "number=0"}).err, "the study is missing");
  EXPECT_EQ(run({"call", "trial", "gone", "number=0"}).code, 4);
}

TEST_F(Correct, AStudyMayBeCalledAsACommandIs) {
  write("best.yaml", "name: best\nparameters: {x: {type: float, low: 0, high: 1}}\nsampler: random\n");
  EXPECT_EQ(run({"ask", "best.yaml"}).code, 0);
  EXPECT_EQ(output({"tell", "best", "0", "0.5"}), "trial 0 is complete with 0.5\n");
  EXPECT_HAS(output({"show", "best"}), "0.5");
}

TEST_F(Correct, RetriesSingleTrials) {
  tell_three();
  EXPECT_EQ(output({"retry", "svm", "--trial", "2"}), "1 trial queued again: 2\nnext: hone tune svm\n");
  EXPECT_HAS(output({"trials", "svm", "--state", "waiting"}), "2  waiting");
  const test::Ran complete = run({"retry", "svm", "--trial", "0"});
  EXPECT_EQ(complete.code, 3);
  EXPECT_HAS(complete.err,
             "trial 0 is complete and cannot be run again under its number; correct its value with");
  EXPECT_EQ(run({"retry", "svm", "--trial", "9"}).code, 4);
  EXPECT_EQ(run({"retry", "svm", "--trial", "x"}).code, 2);
  EXPECT_EQ(run({"retry", "svm", "--trial", "2", "--state", "failed"}).code, 2);
  EXPECT_EQ(run({"retry", "svm", "--state", "complete"}).code, 2);
}

TEST_F(Correct, AmendsAMistypedValue) {
  tell_three();
  EXPECT_EQ(output({"amend", "svm", "1", "2.5"}),
            "trial 1 is complete with 2.5; it was complete with 0.25; amended to 2.5\n");
  EXPECT_HAS(output({"best", "svm"}), "best loss 0.5 at trial 0");
  EXPECT_HAS(output({"amend", "svm", "2", "-3"}), "it was failed (out of memory); amended to -3");
  EXPECT_HAS(output({"best", "svm"}), "best loss -3 at trial 2");
  EXPECT_EQ(run({"amend", "svm", "1"}).code, 2);
  EXPECT_HAS(run({"amend", "svm", "1", "1", "2"}).err, "there are 2 values for 1 objective");
  EXPECT_HAS(run({"amend", "svm", "1", "one"}).err, "'one' is not a number");
  EXPECT_EQ(run({"amend", "svm", "7", "1"}).code, 4);
  EXPECT_EQ(Json::parse(output({"amend", "svm", "1", "3", "--json"}))["trial"]["remarks"].size(), 2u);
}

TEST_F(Correct, DeletesSingleTrials) {
  tell_three();
  EXPECT_EQ(output({"delete", "svm", "--trial", "1"}),
            "trial 1 of svm is deleted\nlook: hone trials svm --state deleted\n");
  EXPECT_HAS(output({"best", "svm"}), "best loss 0.5 at trial 0");
  EXPECT_HAS(output({"show", "svm"}), "trials      2 (1 complete, 1 failed, 1 deleted)");
  const std::string listed = output({"trials", "svm"});
  EXPECT_EQ(listed.find("deleted"), std::string::npos);
  EXPECT_HAS(output({"trials", "svm", "--state", "deleted"}), "1  deleted");
  EXPECT_EQ(output({"export", "svm"}).find("deleted"), std::string::npos);
  EXPECT_EQ(Json::parse(output({"studies", "--json"}))[0]["trials"], 2);
  EXPECT_HAS(output({"db", "check"}), "is sound");
  EXPECT_EQ(run({"delete", "svm", "--trial", "1"}).code, 3) << "it is already";
  EXPECT_HAS(run({"delete", "svm", "--trial", "1"}).err, "trial 1 is deleted already");
  EXPECT_EQ(Json::parse(output({"delete", "svm", "--trial", "0,2", "--json"}))["deleted_trials"].size(), 2u);
  EXPECT_HAS(output({"show", "svm"}), "0 (3 deleted)");
}

}  // namespace
}  // namespace hone::cli
