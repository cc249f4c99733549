// SPDX-License-Identifier: MIT
#include "hone/cli/commands.hpp"
#include "hone/cli/context.hpp"
#include "hone/cli/exit_code.hpp"
#include "hone/cli/stdio_server.hpp"
#include "hone/codec/study_file.hpp"

namespace hone::cli {
namespace {

struct StdioOptions {
  std::optional<std::string> study;
  std::optional<std::string> store;
};

int run_stdio(const StdioOptions& options, Context& context) {
  StdioServer server(options.store);
  if (options.study) {
    if (names_file(*options.study, server.opened())) {
      server.open(codec::read_study_file(*options.study));
    } else if (options.store) {
      server.open(*options.study);
    } else {
      throw UsageError("a study by name needs a store", "add --store hone.db, or name a study file");
    }
  }
  server.serve(context.in, context.out);
  return kOk;
}

}  // namespace

void add_stdio(Command root) {
  auto options = std::make_shared<StdioOptions>();
  Command command = root.subcommand("stdio", "Ask and tell as JSON lines on standard input and output");
  command.group("Drive by hand or from a script")
      .detail(
          "For programs in any language: each line is a request, each answer is a line. The study lives in "
          "memory unless "
          "--store is given. A wrong request is answered with an error and changes nothing.\n"
          "  "
          "{\"op\":\"create\",\"parameters\":{...},\"objective\":{\"direction\":\"minimize\"},\"sampler\":"
          "\"random\",\"seed\":1}\n"
          "  {\"op\":\"ask\",\"count\":8}      answers {\"trials\":[{\"number\":0,\"params\":{...}}]}\n"
          "  "
          "{\"op\":\"tell\",\"results\":[{\"number\":0,\"value\":0.5},{\"number\":1,\"state\":\"failed\"}]}\n"
          "  {\"op\":\"best\"}, {\"op\":\"trials\"}, {\"op\":\"enqueue\",\"points\":[{...}]}\n"
          "Also open, report, heartbeat, cancel, front, show and samplers: docs/guide/stdio.md has every "
          "field.")
      .argument("STUDY", options->study,
                "a study file, or with --store a study by its name, instead of a create request")
      .option("--store", options->store, "URL", "keep the study in this store, where other processes see it")
      .example("hone stdio < requests.jsonl", "")
      .example("hone stdio --store hone.db", "")
      .action([options](Context& context) { return run_stdio(*options, context); });
}

}  // namespace hone::cli
