// SPDX-License-Identifier: MIT
#include <algorithm>
#include <optional>
#include <ostream>

#include "hone/catalog/samplers.hpp"
#include "hone/cli/commands.hpp"
#include "hone/cli/completion.hpp"
#include "hone/cli/context.hpp"
#include "hone/cli/exit_code.hpp"
#include "hone/cli/json_text.hpp"
#include "hone/cli/table.hpp"
#include "hone/cli/workspace.hpp"
#include "hone/codec/json.hpp"

namespace hone::cli {
namespace {

struct AboutOptions {
  bool json = false;
  std::optional<std::string> sampler;
  std::string shell;
};

codec::Json to_json(const catalog::SamplerInfo& info) {
  codec::Json options = codec::Json::array();
  for (const samplers::OptionInfo& option : info.options) {
    options.push_back({{"name", option.name},
                       {"values", option.values},
                       {"default", option.fallback},
                       {"summary", option.summary}});
  }
  return {{"name", info.name}, {"summary", info.summary}, {"options", options}};
}

int show_sampler(const catalog::SamplerInfo& info, bool json, Context& context) {
  if (json) {
    context.out << json_text(to_json(info));
    return kOk;
  }
  const Style style = context.out_style();
  context.out << style.cyan(info.name) << "  " << info.summary << "\n\n";
  if (info.options.empty()) {
    context.out << "It takes no options.\n";
    return kOk;
  }
  std::size_t width = 0;
  for (const samplers::OptionInfo& option : info.options) width = std::max(width, option.name.size());
  for (const samplers::OptionInfo& option : info.options) {
    const std::string padding(width - option.name.size(), ' '), indent(width + 4, ' ');
    context.out << "  " << style.cyan(option.name) << padding << "  " << option.summary << "\n"
                << indent << style.dim(option.values + "; default: " + option.fallback) << "\n";
  }
  context.out << "\nIn a study file: sampler: {name: " << info.name << ", " << info.options.front().name
              << ": ...}\n";
  return kOk;
}

int run_samplers(const AboutOptions& options, Context& context) {
  if (options.sampler) return show_sampler(catalog::sampler_named(*options.sampler), options.json, context);
  if (options.json) {
    codec::Json list = codec::Json::array();
    for (const catalog::SamplerInfo& info : catalog::samplers()) list.push_back(to_json(info));
    context.out << json_text(list);
    return kOk;
  }
  Table table;
  const Style style = context.out_style();
  table.column("sampler", Align::Left,
               [style](const std::string&, const std::string& padded) { return style.cyan(padded); });
  table.column("how it proposes");
  for (const catalog::SamplerInfo& info : catalog::samplers()) table.row({info.name, info.summary});
  context.out << table.text(style, context.table_width());
  return kOk;
}

int run_completion(const AboutOptions& options, Context& context) {
  context.out << completion_script(options.shell, context.commands());
  return kOk;
}

int run_version(const AboutOptions& options, Context& context) {
  if (options.json) {
    context.out << json_text({{"name", "hone"}, {"version", HONE_VERSION}});
  } else {
    context.out << "hone " << HONE_VERSION << "\n";
  }
  return kOk;
}

}  // namespace

void add_samplers(Command root) {
  auto options = std::make_shared<AboutOptions>();
  Command command = root.subcommand("samplers", "List the ways to propose settings, or the options of one");
  command.group("More")
      .argument("NAME", options->sampler, "show the options of this sampler")
      .example("hone samplers sequd", "its options, with their defaults")
      .example("hone tune study.yaml --sampler sobol", "use one of them")
      .action([options](Context& context) { return run_samplers(*options, context); });
  add_json(command, options->json);
}

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

void add_version(Command root) {
  auto options = std::make_shared<AboutOptions>();
  Command command = root.subcommand("version", "Print the version");
  command.group("More").action([options](Context& context) { return run_version(*options, context); });
  add_json(command, options->json);
}

}  // namespace hone::cli
