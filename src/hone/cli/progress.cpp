// SPDX-License-Identifier: MIT
#include "hone/cli/progress.hpp"

#include <algorithm>
#include <cmath>
#include <ostream>
#include <utility>

#include "hone/base/printable.hpp"
#include "hone/base/text.hpp"
#include "hone/cli/humanize.hpp"
#include "hone/cli/source_text.hpp"
#include "hone/cli/study_text.hpp"
#include "hone/core/failure.hpp"
#include "hone/meta/proposer.hpp"
#include "hone/plot/glyphs.hpp"
#include "hone/runner/result.hpp"

namespace hone::cli {
namespace {

constexpr int kMostFailures = 3;
// Fewer trials make fewer than 15 pairs: too few to tell which studies agree.
constexpr std::int64_t kFirstJudged = 6;

std::string in_short(const std::string& error) { return printable(failure_in_short(error)); }

}  // namespace

ProgressView::ProgressView(Write write, Style style, bool live, const Study& study, const Budget& budget)
    : write_(std::move(write)),
      style_(style),
      live_(live),
      objectives_(study.objectives),
      limits_(study.constraints_on) {
  for (Objective& objective : objectives_) objective.name = printable(objective.name);
  state_.total = budget.trials;
  state_.time_limit = budget.time;
}

ProgressView::ProgressView(std::ostream& out, Style style, bool live, const Study& study,
                           const Budget& budget)
    : ProgressView([&out](const std::string& text, Weight) { out << text << std::flush; }, style, live, study,
                   budget) {}

ProgressView::~ProgressView() { clear(); }

void ProgressView::clear() {
  if (drawn_) write_(clearing(), Weight::Line);
}

std::string ProgressView::clearing() { return std::exchange(drawn_, false) ? "\r\x1b[K" : ""; }

void ProgressView::say(const std::string& line, Weight weight) { write_(clearing() + line + "\n", weight); }

void ProgressView::tell_sources() { tell_sources(std::nullopt); }

void ProgressView::tell_sources(const std::optional<transfer::NotedWeights>& weights) {
  const auto tally = std::exchange(tally_, std::nullopt);
  if (tally && !tally->used.empty()) say(learned_text(*tally, weights), Weight::Notice);
}

// Once when a run begins, and whenever another takes over.
void ProgressView::tell_proposer(const Trial& trial) {
  const auto noted = meta::noted_proposer(trial.notes);
  if (!noted || noted->reason.empty() || noted->sampler == proposer_) return;
  proposer_ = noted->sampler;
  say(printable(meta::verdict_text(*noted)), Weight::Notice);
}

void ProgressView::started(const Trial& trial) {
  tell_proposer(trial);
  if (!tally_ || trial.number < kFirstJudged) return;
  const auto weights = transfer::noted_weights(trial.notes);
  if (weights) tell_sources(weights);
}

void ProgressView::finished(const Trial& trial) {
  ++state_.done;
  ++state_.finished;
  if (state_.total) state_.total = std::max(*state_.total, state_.done);
  if (may_be_best(trial) && objectives_.size() == 1) {
    const double value = trial.values[0];
    if (!state_.best || better(objectives_[0], value, *state_.best)) {
      state_.best = value;
      state_.best_number = trial.number;
      if (live_) announce_best(trial);
    }
  }
  if (is_failure(trial.state)) {
    ++state_.failed;
    if (live_) announce_failure(trial);
  }
  if (live_ && std::isinf(trial.violation)) tell_unreported(trial);
  if (!live_) plain_line(trial);
  tell_remark(trial);
}

// Once: such a limit can never be kept, and a budget would go by without a best trial.
void ProgressView::tell_unreported(const Trial& trial) {
  if (std::exchange(unreported_told_, true)) return;
  say(style_.yellow(
          text("#", trial.number, "  counts as infeasible: ", printable(violation_text(limits_, trial)))),
      Weight::Notice);
}

// Once: what is odd about one trial is so about the others.
void ProgressView::tell_remark(const Trial& trial) {
  const auto remark = trial.attributes.find(runner::kRemarkAttribute);
  if (remark == trial.attributes.end() || std::exchange(remark_told_, true)) return;
  warning(text("trial ", trial.number, ": ", to_text(remark->second)));
}

void ProgressView::announce_best(const Trial& trial) {
  const std::string head =
      text("#", trial.number, "  ", objectives_[0].name, " ", short_number(trial.values[0]), "  ");
  const std::size_t room = static_cast<std::size_t>(std::max(10, style_.width - 1));
  const std::size_t used = plot::display_width(head);
  const std::string settings = plot::fit(printable(settings_in_short(trial.configuration)),
                                         room > used ? room - used : 0, style_.unicode);
  say(style_.green(head) + style_.dim(settings));
}

void ProgressView::announce_failure(const Trial& trial) {
  if (failures_shown_ >= kMostFailures) return;
  const std::string head = text("#", trial.number, "  ", to_text(trial.state), ": ");
  const std::size_t room = static_cast<std::size_t>(std::max(20, style_.width - 1));
  say(style_.red(plot::fit(head + in_short(trial.error), room, style_.unicode)));
  if (++failures_shown_ == kMostFailures)
    say(style_.dim("further failures are only counted" +
                   (study_.empty() ? "" : "; list them: hone trials " + study_ + " --state failed")));
}

void ProgressView::plain_line(const Trial& trial) {
  std::string line = text("trial ", trial.number, " ", to_text(trial.state));
  if (trial.state == TrialState::Complete) {
    for (std::size_t i = 0; i < objectives_.size(); ++i)
      line += text(" ", objectives_[i].name, "=", short_number(trial.values[i], 10));
    if (!feasible(trial)) line += " infeasible: " + printable(violation_text(limits_, trial));
  } else if (!trial.error.empty()) {
    line += ": " + in_short(trial.error);
  }
  if (state_.best)
    line += text(" best=", short_number(*state_.best, 10), " (trial ", state_.best_number, ")");
  line += state_.total ? text(" ", state_.done, "/", *state_.total) : text(" ", state_.done);
  say(line);
}

void ProgressView::requeued(const Trial& trial, const std::string& reason) {
  if (!live_) say(text("trial ", trial.number, " goes back to the queue: ", in_short(reason)));
}

void ProgressView::lost(const Trial& trial) {
  say(style_.yellow(
          text("trial ", trial.number, " was given to another worker; its result here was dropped")),
      Weight::Notice);
}

void ProgressView::reclaimed(std::span<const std::int64_t> numbers) {
  std::vector<std::string> words;
  for (const std::int64_t number : numbers) words.push_back(std::to_string(number));
  if (words.size() > 8) words.resize(8), words.push_back("...");
  say(style_.yellow(text("taking over from a worker that died: trial ", join(words, ", "))), Weight::Notice);
}

void ProgressView::stopping(runner::StopReason reason) {
  if (reason != runner::StopReason::Interrupted) return;
  if (is_cut_off_ && is_cut_off_()) {
    say(style_.yellow("stopping; what was running is killed and run again next time"), Weight::Notice);
    return;
  }
  say(style_.yellow(text("stopping; ", state_.running,
                         " running, which may end. Ctrl-C again kills them (they are run again next time)")),
      Weight::Notice);
}

void ProgressView::warning(const std::string& message) {
  say(style_.yellow("warning: ") + printable(message), Weight::Notice);
}

void ProgressView::tick(const runner::LoopStatus& status) {
  // What other processes finished counts too.
  state_.running = status.running;
  state_.seconds = status.seconds;
  state_.finished = status.finished;
  state_.failed = status.failed;
  state_.done = status.standing.trials - status.standing.waiting - status.running;
  // Trials that were waiting beyond the budget have been run when they wait no longer.
  if (status.total) state_.total = std::max({*status.total, state_.done, state_.total.value_or(0)});
  if (const std::optional<Trial>& best = status.standing.best) {
    state_.best = best->values[0];
    state_.best_number = best->number;
  }
  if (!live_) return;
  drawn_ = true;
  write_("\r" + progress_line(state_, objectives_[0].name, style_) + "\x1b[K", Weight::Passing);
}

}  // namespace hone::cli
