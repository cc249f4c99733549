// SPDX-License-Identifier: MIT
#include <memory>
#include <nlohmann/json.hpp>
#include <ostream>

#include "hone/cli/commands.hpp"
#include "hone/cli/completion.hpp"
#include "hone/cli/context.hpp"
#include "hone/cli/exit_code.hpp"
#include "hone/cli/man_page.hpp"
#include "hone/cli/workspace.hpp"

namespace hone::cli {
namespace {

struct AboutOptions {
  bool json = false;
  std::string shell;
};

int run_completion(const AboutOptions& options, Context& context) {
  context.out << completion_script(options.shell);
  return kOk;
}

int run_version(const AboutOptions& options, Context& context) {
  if (options.json) return context.answer({{"name", "hone"}, {"version", HONE_VERSION}});
  context.out << "hone " << HONE_VERSION << "\n";
  return kOk;
}

}  // namespace

void add_completion(Command root) {
  auto options = std::make_shared<AboutOptions>();
  Command command = root.subcommand("completion", "Print a completion script for bash, zsh or fish");
  command.group("More")
      .argument("SHELL", options->shell, "bash, zsh or fish")
      .example("hone completion bash > ~/.local/share/bash-completion/completions/hone", "")
      .example("hone completion zsh > ~/.zfunc/_hone", "with ~/.zfunc in fpath")
      .example("hone completion fish > ~/.config/fish/completions/hone.fish", "")
      .action([options](Context& context) { return run_completion(*options, context); });
}

void add_man(Command root) {
  Command command = root.subcommand("man", "Print the manual page, which is made from this help");
  command.group("More").example("hone man > hone.1 && man ./hone.1", "read it").action([](Context& context) {
    context.out << man_page(context.commands(), HONE_VERSION);
    return static_cast<int>(kOk);
  });
}

void add_version(Command root) {
  auto options = std::make_shared<AboutOptions>();
  Command command = root.subcommand("version", "Print the version");
  command.group("More").action([options](Context& context) { return run_version(*options, context); });
  add_json(command, options->json);
}

}  // namespace hone::cli
