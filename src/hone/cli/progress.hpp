// SPDX-License-Identifier: MIT
#pragma once

#include <functional>
#include <iosfwd>
#include <optional>
#include <string>

#include "hone/catalog/study_parts.hpp"
#include "hone/cli/background_output.hpp"
#include "hone/cli/style.hpp"
#include "hone/core/study.hpp"
#include "hone/runner/loop_observer.hpp"
#include "hone/transfer/weight_notes.hpp"

namespace hone::cli {

/// What the progress line tells, apart from how.
struct ProgressState {
  std::int64_t done = 0;              ///< trials of the study that have ended
  std::optional<std::int64_t> total;  ///< as many as it should have
  std::optional<double> best;
  std::int64_t best_number = 0;
  int running = 0;
  std::int64_t failed = 0;
  double seconds = 0.0;       ///< of this run
  std::int64_t finished = 0;  ///< trials of this run
  std::optional<double> time_limit;
};

/// Seconds until the end at the present rate; nothing when there is no end or no rate yet.
std::optional<double> time_left(const ProgressState& state);

/// So many columns, full as far as the share goes.
std::string progress_bar(double share, int width, const Style& style);

/// "12.5/s", "3.1/min", "2/h".
std::string rate_text(double per_second);

/// One line, at most style.width - 1 columns: a bar, counts, the best value, rate and time left; the less
/// important parts go first when there is no room.
std::string progress_line(const ProgressState& state, const std::string& objective, const Style& style);

/// Shows what a Loop does: on a terminal a line that is rewritten in place, with a lasting line for each new
/// best trial and the first failures; otherwise one plain line for each trial.
class ProgressView : public runner::LoopObserver {
 public:
  using Write = std::function<void(std::string text, BackgroundOutput::Weight weight)>;

  ProgressView(Write write, Style style, bool live, const Study& study, const Budget& budget);
  /// Writes to a stream, and waits for it.
  ProgressView(std::ostream& out, Style style, bool live, const Study& study, const Budget& budget);
  ~ProgressView() override;

  /// What the study learns from. Which of it agrees is told once, as soon as that is known.
  void learns_from(const catalog::SourceTally& tally) { tally_ = tally; }
  /// How to see that the running commands are being killed, so that nobody is told that they may end.
  void when_cut_off(std::function<bool()> is_cut_off) { is_cut_off_ = std::move(is_cut_off); }
  /// What follows "hone trials" in the command line that lists failures; without it none is proposed.
  void names_study(std::string words) { study_ = std::move(words); }
  /// Tells it now, unless it has been told or there is nothing to tell.
  void tell_sources();

  void started(const Trial& trial) override;
  void finished(const Trial& trial) override;
  void requeued(const Trial& trial, const std::string& reason) override;
  void lost(const Trial& trial) override;
  void reclaimed(std::span<const std::int64_t> numbers) override;
  void stopping(runner::StopReason reason) override;
  void warning(const std::string& message) override;
  void tick(const runner::LoopStatus& status) override;

  /// Removes the line that is rewritten in place.
  void clear();

 private:
  using Weight = BackgroundOutput::Weight;

  void say(const std::string& line, Weight weight = Weight::Line);
  std::string clearing();
  void tell_sources(const std::optional<transfer::NotedWeights>& weights);
  void tell_proposer(const Trial& trial);
  void announce_best(const Trial& trial);
  void announce_failure(const Trial& trial);
  void plain_line(const Trial& trial);
  void tell_unreported(const Trial& trial);
  void tell_remark(const Trial& trial);

  Write write_;
  Style style_;
  bool live_;
  std::vector<Objective> objectives_;
  std::vector<OutcomeConstraint> limits_;
  ProgressState state_;
  std::string study_;
  std::optional<catalog::SourceTally> tally_;  // until it is told of
  std::string proposer_;                       // that was told of last
  std::function<bool()> is_cut_off_;
  int failures_shown_ = 0;
  bool unreported_told_ = false;
  bool remark_told_ = false;
  bool drawn_ = false;
};

}  // namespace hone::cli
