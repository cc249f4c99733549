// SPDX-License-Identifier: MIT
// `hone methods`: the samplers and pruners there are to choose from, and the options of one. `hone samplers`
// and `hone pruners` are its halves, and were there before it.
#include <algorithm>
#include <optional>
#include <ostream>

#include "hone/base/error.hpp"
#include "hone/base/text.hpp"
#include "hone/catalog/other_words.hpp"
#include "hone/catalog/pruners.hpp"
#include "hone/catalog/samplers.hpp"
#include "hone/cli/commands.hpp"
#include "hone/cli/context.hpp"
#include "hone/cli/exit_code.hpp"
#include "hone/cli/table.hpp"
#include "hone/cli/workspace.hpp"
#include "hone/codec/method_json.hpp"

namespace hone::cli {
namespace {

struct MethodsOptions {
  bool json = false;
  bool names = false;
  std::optional<std::string> name;
};

void print_options(const MethodInfo& method, Context& context) {
  const Style style = context.out_style();
  std::size_t width = 0;
  for (const OptionSpec& option : method.options) width = std::max(width, option.name.size());
  for (const OptionSpec& option : method.options) {
    const std::string padding(width - option.name.size(), ' '), indent(width + 4, ' ');
    context.out << "  " << style.cyan(option.name) << padding << "  " << option.summary << "\n"
                << indent << style.dim(values_text(option) + "; default: " + default_text(option)) << "\n";
  }
}

/// `field` is where a study file names it: "sampler" or "pruner".
int show_method(const MethodInfo& method, const char* field, bool json, Context& context) {
  if (json) return context.answer(codec::to_json(method));
  context.out << context.out_style().cyan(method.name) << "  " << method.summary << "\n\n";
  if (method.options.empty()) {
    context.out << "It takes no options.\n";
    return kOk;
  }
  print_options(method, context);
  context.out << "\nIn a study file: " << field << ": {name: " << method.name << ", "
              << method.options.front().name << ": ...}\n";
  return kOk;
}

template <class Methods>
int list_names(const Methods& methods, Context& context) {
  for (const MethodInfo& method : methods) context.out << method.name << "\n";
  return kOk;
}

template <class Methods>
codec::Json methods_json(const Methods& methods) {
  codec::Json list = codec::Json::array();
  for (const MethodInfo& method : methods) list.push_back(codec::to_json(method));
  return list;
}

template <class Methods>
void print_table(const Methods& methods, const char* kind, const char* does, bool baselines,
                 Context& context) {
  Table table;
  const Style style = context.out_style();
  table.column(kind, Align::Left,
               [style](const std::string&, const std::string& padded) { return style.cyan(padded); });
  table.column(does);
  for (const MethodInfo& method : methods) {
    if (method.baseline == baselines) table.row({method.name, method.summary});
  }
  context.out << table.text(style, context.table_width());
}

template <class Methods>
int list_methods(const Methods& methods, const char* kind, const char* does, bool json, Context& context) {
  if (json) return context.answer(methods_json(methods));
  print_table(methods, kind, does, false, context);
  const bool compared =
      std::any_of(methods.begin(), methods.end(), [](const MethodInfo& method) { return method.baseline; });
  if (!compared) return kOk;
  context.out << "\nPublished baselines, for comparison:\n";
  print_table(methods, kind, does, true, context);
  return kOk;
}

int run_samplers(const MethodsOptions& options, Context& context) {
  if (options.name)
    return show_method(catalog::sampler_named(*options.name), "sampler", options.json, context);
  if (options.names) return list_names(catalog::samplers(), context);
  return list_methods(catalog::samplers(), "sampler", "how it proposes", options.json, context);
}

int run_pruners(const MethodsOptions& options, Context& context) {
  if (options.name) return show_method(catalog::pruner_named(*options.name), "pruner", options.json, context);
  if (options.names) return list_names(catalog::pruners(), context);
  return list_methods(catalog::pruners(), "pruner", "which trials it stops early", options.json, context);
}

template <class Methods>
bool is_among(const Methods& methods, const std::string& name) {
  return std::any_of(methods.begin(), methods.end(),
                     [&](const MethodInfo& method) { return method.name == name; });
}

[[noreturn]] void refuse_method(const std::string& name) {
  std::vector<std::string> known;
  for (const MethodInfo& method : catalog::samplers()) known.push_back(method.name);
  for (const MethodInfo& method : catalog::pruners()) known.push_back(method.name);
  std::string advice = catalog::pruner_advice(name);
  if (advice.empty()) advice = catalog::sampler_advice(name);
  throw Error(
      ErrorCode::NotFound,
      text("there is no sampler or pruner '", name, "'", advice.empty() ? did_you_mean(name, known) : ""),
      advice.empty() ? "'hone methods' lists those there are" : advice);
}

int run_methods(const MethodsOptions& options, Context& context) {
  if (options.name && is_among(catalog::pruners(), *options.name)) return run_pruners(options, context);
  if (options.name && !is_among(catalog::samplers(), *options.name)) refuse_method(*options.name);
  if (options.name) return run_samplers(options, context);
  if (options.json)
    return context.answer(
        {{"samplers", methods_json(catalog::samplers())}, {"pruners", methods_json(catalog::pruners())}});
  run_samplers(options, context);
  if (!options.names) context.out << "\n";
  return run_pruners(options, context);
}

}  // namespace

void add_methods(Command root) {
  auto options = std::make_shared<MethodsOptions>();
  Command command = root.subcommand("methods", "List samplers and pruners, or the options of one of them");
  command.group("More")
      .detail(
          R"(Samplers propose settings to try; pruners stop poor trials early. 'hone samplers' and 'hone pruners' list only these.)")
      .argument("NAME", options->name, "show the options of this sampler or pruner")
      .flag("--names", options->names, "only the names, one on each line")
      .example("hone methods", "what there is to choose from")
      .example("hone methods sequd", "its options, with their defaults")
      .example("hone tune study.yaml --sampler sobol", "use one of them")
      .action([options](Context& context) { return run_methods(*options, context); });
  add_json(command, options->json);
}

void add_samplers(Command root) {
  auto options = std::make_shared<MethodsOptions>();
  Command command = root.subcommand("samplers", "List the ways to propose settings, or the options of one");
  command.group("")
      .argument("NAME", options->name, "show the options of this sampler")
      .flag("--names", options->names, "only the names, one on each line")
      .example("hone samplers sequd", "its options, with their defaults")
      .example("hone tune study.yaml --sampler sobol", "use one of them")
      .action([options](Context& context) { return run_samplers(*options, context); });
  add_json(command, options->json);
}

void add_pruners(Command root) {
  auto options = std::make_shared<MethodsOptions>();
  Command command =
      root.subcommand("pruners", "List the ways to stop poor trials early, or the options of one");
  command.group("")
      .argument("NAME", options->name, "show the options of this pruner")
      .flag("--names", options->names, "only the names, one on each line")
      .example("hone pruners median", "its options, with their defaults")
      .action([options](Context& context) { return run_pruners(*options, context); });
  add_json(command, options->json);
}

}  // namespace hone::cli
