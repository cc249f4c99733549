// SPDX-License-Identifier: MIT
#include "hone/cli/commands.hpp"
#include "hone/cli/context.hpp"
#include "hone/codec/json.hpp"
#include "hone/service/answer_shapes.hpp"

namespace hone::cli {
namespace {

int run_schema(Context& context) { return context.answer(codec::to_json(service::answers::study())); }

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
