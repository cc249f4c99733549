// SPDX-License-Identifier: MIT
#include <CLI/CLI.hpp>
#include <map>
#include <optional>

#include "hone/base/text.hpp"
#include "hone/cli/command.hpp"
#include "hone/cli/exit_code.hpp"
#include "hone/cli/synonyms.hpp"
#include "hone/cli/typed_words.hpp"

namespace hone::cli {

/// What CLI11 has no place for, beside its tree.
struct CommandLine::Parts {
  struct Extra {
    std::string detail;
    std::vector<std::string> examples;
    std::vector<std::string> everyday;
    Command::Action action;
  };
  CLI::App app;
  std::map<const CLI::App*, Extra> extras;
  std::map<const CLI::Option*, std::vector<std::string>> choices;
};

namespace {

std::string shown_name(const CLI::Option& option) {
  if (!option.get_lnames().empty()) return "--" + option.get_lnames().front();
  return option.get_name();
}

OptionInfo info_of(const CLI::Option& option) {
  OptionInfo info;
  for (const std::string& name : option.get_snames()) info.names.push_back("-" + name);
  for (const std::string& name : option.get_lnames()) info.names.push_back("--" + name);
  info.positional = info.names.empty();
  if (info.positional) info.names.push_back(option.get_name(true));
  if (option.get_expected_max() > 0) info.placeholder = option.get_type_name();
  info.help = option.get_description();
  info.required = option.get_required();
  info.many = option.get_expected_max() > 1;
  return info;
}

/// The command that the words in front name, as deep as they go.
CLI::App* addressed(CLI::App& root, const std::vector<std::string>& arguments) {
  CLI::App* app = &root;
  for (const std::string& word : arguments) {
    if (!word.empty() && word[0] == '-') break;
    const std::vector<CLI::App*> subs =
        app->get_subcommands([&](const CLI::App* sub) { return sub->get_name() == word; });
    if (subs.empty()) break;
    app = subs.front();
  }
  return app;
}

std::vector<std::string> option_names(const CLI::App& app) {
  std::vector<std::string> names{"--help"};
  for (const CLI::Option* option : app.get_options()) {
    for (const std::string& name : option->get_lnames()) names.push_back("--" + name);
  }
  return names;
}

std::vector<std::string> command_names(const CLI::App& app) {
  std::vector<std::string> names;
  for (const CLI::App* sub : app.get_subcommands([](const CLI::App*) { return true; }))
    names.push_back(sub->get_name());
  return names;
}

std::string path_of(const CLI::App& app) {
  return app.get_parent() == nullptr ? app.get_name() : path_of(*app.get_parent()) + " " + app.get_name();
}

std::string help_hint(const CLI::App& app) { return "see '" + path_of(app) + " --help'"; }

/// Before CLI11 complains of what is missing, say which option was mistyped.
void refuse_unknown_options(const CLI::App& app, const std::vector<std::string>& arguments) {
  const std::vector<std::string> known = option_names(app);
  for (const std::string& argument : arguments) {
    if (argument == "--") return;
    if (argument.rfind("--", 0) != 0) continue;
    const std::string name = argument.substr(0, argument.find('='));
    if (std::find(known.begin(), known.end(), name) != known.end()) continue;
    throw UsageError("unknown option '" + name + "'" + did_you_mean(name, known), help_hint(app));
  }
}

/// A command that only groups others needs the name of one.
void refuse_unknown_command(const CLI::App& app, const std::vector<std::string>& arguments) {
  const std::vector<std::string> known = command_names(app);
  if (known.empty()) return;
  const auto is_word = [](const std::string& argument) { return !argument.empty() && argument[0] != '-'; };
  const auto depth = static_cast<std::ptrdiff_t>(split(path_of(app), ' ').size()) - 1;
  const auto word = std::find_if(arguments.begin() + depth, arguments.end(), is_word);
  if (word != arguments.end()) {
    const auto meaning = depth == 0 ? meaning_of(*word) : std::nullopt;
    if (meaning) throw UsageError("there is no command '" + *word + "'", *meaning);
    throw UsageError("unknown command '" + *word + "'" + did_you_mean(*word, known),
                     depth == 0 ? "'" + path_of(app) + " help --all' lists the commands" : help_hint(app));
  }
  for (const std::string& argument : arguments) {
    if (argument.size() > 1 && argument[0] == '-')
      throw UsageError("unknown option '" + argument + "'", help_hint(app));
  }
  throw UsageError("'" + path_of(app) + "' needs one of: " + join(known, ", "), help_hint(app));
}

/// Of "--trials,-n".
std::string first_name(const std::string& names) { return split(names, ',').front(); }

auto word_into(auto& target) {
  return [&target](const std::string& given) { target = show_minus(given); };
}

auto words_into(std::vector<std::string>& target) {
  return [&target](const std::vector<std::string>& given) {
    for (const std::string& one : given) target.push_back(show_minus(one));
  };
}

}  // namespace

Command& Command::argument(const std::string& name, std::string& target, const std::string& help) {
  app_->add_option_function<std::string>(name, word_into(target), help)->required()->type_name(name);
  return *this;
}

Command& Command::argument(const std::string& name, std::optional<std::string>& target,
                           const std::string& help) {
  return option(name, target, name, help);
}

Command& Command::arguments(const std::string& name, std::vector<std::string>& target,
                            const std::string& help) {
  app_->add_option_function<std::vector<std::string>>(name, words_into(target), help)->type_name(name);
  return *this;
}

Command& Command::option(const std::string& names, std::optional<std::string>& target,
                         const std::string& placeholder, const std::string& help) {
  app_->add_option_function<std::string>(names, word_into(target), help)->type_name(placeholder);
  return *this;
}

Command& Command::option(const std::string& names, std::optional<std::int64_t>& target,
                         const std::string& placeholder, const std::string& help, std::int64_t low,
                         std::int64_t high) {
  const auto read = [&target, shown = first_name(names), low, high](const std::string& given) {
    target = typed_integer(shown, show_minus(given), low, high);
  };
  app_->add_option_function<std::string>(names, read, help)->type_name(placeholder);
  return *this;
}

Command& Command::option(const std::string& names, std::optional<double>& target,
                         const std::string& placeholder, const std::string& help) {
  const auto read = [&target, shown = first_name(names)](const std::string& given) {
    target = typed_number(shown, show_minus(given));
  };
  app_->add_option_function<std::string>(names, read, help)->type_name(placeholder);
  return *this;
}

Command& Command::list(const std::string& names, std::vector<std::string>& target,
                       const std::string& placeholder, const std::string& help) {
  app_->add_option_function<std::vector<std::string>>(names, words_into(target), help)
      ->type_name(placeholder)
      ->expected(1)
      ->take_all();
  return *this;
}

Command& Command::choice(const std::string& names, std::optional<std::string>& target,
                         std::vector<std::string> words, const std::string& help) {
  const auto read = [&target, shown = first_name(names), words](const std::string& given) {
    target = typed_choice(shown, show_minus(given), words);
  };
  // More words than a line of help holds are told by the help's own text, or by a mistake.
  constexpr std::size_t kReadable = 60;
  const std::string all = join(words, "|");
  const CLI::Option* option = app_->add_option_function<std::string>(names, read, help)
                                  ->type_name(all.size() <= kReadable ? all : "NAME");
  line_->parts_->choices[option] = std::move(words);
  return *this;
}

Command& Command::flag(const std::string& names, bool& target, const std::string& help) {
  app_->add_flag_callback(
      names, [&target] { target = true; }, help);
  return *this;
}

Command& Command::detail(const std::string& text) {
  line_->parts_->extras[app_].detail = text;
  return *this;
}

Command& Command::group(const std::string& name) {
  app_->group(name);
  return *this;
}

Command& Command::everyday(std::vector<std::string> names) {
  line_->parts_->extras[app_].everyday = std::move(names);
  return *this;
}

Command& Command::example(const std::string& line, const std::string& meaning) {
  line_->parts_->extras[app_].examples.push_back(line + (meaning.empty() ? "" : "  # " + meaning));
  return *this;
}

Command& Command::action(Action action) {
  line_->parts_->extras[app_].action = std::move(action);
  return *this;
}

Command Command::subcommand(const std::string& name, const std::string& summary) {
  CLI::App* sub = app_->add_subcommand(name, summary);
  sub->set_help_flag();
  app_->require_subcommand(0, 1);  // what follows one is its own: a study may be called "best"
  return Command(*line_, *sub);
}

CommandLine::CommandLine(const std::string& program, const std::string& summary)
    : parts_(std::make_unique<Parts>()) {
  parts_->app.name(program);
  parts_->app.description(summary);
  parts_->app.set_help_flag();
}

CommandLine::~CommandLine() = default;

Command CommandLine::root() { return Command(*this, parts_->app); }

namespace {

CommandInfo describe_app(const CLI::App& app, const auto& parts) {
  CommandInfo info{app.get_name(), path_of(app), app.get_description(), {}, app.get_group(), {}, {}, {}, {}};
  if (const auto extra = parts.extras.find(&app); extra != parts.extras.end()) {
    info.detail = extra->second.detail;
    info.examples = extra->second.examples;
    info.everyday = extra->second.everyday;
  }
  for (const CLI::Option* option : app.get_options()) {
    OptionInfo shown = info_of(*option);
    if (const auto choices = parts.choices.find(option); choices != parts.choices.end())
      shown.choices = choices->second;
    info.options.push_back(std::move(shown));
  }
  for (const CLI::App* sub : app.get_subcommands([](const CLI::App*) { return true; })) {
    info.commands.push_back(describe_app(*sub, parts));
  }
  return info;
}

/// What is wrong with the number of values of the option that CLI11 complains of; nothing when it is another
/// complaint.
std::optional<std::string> wrong_count(const CLI::ParseError& error, const CLI::App& app) {
  if (dynamic_cast<const CLI::ArgumentMismatch*>(&error) == nullptr &&
      dynamic_cast<const CLI::ConversionError*>(&error) == nullptr) {
    return std::nullopt;
  }
  // "--name: 1 required NAME missing", or of a flag "Could not convert: --list = word".
  std::string complaint = error.what();
  constexpr std::string_view kOfFlags = "Could not convert: ";
  if (complaint.starts_with(kOfFlags)) complaint.erase(0, kOfFlags.size());
  for (const CLI::Option* option : app.get_options()) {
    if (!complaint.starts_with(option->get_name() + ":") && !complaint.starts_with(option->get_name() + " "))
      continue;
    const std::string shown = "option '" + shown_name(*option) + "' ";
    if (option->get_expected_max() == 0) return shown + "takes no value";
    if (option->count() > 1) return shown + "was given " + (option->count() == 2 ? "twice" : "several times");
    return shown + "needs a value: " + option->get_type_name();
  }
  return std::nullopt;
}

/// CLI11's complaint in our words.
UsageError explained(const CLI::ParseError& error, const CLI::App& app) {
  const std::vector<std::string> left = app.remaining();
  if (!left.empty() && dynamic_cast<const CLI::ExtrasError*>(&error) != nullptr) {
    const std::string first = show_minus(left.front());
    const bool option = first.size() > 1 && first[0] == '-';
    return UsageError((option ? "unknown option '" : "unexpected argument '") + first + "'", help_hint(app));
  }
  if (const auto problem = wrong_count(error, app)) return UsageError(*problem, help_hint(app));
  for (const CLI::Option* option : app.get_options()) {
    if (option->get_required() && option->count() == 0) {
      return UsageError("missing argument " + shown_name(*option) + ": " + option->get_description(),
                        help_hint(app));
    }
  }
  return UsageError(error.what(), help_hint(app));
}

}  // namespace

CommandInfo CommandLine::describe() const { return describe_app(parts_->app, *parts_); }

CommandLine::Parsed CommandLine::parse(const std::vector<std::string>& arguments) {
  CLI::App& app = *addressed(parts_->app, arguments);
  if (has_word(arguments, {"--help", "-h", "--help-all"})) {
    CommandInfo help = describe_app(app, *parts_);
    if (has_word(arguments, {"--all", "--help-all"})) help.everyday.clear();
    return {std::move(help), {}};
  }
  if (!parts_->extras[&app].action) refuse_unknown_command(app, arguments);
  refuse_unknown_options(app, arguments);
  // CLI11 wants them last first.
  std::vector<std::string> reversed;
  for (auto it = arguments.rbegin(); it != arguments.rend(); ++it) reversed.push_back(hide_minus(*it));
  try {
    parts_->app.parse(reversed);
  } catch (const CLI::ParseError& error) {
    throw explained(error, app);
  } catch (const UsageError& error) {
    throw UsageError(error.what(), help_hint(app));
  }
  return {std::nullopt, parts_->extras[&app].action};
}

}  // namespace hone::cli
