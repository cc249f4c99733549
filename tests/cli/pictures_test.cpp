// SPDX-License-Identifier: MIT
// hone plot in all its kinds, and hone report.
#include <gtest/gtest.h>

#include "cli_fixture.hpp"

namespace hone::cli {
namespace {

class Pictures : public test::CliTest {
 protected:
  void SetUp() override {
    CliTest::SetUp();
    write_study("sampler: random\n");
  }

  void tell(int count, const std::string& name = "study.yaml") {
    for (int i = 0; i < count; ++i) {
      output({"ask", name});
      output({"tell", name, std::to_string(i), std::to_string(0.1 * ((i * 7) % 11))});
    }
  }

  void write_two(const std::string& file = "two.yaml") {
    write(file,
          "name: two\n"
          "objectives:\n"
          "  - {name: loss, direction: minimize}\n"
          "  - {name: speed, direction: maximize}\n"
          "parameters:\n"
          "  x: {type: float, low: 0, high: 1}\n"
          "sampler: random\n");
  }

  void tell_two(int count) {
    write_two();
    for (int i = 0; i < count; ++i) {
      output({"ask", "two.yaml"});
      output({"tell", "two.yaml", std::to_string(i), std::to_string(i % 3), std::to_string(i % 4)});
    }
  }
};

TEST_F(Pictures, EveryKindThatHasDataIsDrawn) {
  tell(14);
  for (const char* kind :
       {"all", "history", "slices", "parallel", "contour", "rank", "timeline", "edf", "importance"}) {
    EXPECT_NE(output({"plot", "svm", "-k", kind}), "") << kind;
    EXPECT_EQ(output({"plot", "svm", "-k", kind, "-o", "p.svg"}), "wrote p.svg\n") << kind;
    const std::string svg = read("p.svg");
    EXPECT_TRUE(svg.starts_with("<svg ")) << kind;
    EXPECT_EQ(svg.find("nan"), std::string::npos) << kind;
  }
  EXPECT_HAS(output({"plot", "svm", "-k", "contour", "-p", "C", "-p", "kernel"}), "predicted loss");
}

TEST_F(Pictures, TheHypervolumeIsOfTwoOrThreeObjectives) {
  tell_two(14);
  EXPECT_HAS(output({"plot", "two", "-k", "hypervolume"}), "dominated hypervolume");
  tell(3);
  EXPECT_HAS(run({"plot", "svm", "-k", "hypervolume"}).err,
             "the hypervolume is measured of two or three objectives, and 'svm' has 1");
}

TEST_F(Pictures, WhatWasAttainedIsOfTwoObjectives) {
  tell_two(14);
  EXPECT_HAS(output({"plot", "two", "-k", "attainment"}), "after 14 trials");
  EXPECT_HAS(output({"plot", "two", "-k", "attainment", "--with", "two"}), "at least half of them");
  tell(3);
  EXPECT_HAS(run({"plot", "svm", "-k", "attainment"}).err, "is drawn of two objectives, and 'svm' has 1");
  EXPECT_HAS(run({"plot", "two", "-k", "attainment", "--with", "svm"}).err,
             "'svm' has not the objectives loss and speed");
}

TEST_F(Pictures, OfImportanceSayForWhichOfSeveralObjectives) {
  tell_two(14);
  const std::string second = run({"plot", "two", "-k", "importance", "--objective", "speed"}).out;
  EXPECT_HAS(output({"plot", "two", "-k", "importance"}), "importance for loss") << second;
  EXPECT_HAS(second, "importance for speed");
}

TEST_F(Pictures, OfAReportThatCannotBeDrawnGiveTheirReasonInTheirPlace) {
  tell(3);
  const std::string why = run({"importance", "svm"}).err;
  EXPECT_HAS(why, "importance");
  output({"report", "svm", "-o", "s.html"});
  const std::string page = read("s.html");
  EXPECT_HAS(
      page,
      "<section class=\"card\" id=\"importance\">\n<h2>Importance of parameters</h2>\n<p class=\"hint\">");
  EXPECT_HAS(page, "id=\"contour\"");
}

TEST_F(Pictures, WhatCannotBeDrawnSaysWhyAndWhatToDo) {
  output({"ask", "study.yaml"});
  const auto message = [&](const std::vector<std::string>& arguments, int code = 4) {
    const test::Ran ran = run(arguments);
    EXPECT_EQ(ran.code, code) << ran.out << ran.err;
    return ran.err;
  };
  EXPECT_HAS(message({"plot", "svm", "-k", "curves"}),
             "reported a value on its way; tell values while a trial runs");
  EXPECT_HAS(message({"plot", "svm", "-k", "parallel"}), "is complete yet, so there is nothing to draw");
  EXPECT_HAS(message({"plot", "svm", "-k", "edf"}), "is complete yet");
  output({"tell", "study.yaml", "0", "1"});
  EXPECT_HAS(message({"plot", "svm", "-k", "front"}), "has one objective, so there is no Pareto front");
  EXPECT_HAS(message({"plot", "svm", "-k", "contour"}, 3), "there is no model of 'svm'");
  EXPECT_HAS(message({"plot", "svm", "-k", "contour", "-p", "C"}, 3),
             "a contour is of two parameters, not of 1");
  EXPECT_HAS(message({"plot", "svm", "--objective", "los"}), "did you mean 'loss'?");
  EXPECT_HAS(message({"plot", "svm", "-k", "history", "--with", "svm"}, 2), "--with compares studies");
}

TEST_F(Pictures, PngNamesTheToolThatMakesIt) {
  tell(2);
  const test::Ran png = run({"plot", "svm", "-o", "p.png"});
  EXPECT_EQ(png.code, 2);
  EXPECT_HAS(png.err, "write -o p.svg and convert it: rsvg-convert p.svg -o p.png");
  EXPECT_HAS(run({"plot", "svm", "-o", "p.pdf"}).err, "rsvg-convert -f pdf p.svg -o p.pdf");
  EXPECT_HAS(run({"plot", "svm", "-o", "p.txt"}).err, "name the file .svg");
}

TEST_F(Pictures, StudiesAreComparedByTheirDistributions) {
  tell(4);
  write("other.yaml",
        "name: other\nobjective: {name: loss, direction: minimize}\nparameters:\n  x: {type: float, low: 0, "
        "high: 1}\nsampler: random\n");
  tell(3, "other.yaml");
  EXPECT_HAS(output({"plot", "svm", "--with", "other"}), "other (3)");
  write("up.yaml",
        "name: up\nobjective: {name: loss, direction: maximize}\nparameters:\n  x: {type: float, low: 0, "
        "high: 1}\nsampler: random\n");
  tell(1, "up.yaml");
  const test::Ran ran = run({"plot", "svm", "--with", "up"});
  EXPECT_EQ(ran.code, 3);
  EXPECT_HAS(ran.err, "'up' has to maximize loss, and 'svm' to minimize it");
}

TEST_F(Pictures, AReportIsOnePage) {
  tell(14);
  EXPECT_EQ(output({"report", "svm", "-o", "s.html"}), "wrote s.html\n");
  const std::string page = read("s.html");
  EXPECT_TRUE(page.starts_with("<!DOCTYPE html>"));
  for (const char* id :
       {"best", "state", "history", "slices", "parallel", "contour", "timeline", "diagnosis", "trials"})
    EXPECT_HAS(page, std::string("<section class=\"card\" id=\"") + id + "\"") << id;
  output({"report", "svm", "--no-model"});
  EXPECT_EQ(read("report.html").find("id=\"diagnosis\""), std::string::npos);
  EXPECT_EQ(run({"report", "svm", "-o", "s.pdf"}).code, 2);
  EXPECT_HAS(run({"report", "svm", "--live", "-o", "s.html"}).err, "a live report is served, not written");
  EXPECT_HAS(run({"report", "svm", "--port", "0"}).err, "add --live");
  EXPECT_EQ(run({"report", "nosuch", "--live"}).code, 4);
  EXPECT_HAS(output({"report", "svm", "-o", "s.html", "--json"}), "\"file\": \"s.html\"");
}

TEST_F(Pictures, AReportHasTheCommandOfTheBestTrial) {
  write("run.yaml",
        "name: \"</script><b>\"\nobjective: {name: loss, direction: minimize}\n"
        "parameters:\n  x: {type: int, low: 7, high: 7}\n  y: {type: float, low: 0, high: 1}\nsampler: "
        "random\nbudget: {trials: 2}\n"
        "command: [sh, -c, 'echo 0.5 # it is', '--x={x}']\n");
  output({"tune", "run.yaml"});
  output({"report", "run.yaml", "-o", "r.html"});
  const std::string page = read("r.html");
  EXPECT_HAS(page, "sh -c &#39;echo 0.5 # it is&#39; --x=7</pre>");
  EXPECT_HAS(page, "<h1>&lt;/script&gt;&lt;b&gt;</h1>");
  EXPECT_HAS(run({"plot", "run.yaml", "-k", "curves"}).err,
             "append lines of STEP VALUE to the file named by HONE_REPORT_FILE");
}

TEST_F(Pictures, AWorkerIsRecommendedOnlyWhatWorkersHave) {
  write("worker.sh",
        "while read -r line; do\n"
        "  id=${line#*hone_trial_id\\\":\\\"}\n"
        "  echo \"{\\\"hone_trial_id\\\":\\\"${id%%\\\"*}\\\",\\\"loss\\\":0.5}\"\ndone\n");
  write("run.yaml",
        "name: w\nobjective: {name: loss, direction: minimize}\nmode: worker\n"
        "parameters:\n  y: {type: float, low: 0, high: 1}\nsampler: random\nbudget: {trials: 2}\n"
        "command: [sh, worker.sh]\n");
  output({"tune", "run.yaml"});
  output({"report", "w", "-o", "w.html"});
  EXPECT_EQ(read("w.html").find("class=\"command\""), std::string::npos)
      << "no line for a shell runs the trial of a worker";
  const std::string said = run({"plot", "w", "-k", "curves"}).err;
  EXPECT_HAS(said, "let the worker answer with \"report\": {\"step\": STEP, \"value\": VALUE}");
  EXPECT_EQ(said.find("HONE_REPORT_FILE"), std::string::npos);
  tell(1);
  EXPECT_HAS(run({"plot", "svm", "-k", "curves"}).err, "trial.report(value, step) in Python");
}

TEST_F(Pictures, SeveralObjectivesAreTables) {
  tell_two(12);
  const std::string best = output({"best", "two"});
  EXPECT_HAS(best, "1 Pareto-optimal trial; hypervolume ");
  EXPECT_HAS(best, "trial  loss  speed");
  EXPECT_HAS(output({"show", "two"}), "1 Pareto-optimal trial; hypervolume ");
  EXPECT_HAS(output({"plot", "two", "-k", "front"}), "Pareto-optimal");
  EXPECT_EQ(output({"plot", "two", "-k", "slices", "--json"}).find("\"charts\": 2") == std::string::npos,
            false);
  const std::string first =
      output({"trials", "two", "--sort", "best:speed", "-n", "1", "--columns", "speed"});
  EXPECT_HAS(first, "3");
  EXPECT_HAS(run({"trials", "two", "--sort", "best:sped"}).err, "did you mean 'speed'?");
}

TEST_F(Pictures, HintsHaveAsManyValuesAsObjectives) {
  write_two();
  EXPECT_HAS(run({"ask", "two.yaml"}).err, "hone tell two.yaml 0 LOSS SPEED");
  EXPECT_HAS(run({"ask", "study.yaml"}).err, "hone tell study.yaml 0 VALUE");
}

TEST_F(Pictures, TuneEndsWithTheParetoOptimalTrials) {
  write_two("t.yaml");
  write("t.yaml",
        read("t.yaml") +
            "budget: {trials: 3}\ncommand: [sh, -c, 'echo \"{{\\\"loss\\\": {x}, \\\"speed\\\": {x}}}\"']\n");
  const test::Ran ran = run({"tune", "t.yaml"});
  EXPECT_EQ(ran.code, 0) << ran.out << ran.err;
  EXPECT_HAS(ran.out, "3 Pareto-optimal trials; hypervolume ");
  EXPECT_HAS(ran.out, "trial");
}

TEST_F(Pictures, GoToStandardOutputWhenTheFileIsAMinus) {
  tell(3);
  EXPECT_HAS(output({"plot", "study.yaml", "-o", "-"}), "<svg");
  EXPECT_HAS(output({"report", "study.yaml", "-o", "-", "--no-model"}), "<html");
  EXPECT_FALSE(std::filesystem::exists("-"));
}

}  // namespace
}  // namespace hone::cli
