// SPDX-License-Identifier: MIT
#include <unistd.h>

#include <chrono>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <memory>
#include <optional>
#include <ostream>
#include <thread>

#include "hone/base/error.hpp"
#include "hone/base/printable.hpp"
#include "hone/base/shell_text.hpp"
#include "hone/base/text.hpp"
#include "hone/catalog/storages.hpp"
#include "hone/catalog/study_parts.hpp"
#include "hone/cli/background_output.hpp"
#include "hone/cli/commands.hpp"
#include "hone/cli/context.hpp"
#include "hone/cli/exit_code.hpp"
#include "hone/cli/failure_text.hpp"
#include "hone/cli/humanize.hpp"
#include "hone/cli/progress.hpp"
#include "hone/cli/workspace.hpp"
#include "hone/remote/remote_storage.hpp"
#include "hone/runner/loop.hpp"
#include "hone/runner/plan_check.hpp"
#include "hone/runner/trial_files.hpp"
#include "hone/service/local_run.hpp"

namespace hone::cli {
namespace {

struct WorkerOptions {
  std::string url;
  std::optional<std::string> study;
  std::vector<std::string> command;
  std::optional<std::int64_t> slots;
  std::vector<std::string> labels;
  std::optional<std::string> name;
  std::optional<std::string> token_file;
  std::optional<std::string> directory;
  std::optional<std::string> workdir;
  bool quiet = false;
};

constexpr double kForEver = 1e9;  // seconds for which a service that does not answer is tried again

std::string token_in(const std::string& path) {
  std::ifstream file(path);
  std::string word{std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
  if (!file)
    throw Error(ErrorCode::NotFound, text("cannot read the token file ", path), "check --token-file");
  return std::string(trim(word));
}

remote::RemoteOptions remote_options(const WorkerOptions& options) {
  remote::RemoteOptions wanted{
      .client = catalog::service_access(), .name = options.name.value_or(""), .labels = options.labels};
  if (options.token_file) wanted.client.token = token_in(*options.token_file);
  return wanted;
}

/// What `attempt` gives, as soon as the service answers. Nothing when told to stop before.
template <class Attempt>
auto patiently(const runner::StopSignal& signal, Context& context, const Attempt& attempt)
    -> std::optional<decltype(attempt())> {
  bool said = false;
  while (signal.level() == runner::StopSignal::Level::Run) {
    try {
      return attempt();
    } catch (const Error& error) {
      if (error.code() != ErrorCode::StorageBusy) throw;
      if (!said) context.err << "waiting: " << printable(error.what()) << "\n" << std::flush;
      said = true;
      std::this_thread::sleep_for(std::chrono::milliseconds(500));
    }
  }
  return std::nullopt;
}

runner::StoredStudy find_served_study(service::Operations& operations, const std::string& name) {
  auto found = operations.find(name);
  if (!found)
    throw Error(ErrorCode::NotFound, text("the service has no study '", name, "'"),
                "make it first; 'hone studies --store URL' lists those that are there");
  storage::StudyVersion& now = found->version;
  return {found->id, std::move(now.study), false, now.version, now.space};
}

/// What is run here: the study's command or the one that was given, where it was given.
void settle_plan(const WorkerOptions& options, Study& study) {
  Plan& plan = study.plan;
  if (!options.command.empty()) plan.command = options.command;
  if (plan.command.empty())
    throw UsageError("the study '" + study.name + "' has no command",
                     "give one: hone worker URL --study NAME -- COMMAND ...");
  std::error_code ignored;
  const bool there = !plan.directory.empty() && std::filesystem::is_directory(plan.directory, ignored);
  if (options.directory) {
    plan.directory = std::filesystem::absolute(*options.directory).lexically_normal().string();
  } else if (!options.command.empty() || !there) {
    plan.directory = std::filesystem::current_path().string();
  }
  plan.budget.parallel = static_cast<int>(options.slots.value_or(1));
  plan.budget.trials.reset();  // the service counts them
}

struct WorkerLoop {
  Study study;
  std::unique_ptr<runner::Loop> loop;
};

WorkerLoop open_loop(service::Operations& service, const WorkerOptions& options) {
  runner::StoredStudy stored = find_served_study(service, *options.study);
  settle_plan(options, stored.study);
  runner::check_runnable(stored.study);
  runner::LoopOptions wanted{.workdir = options.workdir.value_or(".hone"), .busy_limit = kForEver};
  wanted.outlasts_stop = true;
  runner::check_workdir(wanted.workdir);
  catalog::StudyParts parts = service::make_parts(service, stored.study);
  const Study study = stored.study;
  return {study, service::make_loop(service, std::move(stored), std::move(parts), wanted)};
}

/// What `hone tune` says: why, what was started, how it ended, and what to do.
void print_gave_up(const WorkerOptions& options, Context& context, const Study& study,
                   const runner::LoopResult& result) {
  context.out << context.out_style().bold(printable(study.name)) << ": " << gave_up_text(study.plan.budget)
              << "\n\n";
  if (result.last_failure) print_failed_run(context, *result.last_failure);
  const std::vector<std::string> retry = {"hone", "retry", study.name, "--store", options.url};
  context.out
      << "no trial of this worker has succeeded. Correct the command, the program or what it needs on "
         "this machine,\nthen run  "
      << shell_line(retry) << "\nand start this worker again\n";
  print_never_give_up(context);
}

int run_worker(const WorkerOptions& options, Context& context) {
  if (!options.study) throw UsageError("which study is to be worked on?", "add --study NAME");
  runner::StopSignal signal(runner::StopSignal::OnTerminate::Finish);
  const runner::ScopedSignals signals(signal);
  service::Operations service({.open = [wanted = remote_options(options), &options](bool) {
    return std::make_unique<remote::RemoteStorage>(options.url, wanted);
  }});
  // The service may go away between any two of its answers.
  const auto opened = patiently(signal, context, [&] { return open_loop(service, options); });
  if (!opened) return kOk;
  const Study& study = opened->study;
  if (!options.quiet)
    context.err << printable(study.name) << "  " << study.plan.budget.parallel << " at a time, from "
                << printable(options.url) << "\n"
                << std::flush;
  BackgroundOutput errors(context.err);
  ProgressView progress(
      [&](std::string line, BackgroundOutput::Weight weight) { errors.write(std::move(line), weight); },
      context.err_style(), context.environment.error_is_terminal, study, study.plan.budget);
  progress.names_study(shell_word(study.name) + " --store " + shell_word(options.url));
  const runner::LoopResult result = opened->loop->run(&signal, options.quiet ? nullptr : &progress);
  progress.clear();
  errors.finish(5.0);
  if (!options.quiet)
    context.err << "ran " << counted(result.finished, "trial") << " (" << result.failed << " failed)\n";
  if (result.reason != runner::StopReason::GaveUp) return kOk;
  print_gave_up(options, context, study, result);
  return kFailure;
}

}  // namespace

void add_worker(Command root) {
  auto options = std::make_shared<WorkerOptions>();
  Command command = root.subcommand("worker", "Run trials of a service on this machine");
  command.group("Serve").detail(
      R"(Asks the service for trials, runs the study's command (or the one after --) with each as 'hone tune' would, and tells the results; until the study has had all its trials. It needs no store and no sampler. Trials that run go on when the service or the network is away; their results are told when it is back. SIGTERM and Ctrl-C let the running trials end and start no more; the second time they are stopped and given back.
Of several servers of one store the first that answers is asked; when it goes away, or is drained, the worker goes on with the next.
A worker with a --name gets its unfinished trials back when it is started again; no two workers may share one. A study with the tag requires:gpu gives trials only to workers with --label gpu. The token is read from HONE_TOKEN or --token-file; HONE_CA_FILE names certificates to trust, HONE_CLIENT_CERT and HONE_CLIENT_KEY the worker's own.)");
  command
      .argument("URL", options->url,
                "of the service, such as http://host:7180; of several servers: http://a:7180,http://b:7180")
      .option("--study", options->study, "NAME", "which study")
      .option("--slots,-j", options->slots, "K", "commands at a time (default 1)", 1, 10000)
      .list("--label", options->labels, "WORD", "what this machine has; may be given several times")
      .option("--name", options->name, "NAME", "of this worker across restarts")
      .option("--token-file", options->token_file, "FILE", "instead of HONE_TOKEN")
      .option("--directory", options->directory, "DIR",
              "where the command runs (default: the study's, or here)")
      .option("--workdir", options->workdir, "DIR", "where trials get their folders (default .hone)")
      .flag("--quiet,-q", options->quiet, "no progress")
      .arguments("COMMAND", options->command, "after --: instead of the study's command")
      .example("hone worker http://host:7180 --study svm", "")
      .example("hone worker https://hone.example --study svm -j 4 --label gpu -- python train.py --lr {lr}",
               "")
      .example("srun hone worker http://head:7180 --study svm", "one on each node of a Slurm job")
      .action([options](Context& context) { return run_worker(*options, context); });
}

}  // namespace hone::cli
