// SPDX-License-Identifier: MIT
#include "bench/quality/sequd/reproduce.hpp"

#include <algorithm>
#include <filesystem>
#include <ostream>
#include <thread>

#include "bench/quality/problems.hpp"
#include "bench/quality/run_file.hpp"
#include "bench/quality/run_missing.hpp"
#include "bench/quality/sequd/batch_tables.hpp"
#include "bench/quality/sequd/figures.hpp"
#include "bench/quality/sequd/published.hpp"
#include "bench/quality/sequd/tables.hpp"
#include "bench/quality/text_file.hpp"
#include "hone/base/error.hpp"
#include "hone/base/text.hpp"
#include "hone/plot/svg.hpp"

namespace hone::quality::sequd {
namespace {

constexpr std::uint64_t kFigureSeed = 1;
constexpr int kPublishedManyRuns = 1000;

bool sequential(const std::string& sampler) {
  const std::vector<std::string> kAtOnce = {"random", "lhs", "sobol", "halton", "ud", "grid"};
  return std::find(kAtOnce.begin(), kAtOnce.end(), sampler) == kAtOnce.end();
}

void check(const Reproduction& options) {
  for (const std::string& part : options.parts) {
    if (std::find(kParts.begin(), kParts.end(), part) != kParts.end()) continue;
    throw Error(ErrorCode::InvalidArgument,
                text("there is no part '", part, "' of the paper", did_you_mean(part, kParts)),
                "name some of " + join(kParts, ", "));
  }
}

class Maker {
 public:
  Maker(const Reproduction& options, std::ostream& out, std::ostream& err)
      : options_(options), out_(out), err_(err) {}

  int make() {
    check(options_);
    if (!options_.batches.empty()) return batches();
    if (wants("tables")) prepare();  // mistyped names are found before anything is written
    std::error_code problem;
    std::filesystem::create_directories(options_.out, problem);
    if (wants("designs")) design_figures();
    if (wants("search")) search_figures();
    if (wants("augmentation")) augmentation();
    return wants("tables") ? tables() : 0;
  }

 private:
  bool wants(const char* part) const {
    return std::find(options_.parts.begin(), options_.parts.end(), part) != options_.parts.end();
  }

  int jobs() const {
    return options_.jobs > 0 ? options_.jobs
                             : static_cast<int>(std::max(1U, std::thread::hardware_concurrency()));
  }

  void write(const std::string& name, const std::string& content) {
    const std::string path = options_.out + "/" + name;
    write_file(path, content);
    out_ << "wrote " << path << std::endl;
  }
  void write(const std::string& name, const plot::Figure& figure) { write(name, plot::to_svg(figure)); }

  void add(const std::vector<Method>& methods, const std::vector<std::uint64_t>& seeds, bool model) {
    if (methods.empty()) return;
    schedules_.push_back({.problems = select_problems(options_.functions, ""),
                          .methods = methods,
                          .seeds = seeds,
                          .setting = setting_});
    check_methods(schedules_.back());
    for (const Method& method : methods) {
      entrants_.push_back({method.label, seeds, model, sequential(method.choice.name)});
    }
  }

  void prepare() {
    setting_ = {.budget = options_.runs, .batch = 1, .start = 0};
    add(options_.samplers, options_.seeds, false);
    add(options_.models, options_.model_seeds, true);
    if (schedules_.empty()) {
      throw Error(ErrorCode::InvalidArgument, "there are no samplers",
                  "name some with --samplers or --models");
    }
    for (const Problem& problem : schedules_.front().problems) functions_.push_back(problem.name);
  }

  int batches() {
    prepare();
    std::error_code problem;
    std::filesystem::create_directories(options_.out, problem);
    const std::string file = options_.out + "/runs.csv";
    int failures = 0;
    for (const int batch : options_.batches) {
      Schedule schedule = schedules_.front();
      schedule.setting.batch = batch;
      failures += run_missing(schedule, read_runs(file),
                              {.file = file, .jobs = jobs(), .quiet = options_.quiet}, err_);
    }
    write(options_.runs == kPublishedRuns ? "batches.md" : text("batches-", options_.runs, ".md"),
          batch_tables({.functions = functions_,
                        .entrants = entrants_,
                        .methods = options_.samplers,
                        .batches = options_.batches,
                        .runs = options_.runs,
                        .command = options_.command},
                       read_runs(file)));
    return failures == 0 ? 0 : 1;
  }

  void design_figures() {
    write("figure-2-designs.svg", designs_figure(kFigureSeed));
    write("figure-5-augmentation.svg", augmentation_figure(kFigureSeed));
    write("figure-6-stages.svg", stages_figure(select_problems({"camel6"}, "").front(), kFigureSeed));
  }

  void search_figures() {
    for (const Problem& problem : select_problems({"examples"}, "")) {
      const char* number = problem.name == "cliff" ? "7" : "8";
      write(text("figure-", number, "-", problem.name, ".svg"),
            search_figure(problem, kFigureSeed, kPublishedRuns));
    }
  }

  void augmentation() {
    AugmentationOptions options = options_.augmentation;
    options.jobs = jobs();
    const AugmentationStudy study = study_augmentation(options);
    write("augmentation.csv", augmentation_csv(study));
    write("figure-4-augmentation-study.svg", augmentation_study_figure(study));
  }

  int tables() {
    const std::string file = options_.out + "/runs.csv";
    int failures = 0;
    for (const Schedule& schedule : schedules_) {
      failures += run_missing(schedule, read_runs(file),
                              {.file = file, .jobs = jobs(), .quiet = options_.quiet}, err_);
    }
    const std::map<RunKey, Run> runs = read_runs(file);
    const bool published = options_.runs == kPublishedRuns;
    write(published ? "tables.md" : text("tables-", options_.runs, ".md"),
          markdown_tables({.entrants = entrants_,
                           .scores = score_table(runs, functions_, entrants_, setting_, options_.runs),
                           .runs = options_.runs,
                           .command = options_.command}));
    std::vector<std::string> ranked;  // the paper ranks on the functions of table 9 only
    for (const Problem& problem : schedules_.front().problems) {
      if (problem.group != "examples") ranked.push_back(problem.name);
    }
    if (ranked.empty()) return failures == 0 ? 0 : 1;
    write(
        published                             ? "figure-10-ranks.svg"
        : options_.runs == kPublishedManyRuns ? "figure-11-ranks.svg"
                                              : text("ranks-", options_.runs, ".svg"),
        ranks_figure(runs, ranked, entrants_, setting_, published ? published_table(ranked) : ScoreTable{}));
    return failures == 0 ? 0 : 1;
  }

  const Reproduction& options_;
  std::ostream& out_;
  std::ostream& err_;
  RunSetting setting_;
  std::vector<Schedule> schedules_;
  std::vector<Entrant> entrants_;
  std::vector<std::string> functions_;
};

}  // namespace

int reproduce(const Reproduction& options, std::ostream& out, std::ostream& err) {
  return Maker(options, out, err).make();
}

}  // namespace hone::quality::sequd
