// SPDX-License-Identifier: MIT
#include "hone/cli/command.hpp"

#include <gtest/gtest.h>

#include "cli_fixture.hpp"
#include "hone/cli/context.hpp"
#include "hone/cli/exit_code.hpp"
#include "support/data.hpp"

namespace hone::cli {
namespace {

/// A program with one command that remembers what it was given.
class Sample {
 public:
  Sample() {
    Command command = line.root().subcommand("go", "Go somewhere");
    command.argument("PLACE", place, "where to")
        .arguments("NUMBER", numbers, "how far")
        .option("--count,-n", count, "N", "how often", 1, 10)
        .option("--speed", speed, "X", "how fast")
        .list("--tag,-t", tags, "TAG", "labels")
        .choice("--mode", mode, {"walk", "ride"}, "how")
        .flag("--quiet,-q", quiet, "no word")
        .action([](Context&) { return 0; });
    Command group = line.root().subcommand("db", "A group");
    group.subcommand("check", "Check it").action([](Context&) { return 0; });
  }

  /// What is complained about; empty when nothing is.
  std::string complaint(const std::vector<std::string>& arguments) {
    try {
      line.parse(arguments);
      return "";
    } catch (const UsageError& error) {
      return error.what();
    }
  }

  CommandLine line{"prog", "A program"};
  std::string place;
  std::vector<std::string> numbers;
  std::optional<std::int64_t> count;
  std::optional<double> speed;
  std::vector<std::string> tags;
  std::optional<std::string> mode;
  bool quiet = false;
};

TEST(CommandLine, ReadsArgumentsAndOptions) {
  Sample sample;
  EXPECT_EQ(sample.complaint(
                {"go", "home", "-n", "3", "--speed=1e-3", "-t", "a", "--tag", "b", "--mode", "ride", "-q"}),
            "");
  EXPECT_EQ(sample.place, "home");
  EXPECT_EQ(sample.count, 3);
  EXPECT_EQ(sample.speed, 1e-3);
  EXPECT_EQ(sample.tags, (std::vector<std::string>{"a", "b"}));
  EXPECT_EQ(sample.mode, "ride");
  EXPECT_TRUE(sample.quiet);
}

TEST(CommandLine, TakesNegativeNumbersForNumbers) {
  Sample sample;
  EXPECT_EQ(sample.complaint({"go", "home", "-0.5", "-3", "--speed", "-1e-9"}), "");
  EXPECT_EQ(sample.numbers, (std::vector<std::string>{"-0.5", "-3"}));
  EXPECT_EQ(sample.speed, -1e-9);
}

TEST(CommandLine, SuggestsWhatWasMeant) {
  EXPECT_EQ(Sample().complaint({"og"}), "unknown command 'og' (did you mean 'go'?)");
  EXPECT_EQ(Sample().complaint({"db", "chekc"}), "unknown command 'chekc' (did you mean 'check'?)");
  EXPECT_EQ(Sample().complaint({"go", "--coutn", "3"}), "unknown option '--coutn' (did you mean '--count'?)");
  EXPECT_EQ(Sample().complaint({"go", "home", "--mode", "rid"}),
            "option '--mode' takes walk, ride, not 'rid' (did you mean 'ride'?)");
}

TEST(CommandLine, SaysWhatIsMissingOrWrong) {
  EXPECT_EQ(Sample().complaint({"go"}), "missing argument PLACE: where to");
  EXPECT_EQ(Sample().complaint({"db"}), "'prog db' needs one of: check");
  EXPECT_EQ(Sample().complaint({"db", "check", "more"}), "unexpected argument 'more'");
  EXPECT_EQ(Sample().complaint({"db", "check", "-x"}), "unknown option '-x'");
  EXPECT_EQ(Sample().complaint({"go", "home", "-n", "x"}),
            "option '--count' takes a whole number of at least 1 and at most 10, not 'x'");
  EXPECT_EQ(Sample().complaint({"go", "home", "-n", "11"}),
            "option '--count' takes a whole number of at least 1 and at most 10, not '11'");
  EXPECT_EQ(Sample().complaint({"go", "home", "--speed", "fast"}),
            "option '--speed' takes a number, not 'fast'");
}

TEST(CommandLine, HelpGoesBeforeComplaints) {
  Sample sample;
  const auto parsed = sample.line.parse({"go", "--nonsense", "--help"});
  ASSERT_TRUE(parsed.help);
  EXPECT_EQ(parsed.help->path, "prog go");
}

TEST(CommandLine, DescribesItself) {
  const CommandInfo info = Sample().line.describe();
  ASSERT_EQ(info.commands.size(), 2u);
  const CommandInfo& go = info.commands[0];
  EXPECT_EQ(go.options[0].names, std::vector<std::string>{"PLACE"});
  EXPECT_TRUE(go.options[0].required);
  EXPECT_EQ(go.options[2].names, (std::vector<std::string>{"-n", "--count"}));
  EXPECT_EQ(go.options[2].placeholder, "N");
  EXPECT_EQ(go.options[5].choices, (std::vector<std::string>{"walk", "ride"}));
  EXPECT_TRUE(go.options[6].placeholder.empty()) << "a flag takes nothing";
}

TEST(ExitCode, MapsEveryError) {
  EXPECT_EQ(exit_code(ErrorCode::InvalidSpace), 3);
  EXPECT_EQ(exit_code(ErrorCode::NotFound), 4);
  EXPECT_EQ(exit_code(ErrorCode::StorageBusy), 5);
  EXPECT_EQ(exit_code(ErrorCode::LeaseLost), 6);
  EXPECT_EQ(exit_code(ErrorCode::Internal), 1);
}

class Usage : public test::CliTest {};

TEST_F(Usage, MistypedCommandsEndWithCodeTwoAndAHint) {
  const test::Ran ran = run({"tuen", "study.yaml"});
  EXPECT_EQ(ran.code, 2);
  EXPECT_EQ(ran.err,
            "hone: unknown command 'tuen' (did you mean 'tune'?)\n'hone help --all' lists the commands\n");
  EXPECT_EQ(ran.out, "");
}

TEST_F(Usage, TranslatesTheWordsOfOtherTools) {
  const test::Ran ran = run({"resume", "study.yaml"});
  EXPECT_EQ(ran.code, 2);
  EXPECT_EQ(ran.err,
            "hone: there is no command 'resume'\n'hone tune STUDY' resumes a study where it stopped\n");
  for (const char* word : {"list", "status", "run", "kill", "create"})
    EXPECT_NE(run({word}).err.find(std::string("there is no command '") + word + "'"), std::string::npos)
        << word;
}

TEST_F(Usage, WithoutArgumentsShowsTheHelp) {
  const test::Ran ran = run({});
  EXPECT_EQ(ran.code, 2);
  EXPECT_EQ(ran.out, output({"--help"}));
  EXPECT_EQ(ran.out, output({"help"}));
}

TEST_F(Usage, TopLevelHelpIsAsItShouldBe) {
  EXPECT_EQ(output({"--help"}), read(hone::test::data("cli/help.txt").string()));
  const std::string all = read(hone::test::data("cli/help-all.txt").string());
  for (const std::vector<std::string>& words : std::vector<std::vector<std::string>>{
           {"help", "--all"}, {"--help-all"}, {"--help", "--all"}, {"--all", "-h"}}) {
    EXPECT_EQ(output(words), all) << words[0];
  }
}

TEST_F(Usage, TheHelpOfACommandKnowsNoShorterOne) {
  EXPECT_EQ(output({"tune", "--help-all"}), output({"tune", "--help"}));
  EXPECT_EQ(output({"help", "db", "--all"}), output({"db", "--help"}));
}

TEST_F(Usage, TranslatesTheWordsOfOtherToolsForChoices) {
  const test::Ran kind = run({"plot", "study.yaml", "-k", "pareto"});
  EXPECT_EQ(kind.code, 2);
  EXPECT_HAS(kind.err, "not 'pareto' (here it is called 'front')\n");
  EXPECT_HAS(run({"retry", "svm", "--state", "error"}).err, "not 'error' (here it is called 'failed')\n");
  EXPECT_HAS(run({"retry", "svm", "--state", "done"}).err, "not 'done'\n") << "which is not to be had here";
}

TEST_F(Usage, EveryCommandHasHelpWithAnExample) {
  for (const char* name :
       {"init",       "check",   "retry",  "amend",  "tune",      "ask",     "tell",       "enqueue",
        "stdio",      "show",    "best",   "trials", "plot",      "report",  "importance", "export",
        "import",     "studies", "delete", "design", "samplers",  "methods", "pruners",    "schema",
        "completion", "serve",   "worker", "token",  "dashboard", "stop",    "call"}) {
    const std::string help = output({name, "--help"});
    EXPECT_HAS(help, "Usage");
    EXPECT_HAS(help, "Examples") << name;
    EXPECT_EQ(help, output({"help", name}));
  }
  EXPECT_HAS(output({"db", "backup", "--help"}), "hone db backup FILE");
}

TEST_F(Usage, ErrorsAreJsonWhereJsonWasAskedFor) {
  const test::Ran ran = run({"show", "nothing", "--json"});
  EXPECT_EQ(ran.code, 4);
  EXPECT_EQ(ran.err.rfind("{\"error\":{\"code\":\"not_found\",", 0), 0u) << ran.err;
}

TEST_F(Usage, ColoursAppearOnlyOnATerminal) {
  EXPECT_EQ(output({"--help"}).find('\x1b'), std::string::npos);
  environment_.output_is_terminal = true;
  EXPECT_NE(output({"--help"}).find('\x1b'), std::string::npos);
  environment_.variables["NO_COLOR"] = "1";
  EXPECT_EQ(output({"--help"}).find('\x1b'), std::string::npos);
}

TEST_F(Usage, PrintsItsVersion) {
  EXPECT_EQ(output({"version"}).rfind("hone ", 0), 0u);
  EXPECT_EQ(output({"--version"}), output({"version"}));
  EXPECT_HAS(output({"version", "--json"}), "\"version\"");
}

}  // namespace
}  // namespace hone::cli
