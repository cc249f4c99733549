// SPDX-License-Identifier: MIT
#include <algorithm>
#include <filesystem>
#include <ostream>

#include "hone/base/error.hpp"
#include "hone/base/printable.hpp"
#include "hone/base/text.hpp"
#include "hone/cli/commands.hpp"
#include "hone/cli/context.hpp"
#include "hone/cli/exit_code.hpp"
#include "hone/cli/output_file.hpp"
#include "hone/cli/workspace.hpp"
#include "hone/codec/json.hpp"
#include "hone/codec/json_text.hpp"

namespace hone::cli {
namespace {

struct InitOptions {
  std::optional<std::string> file;
  std::optional<std::string> name;
  bool force = false;
  bool json = false;
};

/// A study that runs as it stands, so that the first `hone tune` shows something.
constexpr const char* kTemplate = R"yaml(# A study for hone. Try it as it is:   hone tune @FILE@
# then put your own program and knobs in its place. Editors complete and check it: see 'hone schema --help'.
name: @NAME@

# What the command reports, and whether less or more of it is better.
objective: {name: loss, direction: minimize}

# The knobs. Kinds: float and int (scale: linear or log; float also logit; optional step), categorical, ordinal,
# bool, constant.
parameters:
  rate:   {type: float, low: 0.0001, high: 1, scale: log, description: learning rate}
  layers: {type: int, low: 1, high: 4}
  kind:   {type: categorical, choices: [plain, momentum]}
  # Exists only for one kind:
  beta:   {type: float, low: 0.5, high: 0.99, when: {kind: momentum}}

# Rules between parameters that every proposal obeys.
# constraints:
#   - rate < 0.1 or layers <= 2

# How to choose what to try; 'hone samplers' lists the ways.
sampler: hebo

# The program, one item for each argument; no shell is involved. {rate} becomes the value; an argument with a parameter
# that does not exist, such as {beta} for plain, is left out. Values are also in the environment, as HONE_PARAM_RATE
# and so on. This program only pretends to learn.
command:
  - perl
  - -e
  - |
    my ($rate, $layers, $beta) = @ARGV;
    print 0.05 * log($rate / 0.02) ** 2 + ($layers - 2) ** 2 / 20 + (defined $beta ? ($beta - 0.9) ** 2 : 0.3)
  - "{rate}"
  - "{layers}"
  - "{beta}"

# The result is the last number or JSON object that the command prints, or writes to the file named in
# HONE_RESULT_FILE. Other ways:
# result: {regex: "final loss: ([-+.eE0-9]+)"}
# result: {json: metrics.loss}

budget:
  trials: 40          # in all, also over several runs
  parallel: 2         # at a time
  # time: 1h          # of one run
  # trial_timeout: 10m
  # retries: 1        # for trials that fail
  # target: 0.01      # stop when this good
  # patience: 30      # stop after so many trials without a better one

# Settings to try first:
# enqueue:
#   - {rate: 0.01, layers: 2, kind: plain}
)yaml";

std::string filled(const std::string& file, const std::string& name) {
  std::string out = kTemplate;
  for (const auto& [mark, value] : {std::pair<std::string, std::string>{"@FILE@", file}, {"@NAME@", name}}) {
    out.replace(out.find(mark), mark.size(), value);
  }
  return out;
}

/// The name as a YAML scalar: as JSON when it might be read as something else.
std::string yaml_word(const std::string& name) {
  constexpr const char* kLetters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_-";
  static const std::vector<std::string> kTaken = {"true", "false", "yes", "no", "on",
                                                  "off",  "null",  "nan", "inf"};
  const bool plain = !name.empty() && name.front() != '-' &&
                     name.find_first_not_of(kLetters) == std::string::npos &&
                     std::find(kTaken.begin(), kTaken.end(), name) == kTaken.end();
  return plain ? name : codec::Json(name).dump(-1, ' ', false, codec::Json::error_handler_t::replace);
}

int run_init(const InitOptions& options, Context& context) {
  const std::string file = options.file.value_or("study.yaml");
  const std::string name = options.name.value_or(std::filesystem::path(file).stem().string());
  if (std::filesystem::exists(file) && !options.force) {
    throw Error(ErrorCode::AlreadyExists, file + " is there already",
                "choose another name, or overwrite it with --force");
  }
  write_file(file, filled(file, yaml_word(name)));
  if (options.json) {
    context.out << codec::json_text({{"file", file}, {"name", name}});
    return kOk;
  }
  const Style style = context.out_style();
  context.out << "Wrote " << style.bold(printable(file)) << ", a study that runs as it stands.\n\n"
              << "  hone check " << file << "   " << style.dim("# look at the search space") << "\n"
              << "  hone tune " << file << "    " << style.dim("# run it") << "\n";
  return kOk;
}

}  // namespace

void add_init(Command root) {
  auto options = std::make_shared<InitOptions>();
  Command command = root.subcommand("init", "Write a commented study file to start from");
  command.group("Run")
      .argument("FILE", options->file, "where to write it (default study.yaml)")
      .option("--name", options->name, "NAME", "name of the study (default: that of the file)")
      .flag("--force,-f", options->force, "overwrite a file that is there")
      .example("hone init", "writes study.yaml")
      .example("hone init svm.yaml --name digits-svm", "")
      .action([options](Context& context) { return run_init(*options, context); });
  add_json(command, options->json);
}

}  // namespace hone::cli
