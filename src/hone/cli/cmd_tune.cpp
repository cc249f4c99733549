// SPDX-License-Identifier: MIT
#include <unistd.h>

#include <chrono>
#include <ostream>
#include <thread>

#include "hone/base/error.hpp"
#include "hone/base/printable.hpp"
#include "hone/base/shell_text.hpp"
#include "hone/base/text.hpp"
#include "hone/catalog/samplers.hpp"
#include "hone/catalog/study_parts.hpp"
#include "hone/cli/background_output.hpp"
#include "hone/cli/commands.hpp"
#include "hone/cli/context.hpp"
#include "hone/cli/exit_code.hpp"
#include "hone/cli/exit_limit.hpp"
#include "hone/cli/from_option.hpp"
#include "hone/cli/hint.hpp"
#include "hone/cli/humanize.hpp"
#include "hone/cli/live_line.hpp"
#include "hone/cli/other_store.hpp"
#include "hone/cli/progress.hpp"
#include "hone/cli/source_text.hpp"
#include "hone/cli/study_text.hpp"
#include "hone/cli/tune_summary.hpp"
#include "hone/cli/version_text.hpp"
#include "hone/cli/workspace.hpp"
#include "hone/codec/field.hpp"
#include "hone/runner/command.hpp"
#include "hone/runner/loop.hpp"
#include "hone/runner/plan_check.hpp"
#include "hone/runner/trial_files.hpp"
#include "hone/service/local_run.hpp"

