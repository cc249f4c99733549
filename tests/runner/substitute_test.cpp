// SPDX-License-Identifier: MIT
#include "hone/runner/substitute.hpp"

#include <gtest/gtest.h>

namespace hone::runner {
namespace {

using Words = std::vector<std::string>;

std::optional<std::string> lookup(std::string_view name) {
  if (name == "x") return "1.5";
  if (name == "kernel") return "a b$(c)";
  if (name == "empty") return "";
  if (name == "trial") return "12";
  return std::nullopt;  // a parameter that does not exist here
}

Words fill(const Words& command) {
  const Space space({real("x", 0, 1), constant("kernel", std::string("k")),
                     constant("empty", std::string("e")), integer("degree", 2, 5)});
  return fill_arguments(command, space, lookup);
}

TEST(Substitute, PutsValuesInPlaceOfNames) {
  EXPECT_EQ(fill({"prog", "--x", "{x}", "--k={kernel}", "{x}{x}", "plain", ""}),
            (Words{"prog", "--x", "1.5", "--k=a b$(c)", "1.51.5", "plain", ""}));
  EXPECT_EQ(fill({"prog", "{empty}"}), (Words{"prog", ""}));
}

TEST(Substitute, ReadsDoubledBracesAsOne) {
  EXPECT_EQ(fill({"prog", "{{x}}", "{{\"a\": {{\"b\": {x}}}}}", "{{{x}}}"}),
            (Words{"prog", "{x}", "{\"a\": {\"b\": 1.5}}", "{1.5}"}));
}

TEST(Substitute, LeavesOtherBracesAlone) {
  const Words script = {"sh", "-c",
                        "f() { echo '{\"a\": {\"b\": 1}}'; }; awk '{print $1}' ${HOME} {} }} } {"};
  EXPECT_EQ(fill(script), script);
  EXPECT_EQ(fill({"prog", "{\"a\": {\"b\": {x}}}", "{trial}"}),
            (Words{"prog", "{\"a\": {\"b\": 1.5}}", "12"}));
}

TEST(Substitute, LeavesOutWhatDoesNotExist) {
  EXPECT_EQ(fill({"prog", "--degree", "{degree}", "--x", "{x}"}), (Words{"prog", "--x", "1.5"}));
  EXPECT_EQ(fill({"prog", "--degree={degree}", "{x}"}), (Words{"prog", "1.5"}));
  EXPECT_EQ(fill({"prog", "a{degree}b", "-"}), (Words{"prog", "-"}));
}

TEST(Substitute, TakesOnlyTheOptionRightBefore) {
  EXPECT_EQ(fill({"prog", "-v", "--degree", "{degree}"}), (Words{"prog", "-v"}));
  EXPECT_EQ(fill({"prog", "file", "{degree}"}), (Words{"prog", "file"}));
  EXPECT_EQ(fill({"prog", "--mode=fast", "{degree}"}), (Words{"prog", "--mode=fast"}));
  EXPECT_EQ(fill({"prog", "--", "{degree}"}), (Words{"prog", "--"}));
  EXPECT_EQ(fill({"prog", "-d", "{degree}", "{degree}"}), (Words{"prog"}));
  EXPECT_EQ(fill({"prog", "-d", "x{degree}"}), (Words{"prog", "-d"}));
  EXPECT_EQ(fill({"-prog", "{degree}"}), (Words{"-prog"}));
}

class CheckCommand : public ::testing::Test {
 protected:
  std::string problem(const Words& command) const {
    const std::vector<ArgumentProblem> problems = argument_problems(command, &space_);
    return problems.empty() ? "" : problems.front().error.what();
  }

  Space space_{{real("x", 0, 1), categorical("kernel", {std::string("rbf"), std::string("poly")}),
                when(integer("degree", 2, 5), "kernel", {std::string("poly")})}};
};

TEST_F(CheckCommand, AcceptsParametersAndReservedNames) {
  EXPECT_EQ(problem({"prog{x}", "{kernel}", "--d", "{degree}", "{trial}{workdir}{seed}", "{{y}}", "{}",
                     "{\"y\": 1}", "{print $1}"}),
            "");
}

TEST_F(CheckCommand, NamesWhatIsUnknown) {
  EXPECT_EQ(
      problem({"prog", "--k={kernl}"}),
      "command: argument '--k={kernl}' names 'kernl', which is not a parameter (did you mean 'kernel'?); "
      "use a parameter, "
      "{trial}, {workdir} or {seed}, or write {{kernl}} for the text itself");
}

TEST_F(CheckCommand, RefusesWhatCannotBeRun) {
  EXPECT_NE(problem({}).find("no program"), std::string::npos);
  EXPECT_NE(problem({""}).find("no program"), std::string::npos);
  EXPECT_NE(problem({"prog{degree}"}).find("does not always exist"), std::string::npos);
}

}  // namespace
}  // namespace hone::runner
