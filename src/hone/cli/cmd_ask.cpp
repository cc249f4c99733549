// SPDX-License-Identifier: MIT
#include <signal.h>

#include <ostream>

#include "hone/base/error.hpp"
#include "hone/base/printable.hpp"
#include "hone/base/shell_text.hpp"
#include "hone/cli/commands.hpp"
#include "hone/cli/context.hpp"
#include "hone/cli/exit_code.hpp"
#include "hone/cli/from_option.hpp"
#include "hone/cli/front_text.hpp"
#include "hone/cli/hint.hpp"
#include "hone/cli/humanize.hpp"
#include "hone/cli/other_store.hpp"
#include "hone/cli/study_text.hpp"
#include "hone/cli/workspace.hpp"
#include "hone/codec/json.hpp"
#include "hone/meta/proposer.hpp"
#include "hone/service/operations.hpp"

namespace hone::cli {
namespace {

struct AskOptions : StudyOptions {
  std::optional<std::int64_t> count;
  std::vector<std::string> from;
};

/// In JSON there is no place for it: a script that asks wants settings.
void tell_of_sources(Context& context, const AskOptions& options, const GivenStudy& given,
                     const std::vector<std::string>& remarks) {
  if (options.json) return;
  if (const std::string changed = changed_sources_remark(given); !changed.empty())
    context.err << changed << "\n";
  for (const std::string& remark : remarks)
    context.err << context.err_style().yellow("warning: ") << printable_lines(remark) << "\n";
}

/// Who proposed, and why, when that was left to hone.
void tell_of_proposer(Context& context, const std::vector<storage::Claim>& claims) {
  for (const storage::Claim& claim : claims) {
    const auto noted = meta::noted_proposer(claim.trial.notes);
    if (noted && !noted->reason.empty())
      context.err << context.err_style().dim(printable(meta::verdict_text(*noted))) << "\n";
  }
}

void print_json(const service::Asked& asked, Context& context) {
  codec::Json trials = codec::Json::array();
  for (const storage::Claim& claim : asked.claims) {
    trials.push_back({{"number", claim.trial.number}, {"params", codec::to_json(claim.trial.configuration)}});
  }
  codec::Json answer = {{"trials", std::move(trials)}};
  if (asked.done) answer["done"] = true;
  if (asked.stopped) answer["stopped"] = true;
  if (asked.running > 0) answer["running"] = asked.running;
  context.answer(answer);
}

void print_text(const service::Asked& asked, Context& context) {
  const Style style = context.out_style();
  for (const storage::Claim& claim : asked.claims) {
    context.out << style.bold("trial " + std::to_string(claim.trial.number)) << "\n"
                << settings_text(claim.trial.configuration, style);
  }
  if (!asked.claims.empty()) return;
  if (asked.stopped) {
    context.out << "nothing is handed out: somebody stopped the study\n";
  } else if (asked.running > 0) {
    context.out << "nothing to try before one of the " << counted(asked.running, "trial")
                << " that run has ended\n";
  } else {
    context.out << "nothing left to try: the sampler has proposed everything\n";
  }
}

/// Nobody has seen the settings, so nobody would ever tell their results.
[[noreturn]] void put_back(service::Operations& operations, const std::string& study,
                           const std::vector<storage::Claim>& claims) {
  std::vector<std::int64_t> numbers;
  for (const storage::Claim& claim : claims) numbers.push_back(claim.lease.number);
  operations.cancel(study, numbers, true);
  throw Error(ErrorCode::System, "the settings could not be printed, and wait in the queue again",
              "ask once more, where the output can be written");
}

int run_ask(const AskOptions& options, Context& context) {
  const CommandStore store = open_store(context, options.store, StoreUse::Asks);
  const GivenStudy given = given_study(context, options, store, options.from);
  const std::string& study = given.study.name;
  // Without a lease: whoever asked may take days, and tells by the number.
  service::Operations& operations = *store.operations;
  const service::Opened opened = operations.create(given.study);
  warn_of_other_store(context, options, {store, given.study, opened.created});
  context.err << change_remark(given);
  tell_of_sources(context, options, given, opened.warnings);
  const service::Asked asked = operations.ask(study, static_cast<int>(options.count.value_or(1)), true);
  ::signal(SIGPIPE, SIG_IGN);  // a reader that is gone is seen below, where it can be made good
  (options.json ? print_json : print_text)(asked, context);
  context.out.flush();
  if (!context.out) put_back(operations, study, asked.claims);
  if (!options.json && !asked.claims.empty()) {
    tell_of_proposer(context, asked.claims);
    const std::string number = std::to_string(asked.claims.front().trial.number);
    context.err << context.err_style().dim("then: hone tell " + shell_word(options.study) + " " + number +
                                           " " + value_words(given.study) +
                                           store_hint(context, options.store))
                << "\n";
  }
  return kOk;
}

}  // namespace

void add_ask(Command root) {
  auto options = std::make_shared<AskOptions>();
  Command command = root.subcommand("ask", "Propose settings to try");
  command.group("Drive by hand or from a script")
      .detail(
          R"(Starts new trials, the enqueued ones first, and prints their settings. You run them and give each result to 'hone tell'. A study file that the store does not know yet makes a new study.)");
  add_study(command, *options);
  command.option("--count,-n", options->count, "N", "how many (default 1)", 1, 10000);
  add_from(command, options->from);
  command.example("hone ask study.yaml", "one proposal")
      .example("hone ask study.yaml -n 8 --json", "eight, for a script")
      .example("hone ask study.yaml --from 'svm-*'", "having learned from earlier studies")
      .action([options](Context& context) { return run_ask(*options, context); });
}

}  // namespace hone::cli