namespace hone::cli {
namespace {

constexpr double kReaderPatience = 5.0;  // seconds for who reads the progress to read the rest of it

struct TuneOptions : StudyOptions {
  std::optional<std::int64_t> trials;
  std::optional<std::int64_t> more;
  std::optional<std::int64_t> parallel;
  std::optional<std::string> sampler;
  std::optional<std::int64_t> seed;
  std::optional<std::string> time;
  std::optional<double> cost;
  std::optional<std::string> workdir;
  std::vector<std::string> from;
  bool adopt = false;
  bool quiet = false;
};

/// What the command line says goes before what the file says.
void apply(const TuneOptions& options, Study& study) {
  Budget& budget = study.plan.budget;
  if (options.trials) budget.trials = *options.trials;
  if (options.cost) {
    if (!study.cost)
      throw UsageError("nothing says what a trial costs",
                       "write `cost: run_time`, or the attribute that trials report, into the study file");
    budget.cost = *options.cost;
  }
  if (options.parallel) budget.parallel = static_cast<int>(*options.parallel);
  if (options.seed) study.seed = static_cast<std::uint64_t>(*options.seed);
  // The options in the file belong to the sampler in the file.
  if (options.sampler && *options.sampler != study.sampler.name) study.sampler = {*options.sampler, {}};
  if (options.time) {
    budget.time = codec::parse_duration(*options.time);
    if (!budget.time)
      throw UsageError("'" + *options.time + "' is not a time", "write --time 90s, 15m or 1h30m");
  }
}

/// The study as it is run: with --more, so many trials beyond those that have been run, whatever would stop
/// it. In the store the budget stays as it is, for the next run.
Study as_run(const TuneOptions& options, const GivenStudy& given) {
  Study study = given.study;
  if (!options.more) return study;
  std::int64_t run = 0;
  if (given.stored) {
    for (const Trial& trial : given.trials(study.name))
      run += trial.state != TrialState::Waiting && trial.state != TrialState::Deleted ? 1 : 0;
  }
  Budget& budget = study.plan.budget;
  budget.trials = run + *options.more;
  budget.target.reset();
  budget.patience.reset();
  budget.cost.reset();
  study.plan.stop = {};
  return study;
}

void check_command(const Study& study, const std::string& argument) {
  if (!study.plan.command.empty()) return;
  throw Error(
      ErrorCode::InvalidFile, "the study '" + study.name + "' has no command to run",
      "add one to the study file, or drive it with `hone ask " + shell_word(argument) + "` and `hone tell`");
}

void announce(Context& context, const OpenStudy& open, std::int64_t known) {
  const Style style = context.err_style();
  context.err << style.bold(printable(open.study.name)) << "  " << printable(open.study.sampler.name) << ", "
              << open.study.plan.budget.parallel << " at a time, in " << shown_store(open.address);
  if (!open.created) context.err << ", going on after " << counted(known, "trial");
  context.err << "\n";
  if (is_endless(open.study.plan.budget)) {
    context.err << style.dim(
                       "no budget: it goes on until you stop it with Ctrl-C, which lets running trials end, "
                       "or the sampler has nothing left to propose; --trials N or --time 1h sets one")
                << "\n";
  }
  context.err << std::flush;
}

/// Says how far it is while models of the sources are made for the first time, which may take minutes.
catalog::StudyParts make_parts(const TuneOptions& options, const CommandStore& store, const Study& study,
                               Context& context) {
  const bool silent = options.quiet || options.json;
  LiveLine line(context, !silent);
  const auto tell = [&](std::size_t source, std::size_t sources) {
    line.show(text("learning from ", source, " of ", sources, sources == 1 ? " study" : " studies"));
  };
  return service::make_parts(*store.operations, study, tell, catalog::Checked::Yes);
}

/// What to know about the sources before it begins.
std::vector<std::string> source_warnings(const Context& context, const TuneOptions& options,
                                         const Study& study, const catalog::SourceTally& tally) {
  std::vector<std::string> warnings = tally.remarks;
  warnings.push_back(catalog::ignored_sources_remark(study));
  warnings.push_back(catalog::ignored_preferences_remark(study));
  warnings.push_back(refused_text(tally, study_hint(context, options.study, options.store)));
  std::erase(warnings, "");
  return warnings;
}

/// A sampler that learns from others reads its sources, and so finds out what is not there. For the others
/// somebody has to look: a mistyped name would be stored, and found by a later sampler.
void check_unused_sources(const GivenStudy& given, const std::vector<std::string>& from) {
  if (from.empty() || catalog::learns_from_sources(given.study)) return;
  Study named = given.study;
  named.sources.clear();
  append_sources(named.sources, from, named.name);
  service::require_sources(*given.operations, named);
}

/// What the file and the command line change in the stored study, and what an adopted space does to its
/// trials.
std::string full_change_remark(const GivenStudy& given, bool adopt) {
  const std::string remark = change_remark(given);
  if (remark.empty() || !adopt) return remark;
  const runner::PlannedChange change =
      given.operations->set_space(given.study.name, given.study, true).change;
  return change.new_space ? remark + "adopted: " + effect_text(change) + "\n" : remark;
}

/// For the case that the program was told to end and cannot: it says so if that is possible, and is gone.
void leave(BackgroundOutput& errors, int code) {
  errors.write(
      "hone: told to end, but the store or the output does not answer; ended without it. Results that were "
      "not "
      "stored are left in their trials' folders, and these trials are run again by the same command\n",
      BackgroundOutput::Weight::Notice);
  std::this_thread::sleep_for(std::chrono::milliseconds(300));  // for that to be written
  ::_exit(code);
}

/// The study as somebody else has defined it meanwhile.
OpenStudy as_redefined(const OpenStudy& open) {
  storage::StudyVersion now = open.operations->stored(open.study.name).version;
  return {open, std::move(now.study), false, now.version, now.space};
}

int run_tune(const TuneOptions& options, Context& context) {
  if (options.more && options.trials)
    throw UsageError("--more counts from the trials that have been run, --trials from the first one",
                     "give one of the two");
  GivenStudy given =
      given_study(context, options, open_store(context, options.store, StoreUse::Records), options.from);
  apply(options, given.study);
  const Study& study = given.study;
  check_command(study, options.study);
  // Everything that can be wrong is found before the study is stored, and most of it before the store is
  // made.
  catalog::check_parts(study);
  runner::check_runnable(study);
  runner::LoopOptions loop_options;
  loop_options.queue_beyond_budget = !options.more;
  if (options.workdir) loop_options.workdir = *options.workdir;
  runner::check_workdir(loop_options.workdir);
  check_unused_sources(given, options.from);
  const Study running = as_run(options, given);
  catalog::StudyParts parts = make_parts(options, given, running, context);
  const std::string changed = full_change_remark(given, options.adopt);
  runner::StoredStudy stored = given.operations->define(
      study, options.adopt ? runner::OnNewSpace::Adopt : runner::OnNewSpace::Refuse, catalog::Checked::Yes);
  stored.study.plan.budget = running.plan.budget;
  stored.study.plan.stop = running.plan.stop;
  const OpenStudy open{given, stored.study, stored.created, stored.version, stored.space};
  std::vector<std::string> warnings = source_warnings(context, options, study, parts.sources);
  if (const std::string remark = other_store_remark(context, options, open); !remark.empty())
    warnings.push_back(remark);
  const catalog::SourceTally sources = std::move(parts.sources);
  const auto loop = service::make_loop(*given.operations, std::move(stored), std::move(parts), loop_options);
  const bool silent = options.quiet || options.json;
  if (!silent) announce(context, open, loop->view().standing().trials);
  if (!options.quiet) context.err << changed;
  if (const std::string remark = changed_sources_remark(given);
      !silent && !remark.empty() && catalog::learns_from_sources(study))
    context.err << remark << "\n";
  for (const std::string& warning : warnings) {
    if (!options.json)
      context.err << context.err_style().yellow("warning: ") << printable_lines(warning) << "\n";
  }
  BackgroundOutput errors(context.err);
  runner::StopSignal signal;
  const runner::ScopedSignals signals(signal);
  const ExitLimit exit_limit(signal, study.plan.budget.grace, [&](int code) { leave(errors, code); });
  const auto begun = std::chrono::steady_clock::now();
  ProgressView progress(
      [&](std::string line, BackgroundOutput::Weight weight) { errors.write(std::move(line), weight); },
      context.err_style(), context.environment.error_is_terminal, study, open.study.plan.budget);
  progress.names_study(study_hint(context, options.study, options.store));
  progress.learns_from(sources);
  progress.when_cut_off([&] { return signal.level() >= runner::StopSignal::Level::Cancel; });
  const runner::LoopResult result = loop->run(&signal, silent ? nullptr : &progress);
  if (!silent && result.finished > 0) progress.tell_sources();
  progress.clear();
  errors.finish(kReaderPatience);
  const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begun).count();
  // A driver does not read the trials of another space than its own. What became of ours is in the store.
  std::optional<OpenStudy> redefined;
  std::vector<Trial> present;
  if (loop->view().redefined()) present = all_trials(redefined.emplace(as_redefined(open)));
  const TuneSummary summary{redefined ? *redefined : open,
                            redefined ? present : loop->view().trials(),
                            result,
                            seconds,
                            options.study,
                            options.more,
                            sources,
                            warnings};
  if (options.json) {
    print_json(context, summary);
  } else if (!options.quiet) {
    print_summary(context, summary);
  } else if (result.reason == runner::StopReason::GaveUp) {
    context.err << printable(study.name) << ": " << reason_text(summary) << "; see hone show "
                << study_hint(context, options.study, options.store) << "\n";
  }
  context.out.flush();  // while a limit holds for how long that may take
  return exit_code_of(summary);
}

}  // namespace

