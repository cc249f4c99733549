// SPDX-License-Identifier: MIT
#include "hone/cli/completion.hpp"

#include <filesystem>
#include <memory>
#include <optional>
#include <set>
#include <utility>

#include "hone/base/printable.hpp"
#include "hone/base/text.hpp"
#include "hone/catalog/pruners.hpp"
#include "hone/catalog/samplers.hpp"
#include "hone/catalog/storages.hpp"
#include "hone/cli/exit_code.hpp"
#include "hone/cli/typed_line.hpp"
#include "hone/cli/workspace.hpp"
#include "hone/codec/study_file.hpp"

namespace hone::cli {
namespace {

const std::vector<std::string>& shells() {
  static const std::vector<std::string> kNames = {"bash", "zsh", "fish"};
  return kNames;
}

// Names may hold blanks: with `filenames` bash quotes what it inserts.
constexpr const char* kBash = R"(# bash completion for hone
_hone() {
  local IFS=$'\n' current=${COMP_WORDS[COMP_CWORD]} line
  [[ $current == [=:]* ]] && current=
  COMPREPLY=()
  while read -r line; do
    if [[ $line == files ]]; then
      COMPREPLY+=($(compgen -f -- "$current"))
    else
      COMPREPLY+=("${line%%$'\t'*}")
    fi
  done < <(hone __complete bash "${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null)
}
complete -o filenames -F _hone hone
)";

constexpr const char* kZsh = R"(#compdef hone
_hone() {
  local line files
  local -a offers
  for line in "${(@f)$(hone __complete zsh "${(@Q)words[2,CURRENT]}" 2>/dev/null)}"; do
    case $line in
      files) files=1 ;;
      ?*) offers+=("${${line%%$'\t'*}//:/\\:}${${line#*$'\t'}:+:${line#*$'\t'}}") ;;
    esac
  done
  (( $#offers )) && _describe hone offers
  [[ -n $files ]] && { compset -P '-*='; _files }
}
if [[ $funcstack[1] == _hone ]]; then _hone "$@"; else compdef _hone hone; fi
)";

constexpr const char* kFish = R"(# fish completion for hone
function __hone_complete
    set -l words (commandline -opc)
    set -l current (commandline -ct)
    for line in (hone __complete fish $words[2..-1] "$current" 2>/dev/null)
        if test "$line" = files
            __fish_complete_path "$current"
        else
            echo $line
        end
    end
end
complete -c hone -f -a '(__hone_complete)'
)";

/// What may stand in one place.
struct Offers {
  std::vector<std::pair<std::string, std::string>> words = {};  ///< each with what it means
  bool files = false;

  void add(const std::vector<std::string>& more) {
    for (const std::string& word : more) words.emplace_back(word, "");
  }
  template <class Described>  // commands and methods
  void add_all(const std::vector<Described>& more) {
    for (const Described& one : more) words.emplace_back(one.name, one.summary);
  }
};

/// Throws when there is no store that can be looked at without waiting.
std::unique_ptr<service::Operations> at_hand(const TypedLine& line, const Context& context) {
  const std::string address = store_address(context, line.store);
  return std::make_unique<service::Operations>(service::Store{
      .open = [address](bool) { return catalog::storage_at_hand(address); }, .only_records = true});
}

std::vector<std::string> study_names(const TypedLine& line, const Context& context) {
  std::vector<std::string> names;
  for (const auto& summary : at_hand(line, context)->studies()) names.push_back(printable(summary.name));
  return names;
}

/// Of the study that the command is about.
std::vector<std::string> parameter_names(const TypedLine& line, const Context& context) {
  if (line.arguments.empty()) return {};
  const std::string& study = line.arguments.front();
  std::error_code ignored;
  const Study found = std::filesystem::is_regular_file(study, ignored)
                          ? codec::read_study_file(study)
                          : at_hand(line, context)->stored(study).version.study;
  std::vector<std::string> names;
  for (const Parameter& parameter : found.space.parameters()) names.push_back(printable(parameter.name));
  return names;
}

