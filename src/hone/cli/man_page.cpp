// SPDX-License-Identifier: MIT
#include "hone/cli/man_page.hpp"

#include "hone/base/text.hpp"
#include "hone/cli/exit_code.hpp"
#include "hone/cli/help.hpp"

namespace hone::cli {
namespace {

/// A text as roff reads it: a backslash would begin an escape, a plain "-" would become a hyphen that cannot
/// be copied, and a line that begins with "." or "'" would be a request.
std::string roff(const std::string& text) {
  std::string out;
  bool line_begins = true;
  for (const char c : text) {
    if (line_begins && (c == '.' || c == '\'')) out += "\\&";
    if (c == '\\') {
      out += "\\e";
    } else if (c == '-') {
      out += "\\-";
    } else {
      out += c;
    }
    line_begins = c == '\n';
  }
  return out;
}

std::string bold(const std::string& text) { return "\\fB" + roff(text) + "\\fR"; }
std::string italic(const std::string& text) { return "\\fI" + roff(text) + "\\fR"; }

std::string synopsis(const CommandInfo& command) {
  std::string out = bold(command.path);
  if (!command.commands.empty()) return out + " " + italic("COMMAND") + " ...";
  for (const OptionInfo& option : command.options) {
    if (!option.positional) continue;
    out += option.required ? " " + italic(option.names[0]) : " [" + italic(option.names[0]) + "]";
  }
  return out + " [" + italic("options") + "]";
}

std::string option_entry(const OptionInfo& option) {
  std::vector<std::string> names;
  for (const std::string& name : option.names) names.push_back(option.positional ? italic(name) : bold(name));
  std::string head = join(names, ", ");
  if (!option.positional && !option.placeholder.empty()) head += " " + italic(option.placeholder);
  return ".TP\n" + head + "\n" + roff(option.help) + "\n";
}

/// Paragraphs; those that are laid out by hand stay as they are.
std::string detail_text(const std::string& detail) {
  std::string out;
  bool laid_out = false;
  for (const std::string& paragraph : split(detail, '\n')) {
    if (trim(paragraph).empty()) continue;
    const bool by_hand = paragraph.starts_with("  ");
    if (by_hand && !laid_out) out += ".PP\n.nf\n";
    if (!by_hand && laid_out) out += ".fi\n";
    if (!by_hand) out += ".PP\n";
    laid_out = by_hand;
    out += roff(paragraph) + "\n";
  }
  return laid_out ? out + ".fi\n" : out;
}

std::string examples_of(const CommandInfo& command) {
  std::string out;
  for (const std::string& example : command.examples) {
    const std::size_t remark = example.find("  # ");
    out += ".TP\n" + bold(example.substr(0, remark)) + "\n";
    out += (remark == std::string::npos ? "\\&" : roff(example.substr(remark + 4))) + "\n";
  }
  return out;
}

void add_command(std::string& out, const CommandInfo& command) {
  out += ".SS " + bold(command.path) + "\n" + roff(command.summary) + ".\n.PP\n" + synopsis(command) + "\n";
  if (!command.detail.empty()) out += detail_text(command.detail);
  for (const OptionInfo& option : command.options) out += option_entry(option);
  out += examples_of(command);
  for (const CommandInfo& sub : command.commands) add_command(out, sub);
}

}  // namespace

std::string man_page(const CommandInfo& program, const std::string& version) {
  // "hone finds ..." after "hone -" would say the name twice, and a description there has no full stop.
  std::string summary = program.summary;
  if (summary.starts_with("hone ")) summary = summary.substr(5);
  if (summary.ends_with('.')) summary.pop_back();
  std::string out = ".\\\" Written by `hone man`; do not edit.\n.TH HONE 1 \"\" \"hone " + roff(version) +
                    "\" \"User Commands\"\n.SH NAME\nhone \\- " + roff(summary) + "\n.SH SYNOPSIS\n" +
                    synopsis(program) + "\n.SH DESCRIPTION\n";
  if (!program.detail.empty()) out += detail_text(program.detail);
  out += ".PP\nA " + italic("STUDY") + " is a name in the store or a study file. " +
         bold("hone COMMAND --help") +
         " shows the part of this page that is about a command.\n.SH COMMANDS\n";
  for (const CommandInfo& command : program.commands) add_command(out, command);
  out += ".SH ENVIRONMENT\n.TP\n" + bold("HONE_STORE") + "\nthe store that commands use when they have no " +
         bold("--store") + "; otherwise hone.db\n.TP\n" + bold("NO_COLOR") +
         "\nwhen it is set, nothing is printed in colours\n.SH EXIT STATUS\n";
  for (const ExitCodeInfo& info : exit_codes())
    out += ".TP\n" + bold(std::to_string(info.code)) + "\n" + roff(info.meaning) + "\n";
  return out;
}

}  // namespace hone::cli
