// SPDX-License-Identifier: MIT
#include "hone/cli/templates.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>

#include "cli_fixture.hpp"
#include "hone/cli/embedded.hpp"
#include "support/data.hpp"

namespace hone::cli {
namespace {

namespace fs = std::filesystem;
using ListJson = nlohmann::json;

class Templates : public test::CliTest {
 protected:
  /// What the study file's command line is.
  std::vector<std::string> command_of(const std::string& file) {
    const ListJson study = ListJson::parse(output({"check", file, "--json"}));
    return study["study"]["command"];
  }

  static bool holds(const std::vector<std::string>& items, const std::string& item) {
    return std::find(items.begin(), items.end(), item) != items.end();
  }

  std::vector<std::string> files_here() const {
    std::vector<std::string> names;
    for (const auto& entry : fs::directory_iterator(".")) names.push_back(entry.path().filename().string());
    std::sort(names.begin(), names.end());
    return names;
  }
};

/// Every start, by name.
class EveryTemplate : public Templates, public ::testing::WithParamInterface<std::string> {};

TEST_P(EveryTemplate, PassesCheckAndStartsWithPointsOfItsSpace) {
  const std::string file = GetParam() + ".yaml";
  EXPECT_HAS(output({"init", "--for", GetParam()}), "Wrote " + file);
  EXPECT_HAS(output({"check", file}), file + " is valid");
  for (const char* mark : {"@NAME@", "@FILE@", "@INPUT@", "@TABLE@"}) {
    EXPECT_FALSE(test::has(read(file), mark)) << mark << " was not filled in";
  }
  if (GetParam() == "generic") return;
  // The tool's defaults: the first trial is a point that the file names, not one that a sampler chose.
  const ListJson study = ListJson::parse(output({"check", file, "--json"}))["study"];
  const ListJson first = ListJson::parse(output({"ask", file, "--json"}))["trials"][0];
  EXPECT_EQ(first["params"], study["enqueue"][0]);
}

TEST_P(EveryTemplate, NamesEachParameterInItsCommand) {
  output({"init", "--for", GetParam()});
  const ListJson study = ListJson::parse(output({"check", GetParam() + ".yaml", "--json"}))["study"];
  const std::string command = study["command"].dump();
  if (study.value("mode", "") == "worker") {  // which is sent them
    EXPECT_FALSE(test::has(command, "{")) << command;
    return;
  }
  for (const auto& [name, parameter] : study["parameters"].items()) {
    // These two only say whether another parameter exists.
    if (name == "limit_depth" || (GetParam() == "generic" && name == "kind")) continue;
    EXPECT_HAS(command, "{" + name + "}");
  }
}

TEST_P(EveryTemplate, LeavesNothingElseThanItsFiles) {
  const ListJson told = ListJson::parse(output({"init", "--for", GetParam(), "--json"}));
  EXPECT_EQ(told["template"], GetParam());
  std::vector<std::string> files = told["files"];
  std::sort(files.begin(), files.end());
  EXPECT_EQ(files, files_here());
  const std::string script = template_named(GetParam()).script;
  if (script.empty()) return;
  EXPECT_TRUE(holds(command_of(GetParam() + ".yaml"), script));
}

INSTANTIATE_TEST_SUITE_P(All, EveryTemplate, ::testing::ValuesIn(template_names()), [](const auto& name) {
  std::string word = name.param;
  std::replace(word.begin(), word.end(), '-', '_');
  return word;
});

TEST_F(Templates, InsideTheProgramAreTheFilesOfTheTree) {
  const fs::path folder = hone::test::data("../share/templates");
  std::map<std::string, std::string> inside;
  for (const EmbeddedFile& file : embedded_templates()) inside[std::string(file.path)] = file.content;
  std::size_t count = 0;
  for (const auto& entry : fs::recursive_directory_iterator(folder)) {
    if (!entry.is_regular_file()) continue;
    ++count;
    const std::string path = fs::relative(entry.path(), folder).generic_string();
    EXPECT_EQ(inside[path], read(entry.path().string())) << path;
  }
  EXPECT_EQ(inside.size(), count);
}

// Their libraries take a second or two to load, and a trial on a small table a fraction of that.
TEST_F(Templates, OfScikitLearnAreWorkers) {
  int workers = 0;
  for (const std::string& name : template_names()) {
    output({"init", "--for", name});
    const ListJson study = ListJson::parse(output({"check", name + ".yaml", "--json"}))["study"];
    const bool slow = holds(template_named(name).packages, "scikit-learn");
    EXPECT_EQ(study.value("mode", "") == "worker", slow) << name;
    workers += slow ? 1 : 0;
  }
  EXPECT_EQ(workers, 7);
}

TEST_F(Templates, AreListed) {
  EXPECT_EQ(output({"init", "--list"}), read(hone::test::data("cli/templates.txt").string()));
  const ListJson list = ListJson::parse(output({"init", "--list", "--json"}));
  ASSERT_EQ(list.size(), template_names().size());
  EXPECT_EQ(list[0]["name"], "xgboost");
  EXPECT_EQ(list[0]["packages"], (ListJson{"xgboost", "scikit-learn", "pandas"}));
}

TEST_F(Templates, TellTheTwoCommandsAndThePackages) {
  write("my.csv", "size,price\n1,2\n");
  EXPECT_EQ(output({"init", "--for", "xgboost", "--data", "my.csv"}),
            "Wrote xgboost.yaml and train_xgboost.py: gradient-boosted trees of XGBoost, on my.csv.\n"
            "\n"
            "  pip install xgboost scikit-learn pandas   # once: what train_xgboost.py needs\n"
            "  hone check xgboost.yaml                   # look at the search space\n"
            "  hone tune xgboost.yaml                    # run it\n");
}

TEST_F(Templates, SayHowToUseAnOwnTableServerOrProgram) {
  EXPECT_HAS(output({"init", "--for", "svm"}), "hone init --for svm --data my.csv --force");
  EXPECT_HAS(output({"init", "--for", "postgres"}), "First name the server under command");
  EXPECT_HAS(output({"init", "--for", "gcc-flags"}), "hone init --for gcc-flags --source my.c --force");
}

TEST_F(Templates, PutTheTableAndItsColumnIntoTheCommand) {
  fs::create_directory("in");
  fs::create_directory("studies");
  write("in/my {old} \"table\".csv", "a,-b {€}: #1\n1,2\n");
  output({"init", "--for", "svm", "--data", "in/my {old} \"table\".csv", "--target", "-b {€}: #1"});
  EXPECT_TRUE(holds(command_of("svm.yaml"), "--data=in/my {{old}} \"table\".csv")) << read("svm.yaml");
  EXPECT_TRUE(holds(command_of("svm.yaml"), "--target=-b {{€}}: #1"));
  // The command runs in the study file's folder.
  output({"init", "studies/one.yaml", "--for", "svm", "--data", "in/my {old} \"table\".csv"});
  EXPECT_TRUE(fs::exists("studies/train_svm.py"));
  EXPECT_TRUE(holds(command_of("studies/one.yaml"), "--data=../in/my {{old}} \"table\".csv"));
  const std::string absolute = (folder_ / "in/my {old} \"table\".csv").string();
  output({"init", "studies/two.yaml", "--for", "svm", "--data", absolute});
  EXPECT_HAS(read("studies/two.yaml"), "--data=/");
}

TEST_F(Templates, PutTheServerAndTheProgramIntoTheCommand) {
  output({"init", "--for", "postgres", "--server", "host=db1 user=me"});
  EXPECT_TRUE(holds(command_of("postgres.yaml"), "--server=host=db1 user=me"));
  write("fast.c", "int main(void) { return 0; }\n");
  output({"init", "--for", "gcc-flags", "--source", "fast.c"});
  EXPECT_TRUE(holds(command_of("gcc-flags.yaml"), "--source=fast.c"));
  EXPECT_FALSE(fs::exists("sample.c")) << "the sample is for those who gave no program";
}

TEST_F(Templates, ScriptsOfTablesAreWhole) {
  output({"init", "--for", "lightgbm"});
  EXPECT_HAS(read("train_lightgbm.py"), "import lightgbm");
  EXPECT_HAS(read("train_lightgbm.py"), "def read_table(path, target):");
}

TEST_F(Templates, AreNamedWhenTheNameIsMistyped) {
  const test::Ran ran = run({"init", "--for", "xgbost"});
  EXPECT_EQ(ran.code, 2);
  EXPECT_EQ(ran.err,
            "hone: option '--for' takes xgboost, lightgbm, hist-gradient-boosting, random-forest, svm, "
            "elastic-net, mlp-sklearn, adam, postgres, gcc-flags, generic, not 'xgbost' (did you mean "
            "'xgboost'?)\n"
            "see 'hone init --help'\n");
  EXPECT_HAS(run({"init", "--for", "fortran"}).err, "gcc-flags, generic, not 'fortran'\n");
  EXPECT_TRUE(files_here().empty());
}

TEST_F(Templates, NeverOverwriteUnlessForced) {
  write("xgboost.yaml", "mine");
  test::Ran ran = run({"init", "--for", "xgboost"});
  EXPECT_EQ(ran.code, 6);
  EXPECT_EQ(ran.err,
            "hone: xgboost.yaml is there already; choose another name, or overwrite it with --force\n");
  EXPECT_EQ(files_here(), std::vector<std::string>{"xgboost.yaml"}) << "nothing half-written";
  write("train_xgboost.py", "my own");
  ran = run({"init", "other.yaml", "--for", "xgboost"});
  EXPECT_EQ(ran.code, 6);
  EXPECT_EQ(ran.err,
            "hone: train_xgboost.py is there already and was changed; choose another folder, or overwrite it "
            "with --force\n");
  EXPECT_FALSE(fs::exists("other.yaml"));
  EXPECT_EQ(read("train_xgboost.py"), "my own");
  output({"init", "--for", "xgboost", "--force"});
  EXPECT_HAS(read("xgboost.yaml"), "parameters:");
  EXPECT_HAS(read("train_xgboost.py"), "def make_model");
}

TEST_F(Templates, ShareAnUnchangedScriptWithinAFolder) {
  output({"init", "a.yaml", "--for", "xgboost"});
  EXPECT_HAS(output({"init", "b.yaml", "--for", "xgboost"}), "Wrote b.yaml");
}

TEST_F(Templates, LeaveNothingWhenAFileCannotBeWritten) {
  fs::create_directory("svm.yaml");  // the study file comes last and fails, forced or not
  const test::Ran ran = run({"init", "--for", "svm", "--force"});
  EXPECT_EQ(ran.code, 1);
  EXPECT_HAS(ran.err, "cannot write svm.yaml");
  EXPECT_EQ(files_here(), std::vector<std::string>{"svm.yaml"});
}

TEST_F(Templates, RefuseInputTheyHaveNoUseFor) {
  write("my.csv", "a,b\n1,2\n");
  test::Ran ran = run({"init", "--for", "gcc-flags", "--data", "my.csv"});
  EXPECT_EQ(ran.code, 2);
  EXPECT_EQ(ran.err,
            "hone: the start for 'gcc-flags' has no use for --data\n"
            "--data is for starts that learn from a table, such as xgboost; see 'hone init --list'\n");
  ran = run({"init", "--data", "my.csv"});
  EXPECT_EQ(ran.code, 2);
  EXPECT_EQ(ran.err,
            "hone: --data does not say what is tuned\n"
            "add --for NAME, such as --for xgboost; see 'hone init --list'\n");
  ran = run({"init", "--for", "xgboost", "--target", "b"});
  EXPECT_EQ(ran.code, 2);
  EXPECT_HAS(ran.err, "--target names a column, and no table was given\nadd --data FILE");
  ran = run({"init", "--for", "xgboost", "--data", "nine.csv"});
  EXPECT_EQ(ran.code, 4);
  EXPECT_EQ(ran.err, "hone: there is no file nine.csv; check the name and the folder\n");
}

TEST_F(Templates, FindAMistypedColumnAtOnce) {
  const auto refusal = [&](const std::string& header, const std::string& target) {
    write("my.csv", header + "\n1,2,3\n");
    const test::Ran ran = run({"init", "--for", "svm", "--data", "my.csv", "--target", target, "--force"});
    EXPECT_EQ(ran.code, ran.err.empty() ? 0 : 4);
    return ran.err;
  };
  EXPECT_EQ(refusal("age,price,size", "prcie"),
            "hone: my.csv has no column 'prcie' (did you mean 'price'?); it has age, price, size\n");
  EXPECT_FALSE(std::filesystem::exists("svm.yaml"));
  for (const char* header : {"age,price,size", "age; price ;size;price", "\"age\"\tprice\t\"the size\"\r",
                             "\xef\xbb\xbfprice|age", "\"a,b\",price"})
    EXPECT_EQ(refusal(header, "price"), "") << header;
  EXPECT_EQ(refusal("\"a,b\",price", "a,b"), "");
  EXPECT_HAS(refusal("\"a,b\",price", "a"), "it has a,b, price");
  // What a script would name by itself is left to it, and so is what is no text.
  EXPECT_EQ(refusal(",price", "Unnamed: 0"), "");
  EXPECT_EQ(refusal("a,a", "a.1"), "");
  EXPECT_EQ(refusal("\x1f\x8b\x08\xff", "price"), "");
  std::string many = "c0";
  for (int i = 1; i < 30; ++i) many += ",c" + std::to_string(i);
  EXPECT_HAS(refusal(many, "price"), "c18, c19 and 10 more\n");
}

TEST_F(Templates, AskForTheValueOfAnOption) {
  const test::Ran ran = run({"init", "--for"});
  EXPECT_EQ(ran.code, 2);
  EXPECT_EQ(ran.err, "hone: option '--for' needs a value: NAME\nsee 'hone init --help'\n");
  EXPECT_EQ(run({"init", "--list=word"}).err,
            "hone: option '--list' takes no value\nsee 'hone init --help'\n");
  EXPECT_EQ(run({"init", "--name", "a", "--name", "b"}).err,
            "hone: option '--name' was given twice\nsee 'hone init --help'\n");
}

}  // namespace
}  // namespace hone::cli
