// SPDX-License-Identifier: MIT
#include "hone/cli/app.hpp"

#include <algorithm>
#include <cerrno>
#include <istream>
#include <nlohmann/json.hpp>
#include <ostream>
#include <system_error>

#include "hone/base/printable.hpp"
#include "hone/cli/background_output.hpp"
#include "hone/cli/commands.hpp"
#include "hone/cli/completion.hpp"
#include "hone/cli/context.hpp"
#include "hone/cli/exit_code.hpp"
#include "hone/cli/help.hpp"
#include "hone/cli/hint.hpp"
#include "hone/runner/refusal.hpp"

namespace hone::cli {
namespace {

void describe(CommandLine& line, const MoreCommands& more) {
  Command root = line.root();
  root.example("hone init", "write a commented study file to start from");
  root.example("hone tune study.yaml --trials 50 -j 4", "run it; the same command goes on where it stopped");
  root.example("hone best study.yaml", "the best settings so far");
  root.everyday({"init", "check", "tune", "retry", "show", "best", "trials", "plot", "report", "studies",
                 "dashboard", "export", "import"});
  add_init(root);
  add_check(root);
  add_tune(root);
  add_space(root);
  add_retry(root);
  add_stop(root);
  add_ask(root);
  add_tell(root);
  add_amend(root);
  add_enqueue(root);
  add_stdio(root);
  add_call(root);
  add_show(root);
  add_best(root);
  add_trials(root);
  add_plot(root);
  add_importance(root);
  add_report(root);
  add_diagnose(root);
  add_sources(root);
  add_studies(root);
  add_dashboard(root);
  add_meta(root);
  add_artefacts(root);
  add_export(root);
  add_import(root);
  add_note(root);
  add_delete(root);
  add_gc(root);
  add_db(root);
  add_serve(root);
  add_worker(root);
  add_token(root);
  add_design(root);
  add_methods(root);
  add_samplers(root);
  add_pruners(root);
  add_schema(root);
  if (more) more(root);
  add_completion(root);
  add_man(root);
  add_version(root);
}

/// Complaints are for people unless the command was asked for JSON.
int complain(Context& context, bool json, std::string_view code, const std::string& problem,
             const std::string& hint, int exit_code) {
  if (output_is_stuck()) return exit_code;  // nobody would read it
  const std::string message = with_store(problem, context);
  if (json) {
    const nlohmann::ordered_json answer = {{"error", {{"code", code}, {"message", message}}}};
    context.err << printable_json(
                       answer.dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace))
                << "\n";
  } else {
    context.err << context.err_style().red("hone: ") << printable_lines(message) << "\n";
    if (!hint.empty())
      context.err << context.err_style().dim(printable_lines(with_store(hint, context))) << "\n";
  }
  return exit_code;
}

bool has_command(const CommandInfo& program, const std::string& name) {
  return std::any_of(program.commands.begin(), program.commands.end(),
                     [&](const CommandInfo& one) { return one.name == name; });
}

int carry_out(CommandLine& line, const std::vector<std::string>& arguments, Context& context) {
  if (arguments.empty()) {
    context.out << help_text(line.describe(), context.out_style());
    return kUsage;
  }
  // What completion scripts ask, with words that are no command line yet.
  if (arguments[0] == "__complete") {
    context.out << complete({arguments.begin() + 1, arguments.end()}, context);
    return kOk;
  }
  // Two words that people try everywhere.
  std::vector<std::string> words = arguments;
  if (words[0] == "help") {
    words.erase(words.begin());
    if (!words.empty() && !words[0].starts_with('-') && !has_command(line.describe(), words[0]))
      line.parse({words[0]});  // says that there is none
    words.push_back("--help");
  }
  if (words[0] == "--version" || words[0] == "-V") words[0] = "version";
  const CommandLine::Parsed parsed = line.parse(words);
  if (parsed.help) {
    context.out << help_text(*parsed.help, context.out_style());
    return kOk;
  }
  return parsed.action(context);
}

}  // namespace

int run(const std::vector<std::string>& arguments, std::istream& in, std::ostream& out, std::ostream& err,
        const Environment& environment, const MoreCommands& more) {
  const bool json = std::find(arguments.begin(), arguments.end(), "--json") != arguments.end();
  CommandLine line("hone", "hone finds the best settings of anything you can run.");
  Context context{in, out, err, environment, [&line] { return line.describe(); }, arguments};
  try {
    describe(line, more);
    const int code = carry_out(line, arguments, context);
    out.flush();
    if (!out)
      return complain(context, json, code_name(ErrorCode::System), "the output could not be written", "",
                      kFailure);
    return code;
  } catch (const UsageError& error) {
    return complain(context, json, "usage", error.what(), error.hint(), kUsage);
  } catch (const Error& error) {
    return complain(context, json, code_name(error.code()), error.what(), "", exit_code(error.code()));
  } catch (const std::system_error& error) {
    // A thread that somebody below wanted; everything else that the system refuses is an Error by now.
    const bool refused = error.code() == std::errc::resource_unavailable_try_again;
    const std::string message = refused ? runner::no_more("threads", EAGAIN).what() : error.what();
    return complain(context, json, code_name(ErrorCode::System), message, "", kFailure);
  } catch (const std::exception& error) {
    return complain(context, json, code_name(ErrorCode::Internal), error.what(), "", kFailure);
  }
}

}  // namespace hone::cli