/// A store or a file that cannot be read offers nothing: a complaint would end up in the middle of the line.
std::vector<std::string> or_none(std::vector<std::string> (*list)(const TypedLine&, const Context&),
                                 const TypedLine& line, const Context& context) {
  try {
    return list(line, context);
  } catch (const std::exception&) {
    return {};
  }
}

Offers values_of(const OptionInfo& option, const TypedLine& line, const Context& context) {
  static const std::set<std::string> kFiles = {"FILE", "DIR", "FOLDER", "FROM", "TO", "COMMAND"};
  const auto named = [&](const char* name) { return is_named(option, name); };
  const std::string& command = line.command->name;
  Offers offers;
  offers.add(option.choices);
  if (named("SHELL")) offers.add(shells());
  if (named("--sampler") || (named("NAME") && (command == "methods" || command == "samplers")))
    offers.add_all(catalog::samplers());
  if (named("NAME") && (command == "methods" || command == "pruners")) offers.add_all(catalog::pruners());
  if (named("--parameter")) offers.add(or_none(parameter_names, line, context));
  if (option.placeholder == "STUDY" || named("--from")) offers.add(or_none(study_names, line, context));
  offers.files = kFiles.contains(option.placeholder) || named("STUDY") || named("--from") || named("--store");
  return offers;
}

Offers options_of(const CommandInfo& command) {
  Offers offers;
  for (const OptionInfo& option : command.options) {
    if (option.positional) continue;
    for (const std::string& name : option.names) offers.words.emplace_back(name, option.help);
  }
  offers.words.emplace_back("--help", "show help");
  return offers;
}

/// Options are told when one is begun, and where nothing else can stand.
Offers offers_of(const TypedLine& line, const std::string& typed, const Context& context) {
  if (line.awaiting != nullptr) return values_of(*line.awaiting, line, context);
  Offers offers;
  if (!line.ended && typed.starts_with("-")) {
    const std::size_t equals = typed.find('=');
    if (equals == std::string::npos) return options_of(*line.command);
    const OptionInfo* option = option_named(*line.command, typed.substr(0, equals));
    if (option != nullptr) offers = values_of(*option, line, context);
    for (auto& [word, meaning] : offers.words) word.insert(0, typed, 0, equals + 1);
    return offers;
  }
  if (line.arguments.empty()) offers.add_all(line.command->commands);
  const OptionInfo* argument = line.argument();
  if (offers.words.empty() && argument != nullptr) offers = values_of(*argument, line, context);
  const bool nothing = offers.words.empty() && !offers.files && typed.empty() && !line.ended;
  return nothing ? options_of(*line.command) : offers;
}

}  // namespace

std::string completion_script(const std::string& shell) {
  if (shell == "bash") return kBash;
  if (shell == "zsh") return kZsh;
  if (shell == "fish") return kFish;
  throw UsageError("there is no completion for '" + shell + "'" + did_you_mean(shell, shells()),
                   "known are " + join(shells(), ", "));
}

std::string complete(const std::vector<std::string>& words, const Context& context) {
  if (words.size() < 2) return "";
  ShellWords typed(words[0], {words.begin() + 1, words.end()});
  if (!typed.before.empty() && typed.before[0] == "help") typed.before.erase(typed.before.begin());
  const CommandInfo program = context.commands();
  const Offers offers = offers_of(TypedLine(program, typed.before), typed.last, context);
  std::string out;
  for (const auto& [word, meaning] : offers.words) {
    if (word.starts_with(typed.last)) out += word.substr(typed.kept) + "\t" + meaning + "\n";
  }
  // Behind a part that is kept, a file would be any: only where nothing else fits ("--store=", "sqlite:").
  return out + (offers.files && (typed.kept == 0 || out.empty()) ? "files\n" : "");
}

}  // namespace hone::cli