void add_tune(Command root) {
  auto options = std::make_shared<TuneOptions>();
  Command command = root.subcommand("tune", "Run a study; go on where it stopped when it exists");
  command.group("Run").detail(
      R"(Runs the command of the study file with one proposal after the other until the budget is spent. Every result is stored at once: stop with Ctrl-C, or let the power fail, and the same command goes on. Several 'hone tune' may work on one study at a time. With --more N it runs N trials more than have been run, though the budget is spent or its target reached; the budget itself stays as it was. Budget, sampler, sources and command may change between runs, and what changed is said; another search space is taken over with --adopt ('hone space' explains it and shows what it would do).
When the first trials all fail in the same way (3 of them; budget: {give_up_after: N}), it is the command that is wrong: nothing more is started, what was started and what it said is shown, and 'hone retry' has those trials run again once it is mended.
With --from the study learns from earlier ones, as with `sources` in the file; what it learns from is stored with it. A name that holds a comma or a colon is written as in the file, --from "{study: 'a,b'}"; --from none takes back what was named before.
Ctrl-C lets the running trials end, a second one kills them (exit code 130). SIGTERM and SIGHUP stop them and put them back into the queue; the program ends within the grace of the study and 10 seconds, whatever it waits for (exit code 143). Ignored signals stay ignored: 'nohup hone tune' outlives its terminal.)");
  add_study(command, *options);
  command.option("--trials,-n", options->trials, "N", "trials in the study, all runs together", 1)
      .option("--more", options->more, "N", "N trials more than have been run, whatever the budget says", 1,
              1000000000)
      .option("--parallel,-j", options->parallel, "K", "commands at a time", 1, 10000)
      .option("--sampler", options->sampler, "NAME", "how to propose; see 'hone methods'")
      .option("--seed", options->seed, "N", "seed of all random choices", 0)
      .option("--time", options->time, "TIME", "stop starting trials after 90s, 15m or 1h30m")
      .option("--cost", options->cost, "X",
              "stop starting trials when they have cost so much, as the study's `cost` has it")
      .option("--workdir", options->workdir, "DIR", "where trials get their folders (default .hone)")
      .flag("--adopt", options->adopt,
            "take over a changed search space; trials that do not fit are kept, marked")
      .flag("--quiet,-q", options->quiet, "no progress and no summary");
  add_from(command, options->from);
  command.example("hone tune study.yaml", "as the file says")
      .example("hone tune study.yaml --trials 100 -j 4", "more of it, four at a time")
      .example("hone tune study.yaml --more 20", "20 trials more than there are")
      .example("hone tune study.yaml --time 10m --sampler sobol", "")
      .example("hone tune study.yaml --from all", "learn from every other study of the store")
      .example("hone tune study.yaml --from 'svm-*,old.db:svm,runs.csv'", "")
      .action([options](Context& context) { return run_tune(*options, context); });
}

}  // namespace hone::cli
