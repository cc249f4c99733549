// SPDX-License-Identifier: MIT
#include <nlohmann/json.hpp>
#include <ostream>

#include "hone/catalog/pruners.hpp"
#include "hone/catalog/samplers.hpp"
#include "hone/cli/commands.hpp"
#include "hone/cli/context.hpp"
#include "hone/cli/exit_code.hpp"
#include "hone/codec/json_schema.hpp"
#include "hone/codec/json_text.hpp"

namespace hone::cli {
namespace {

int run_schema(Context& context) {
  const std::vector<MethodInfo> samplers(catalog::samplers().begin(), catalog::samplers().end());
  const std::vector<MethodInfo> pruners(catalog::pruners().begin(), catalog::pruners().end());
  context.out << codec::json_text(nlohmann::ordered_json::parse(codec::study_json_schema(samplers, pruners)));
  return kOk;
}

}  // namespace

void add_schema(Command root) {
  root.subcommand("schema", "Print the JSON Schema of study files, for editors")
      .group("More")
      .detail(
          R"(Editors that know JSON Schema complete and check study files with it. For the YAML language server (VS Code, Neovim, ...) the first line of a study file names it:
  # yaml-language-server: $schema=hone.schema.json)")
      .example("hone schema > hone.schema.json", "again after an update of hone")
      .action([](Context& context) { return run_schema(context); });
}

}  // namespace hone::cli
