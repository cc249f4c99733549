// SPDX-License-Identifier: MIT
#include "hone/cli/completion.hpp"

#include <algorithm>
#include <functional>

#include "hone/base/text.hpp"
#include "hone/cli/exit_code.hpp"

namespace hone::cli {
namespace {

const std::vector<std::string>& shells() {
  static const std::vector<std::string> kNames = {"bash", "zsh", "fish"};
  return kNames;
}

/// In single quotes, for all three shells.
std::string shell_quoted(const std::string& text) {
  std::string out = "'";
  for (const char c : text) out += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return out + "'";
}

void each_command(const CommandInfo& command, const std::function<void(const CommandInfo&)>& visit) {
  visit(command);
  for (const CommandInfo& sub : command.commands) each_command(sub, visit);
}

/// The words after the program's name: "db backup".
std::string words_of(const CommandInfo& command) {
  const std::size_t space = command.path.find(' ');
  return space == std::string::npos ? "" : command.path.substr(space + 1);
}

/// What lists the values of an option or argument, one on each line; nullptr when nothing does. $study stands
/// for the study that the command is about.
const char* lister_of(const CommandInfo& command, const OptionInfo& option) {
  const auto named = [&](const char* name) {
    return std::find(option.names.begin(), option.names.end(), name) != option.names.end();
  };
  if (named("STUDY") || option.placeholder == "STUDY" || named("--from")) return "hone studies --names";
  if (named("--sampler")) return "hone samplers --names";
  if (named("NAME") && command.name == "methods") return "hone methods --names";
  if (named("NAME") && command.name == "samplers") return "hone samplers --names";
  if (named("NAME") && command.name == "pruners") return "hone pruners --names";
  if (named("--parameter")) return "hone space \"$study\" --names";
  return nullptr;
}

bool is_shell(const OptionInfo& option) { return option.positional && option.names[0] == "SHELL"; }

/// What may follow the command: its subcommands and options.
std::string bash_words(const CommandInfo& command) {
  std::vector<std::string> words;
  for (const CommandInfo& sub : command.commands) words.push_back(sub.name);
  for (const OptionInfo& option : command.options) {
    if (is_shell(option)) words.insert(words.end(), shells().begin(), shells().end());
    if (!option.positional) words.insert(words.end(), option.names.begin(), option.names.end());
  }
  words.push_back("--help");
  return join(words, " ");
}

std::string bash_script(const CommandInfo& program) {
  std::string cases;
  std::string choices;
  std::string known;
  each_command(program, [&](const CommandInfo& command) {
    const std::string path = words_of(command);
    std::string lister;
    for (const OptionInfo& option : command.options) {
      if (option.positional && lister_of(command, option) != nullptr) lister = lister_of(command, option);
    }
    cases += "    " + shell_quoted(path) + ") words=" + shell_quoted(bash_words(command)) +
             (lister.empty() ? "" : "; lister=" + shell_quoted(lister)) + " ;;\n";
    if (!path.empty()) known += (known.empty() ? "" : "|") + shell_quoted(path);
    for (const OptionInfo& option : command.options) {
      if (const char* values = lister_of(command, option); values != nullptr && !option.positional) {
        for (const std::string& name : option.names)
          choices += "    " + shell_quoted(path + " " + name) + ") _hone_offer " + shell_quoted(values) +
                     "; return ;;\n";
      }
      if (option.choices.empty()) continue;
      choices += "    " + shell_quoted(path + " " + option.names.back()) + "|" +
                 shell_quoted(path + " " + option.names.front()) + ") COMPREPLY=($(compgen -W " +
                 shell_quoted(join(option.choices, " ")) + " -- \"$current\")); return ;;\n";
    }
  });
  return "# bash completion for hone\n"
         // Names may hold blanks, so they are taken line by line; bash quotes them, as it does file names.
         // What is typed may hold backslashes or an opening quote, which a name has not.
         "_hone_offer() {\n"
         "  local name typed=${current//\\\\/}\n"
         "  typed=${typed#[\\\"\\']}\n"
         "  while IFS= read -r name; do\n"
         "    [[ $name == \"$typed\"* ]] && COMPREPLY+=(\"$name\")\n"
         "  done < <(eval \"$1\" 2>/dev/null)\n"
         "}\n"
         "_hone() {\n"
         "  local current=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD-1]} path= words= study= "
         "lister= i\n"
         "  COMPREPLY=()\n"
         "  for ((i = 1; i < COMP_CWORD; i++)); do\n"
         "    case \"${path:+$path }${COMP_WORDS[i]}\" in\n"
         "    " +
         known +
         ") path=${path:+$path }${COMP_WORDS[i]} ;;\n"
         "    *) study=${COMP_WORDS[i]//\\\\/}; break ;;\n"
         "    esac\n"
         "  done\n"
         "  case \"$path $previous\" in\n" +
         choices +
         "  esac\n"
         "  case \"$path\" in\n" +
         cases +
         "  esac\n"
         "  COMPREPLY=($(compgen -W \"$words\" -- \"$current\"))\n"
         "  if [[ $current != -* && $path ]]; then\n"
         "    [[ $lister ]] && _hone_offer \"$lister\"\n"
         "    COMPREPLY+=($(compgen -f -- \"$current\"))\n"
         "  fi\n"
         "}\n"
         "complete -o filenames -F _hone hone\n";
}

/// zsh reads brackets and colons inside its specifications.
std::string zsh_text(const std::string& text) {
  std::string out;
  for (const char c : text) {
    if (c == '[' || c == ']' || c == ':') out += '\\';
    out += c;
  }
  return out;
}

/// The function that completes what a lister lists: _hone_list_studies, _hone_list_samplers, ..., apart from
/// the functions of commands.
std::string zsh_lister(const std::string& lister) { return "_hone_list_" + split(lister, ' ')[1]; }

std::string zsh_value(const CommandInfo& command, const OptionInfo& option) {
  if (const char* lister = lister_of(command, option)) return zsh_lister(lister);
  if (!option.choices.empty()) return "(" + join(option.choices, " ") + ")";
  return option.placeholder == "FILE" || option.placeholder == "URL" ? "_files" : " ";
}

std::string zsh_argument(const CommandInfo& command, const OptionInfo& option) {
  if (const char* lister = lister_of(command, option)) return zsh_lister(lister);
  if (is_shell(option)) return "(" + join(shells(), " ") + ")";
  return option.names[0] == "FILE" ? "_files" : " ";
}

std::string zsh_function(const CommandInfo& command) {
  std::string name = "_hone_" + words_of(command);
  std::replace(name.begin(), name.end(), ' ', '_');
  std::string out = name + "() {\n  _arguments -s";
  for (const OptionInfo& option : command.options) {
    out += " \\\n    ";
    if (option.positional) {
      out += shell_quoted(std::string(option.required ? "" : ":") + ":" + zsh_text(option.names[0]) + ":" +
                          zsh_argument(command, option));
      continue;
    }
    // {-n,--count} writes one entry for each name.
    std::string names = option.names.size() > 1 ? "{" + join(option.names, ",") + "}" : option.names[0];
    std::string entry = "[" + zsh_text(option.help) + "]";
    if (!option.placeholder.empty())
      entry += ":" + zsh_text(option.placeholder) + ":" + zsh_value(command, option);
    out += names + shell_quoted(entry);
  }
  return out + " \\\n    '--help[show help]'\n}\n";
}

std::string zsh_group(const CommandInfo& command) {
  std::string name = command.path;
  std::replace(name.begin(), name.end(), ' ', '_');
  std::string list;
  std::string cases;
  for (const CommandInfo& sub : command.commands) {
    std::string function = sub.path;
    std::replace(function.begin(), function.end(), ' ', '_');
    list += "      " + shell_quoted(zsh_text(sub.name) + ":" + sub.summary) + "\n";
    cases += "      " + sub.name + ") _" + function + " ;;\n";
  }
  return "_" + name +
         "() {\n  local line state\n  _arguments -C '1:command:->command' '*::argument:->argument'\n"
         "  case $state in\n    command)\n      local -a commands=(\n" +
         list + "      )\n      _describe command commands ;;\n    argument)\n      case $line[1] in\n" +
         cases + "      esac ;;\n  esac\n}\n";
}

std::string zsh_script(const CommandInfo& program) {
  std::string out =
      "#compdef hone\n"
      "_hone_list_studies() {\n"
      "  local -a names=(${(f)\"$(hone studies --names 2>/dev/null)\"})\n"
      "  _alternative 'studies:study:compadd -a names' 'files:study file:_files -g \"*.(yaml|yml|json)\"'\n"
      "}\n"
      "_hone_list_methods() { local -a names=(${(f)\"$(hone methods --names 2>/dev/null)\"}); compadd -a "
      "names }\n"
      "_hone_list_samplers() { local -a names=(${(f)\"$(hone samplers --names 2>/dev/null)\"}); compadd -a "
      "names }\n"
      "_hone_list_pruners() { local -a names=(${(f)\"$(hone pruners --names 2>/dev/null)\"}); compadd -a "
      "names }\n"
      // The study is the word after the command.
      "_hone_list_space() {\n"
      "  local -a names=(${(f)\"$(hone space \"${(Q)words[2]}\" --names 2>/dev/null)\"})\n"
      "  compadd -a names\n"
      "}\n";
  each_command(program, [&](const CommandInfo& command) {
    out += command.commands.empty() ? zsh_function(command) : zsh_group(command);
  });
  return out + "_hone \"$@\"\n";
}

std::string fish_condition(const CommandInfo& command) {
  std::string condition;
  for (const std::string& word : split(words_of(command), ' ')) {
    condition += (condition.empty() ? "" : "; and ") + std::string("__fish_seen_subcommand_from ") + word;
  }
  return condition;
}

/// fish has no $study: it is the word after the command.
std::string fish_lister(const CommandInfo& command, const OptionInfo& option) {
  const char* lister = lister_of(command, option);
  if (lister == nullptr) return "";
  std::string out = lister;
  const std::string study = "\"$study\"";
  if (const std::size_t at = out.find(study); at != std::string::npos)
    out.replace(at, study.size(), "(commandline -opc)[3]");
  return out;
}

std::string fish_line(const std::string& condition, const OptionInfo& option, const std::string& lister) {
  std::string out = "complete -c hone -n " + shell_quoted(condition);
  for (const std::string& name : option.names) {
    out += name.starts_with("--") ? " -l " + name.substr(2) : " -s " + name.substr(1);
  }
  if (!lister.empty()) {
    out += " -x -a " + shell_quoted("(" + lister + " 2>/dev/null)");
  } else if (!option.choices.empty()) {
    out += " -x -a " + shell_quoted(join(option.choices, " "));
  } else if (!option.placeholder.empty()) {
    out += option.placeholder == "FILE" || option.placeholder == "URL" ? " -r -F" : " -x";
  }
  return out + " -d " + shell_quoted(option.help) + "\n";
}

std::string fish_script(const CommandInfo& program) {
  std::string out = "# fish completion for hone\ncomplete -c hone -f\n";
  each_command(program, [&](const CommandInfo& command) {
    const bool top = command.path == program.path;
    std::string condition = top ? "__fish_use_subcommand" : fish_condition(command);
    std::string none = condition;
    for (const CommandInfo& sub : command.commands) {
      if (!top) none += "; and not __fish_seen_subcommand_from " + sub.name;
    }
    for (const CommandInfo& sub : command.commands) {
      out += "complete -c hone -n " + shell_quoted(none) + " -a " + sub.name + " -d " +
             shell_quoted(sub.summary) + "\n";
    }
    for (const OptionInfo& option : command.options) {
      if (!option.positional) {
        out += fish_line(condition, option, fish_lister(command, option));
      } else if (const std::string lister = fish_lister(command, option); !lister.empty()) {
        out += "complete -c hone -n " + shell_quoted(condition) + " -F -a " +
               shell_quoted("(" + lister + " 2>/dev/null)") + "\n";
      } else if (is_shell(option)) {
        out += "complete -c hone -n " + shell_quoted(condition) + " -a " + shell_quoted(join(shells(), " ")) +
               "\n";
      } else if (option.names[0] == "FILE") {
        out += "complete -c hone -n " + shell_quoted(condition) + " -F\n";
      }
    }
  });
  return out;
}

}  // namespace

std::string completion_script(const std::string& shell, const CommandInfo& program) {
  if (shell == "bash") return bash_script(program);
  if (shell == "zsh") return zsh_script(program);
  if (shell == "fish") return fish_script(program);
  throw UsageError("there is no completion for '" + shell + "'" + did_you_mean(shell, shells()),
                   "known are " + join(shells(), ", "));
}

}  // namespace hone::cli
