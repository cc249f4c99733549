// SPDX-License-Identifier: MIT
#include "hone/cli/help.hpp"

#include <algorithm>

#include "hone/base/text.hpp"
#include "hone/cli/exit_code.hpp"
#include "hone/plot/glyphs.hpp"

namespace hone::cli {

namespace {

struct HelpEntry {
  std::string left;
  std::string right;
};

std::string entries_text(const std::vector<HelpEntry>& entries, const Style& style) {
  std::size_t column = 0;
  for (const HelpEntry& entry : entries) column = std::max(column, plot::display_width(entry.left));
  column = std::min<std::size_t>(column, 28) + 4;
  const std::size_t width = static_cast<std::size_t>(std::clamp(style.width, 60, 100));
  std::string out;
  for (const HelpEntry& entry : entries) {
    const std::vector<std::string> lines = wrapped(entry.right, width - column);
    std::string first = "  " + entry.left;
    if (plot::display_width(first) + 2 > column) {
      out += style.cyan(first) + "\n";
      first = "";
    }
    out += style.cyan(first) + std::string(column - plot::display_width(first), ' ') + lines[0] + "\n";
    for (std::size_t i = 1; i < lines.size(); ++i) out += std::string(column, ' ') + lines[i] + "\n";
  }
  return out;
}

std::string usage_line(const CommandInfo& command) {
  std::string out = command.path;
  const bool acts = std::any_of(command.options.begin(), command.options.end(),
                                [](const OptionInfo& option) { return !option.placeholder.empty(); });
  if (!command.commands.empty()) return out + (acts ? " [options], or " + out : "") + " COMMAND ...";
  for (const OptionInfo& option : command.options) {
    if (!option.positional) continue;
    out += option.required ? " " + option.names[0] : " [" + option.names[0] + "]";
  }
  const bool has_options = std::any_of(command.options.begin(), command.options.end(),
                                       [](const OptionInfo& option) { return !option.positional; });
  return has_options ? out + " [options]" : out;
}

HelpEntry entry_of(const OptionInfo& option) {
  if (option.positional) return {option.names[0], option.help};
  // Options without a short form line up with those that have one.
  const bool has_short = option.names[0].rfind("--", 0) != 0;
  std::string left = has_short ? "" : "    ";
  left += join(option.names, ", ");
  if (!option.placeholder.empty()) left += " " + option.placeholder;
  return {left, option.help};
}

std::string section(const std::string& title, const std::vector<HelpEntry>& entries, const Style& style) {
  return entries.empty() ? "" : "\n" + style.bold(title) + "\n" + entries_text(entries, style);
}

/// Whether the help of the command above it lists it.
bool is_listed(const CommandInfo& sub, const CommandInfo& command) {
  const std::vector<std::string>& few = command.everyday;
  return !sub.group.empty() && (few.empty() || std::find(few.begin(), few.end(), sub.name) != few.end());
}

std::string command_sections(const CommandInfo& command, const Style& style) {
  std::vector<std::string> groups;
  for (const CommandInfo& sub : command.commands) {
    if (is_listed(sub, command) && std::find(groups.begin(), groups.end(), sub.group) == groups.end())
      groups.push_back(sub.group);
  }
  std::string out;
  for (const std::string& group : groups) {
    std::vector<HelpEntry> entries;
    for (const CommandInfo& sub : command.commands) {
      if (sub.group == group && is_listed(sub, command)) entries.push_back({sub.name, sub.summary});
    }
    out += section(group == "Subcommands" ? "Commands" : group, entries, style);
  }
  return out;
}

std::string examples_text(const CommandInfo& command, const Style& style) {
  if (command.examples.empty()) return "";
  std::size_t column = 0;
  for (const std::string& example : command.examples) {
    const std::size_t remark = example.find("  # ");
    if (remark != std::string::npos)
      column = std::max(column, plot::display_width(example.substr(0, remark)));
  }
  std::string out = "\n" + style.bold("Examples") + "\n";
  for (const std::string& example : command.examples) {
    const std::size_t remark = example.find("  # ");
    const std::string line = example.substr(0, remark);
    out += "  " +
           (remark == std::string::npos ? line
                                        : plot::pad_right(line, column) + style.dim(example.substr(remark))) +
           "\n";
  }
  return out;
}

std::string exit_code_text(const Style& style) {
  std::vector<HelpEntry> entries;
  for (const ExitCodeInfo& info : exit_codes()) entries.push_back({std::to_string(info.code), info.meaning});
  return section("Exit codes", entries, style);
}

}  // namespace

std::string help_text(const CommandInfo& command, const Style& style) {
  const std::size_t width = static_cast<std::size_t>(std::clamp(style.width, 60, 100));
  const bool top = command.path == command.name;
  std::string out =
      style.bold(command.summary) + "\n\n" + style.bold("Usage") + "  " + usage_line(command) + "\n";
  if (!command.detail.empty()) {
    out += "\n";
    for (const std::string& paragraph : split(command.detail, '\n')) {
      if (paragraph.starts_with("  ")) {  // laid out by hand
        out += paragraph + "\n";
        continue;
      }
      for (const std::string& line : wrapped(paragraph, width)) out += line + "\n";
    }
  }
  out += command_sections(command, style);
  std::vector<HelpEntry> arguments;
  std::vector<HelpEntry> options;
  for (const OptionInfo& option : command.options)
    (option.positional ? arguments : options).push_back(entry_of(option));
  options.push_back({"-h, --help", "show this help"});
  if (top) options.push_back({"    --help-all", "show all commands"});
  out += section("Arguments", arguments, style) + section("Options", options, style) +
         examples_text(command, style);
  if (top && command.everyday.empty()) out += exit_code_text(style);
  if (top && !command.everyday.empty())
    out += "\n'hone help --all' lists all commands, also those for scripts, services and stores.";
  if (top) out += "\n'hone COMMAND --help' explains one.\n";
  return out;
}

}  // namespace hone::cli
