// SPDX-License-Identifier: MIT
#include "hone/charts/timeline_chart.hpp"

#include <algorithm>
#include <array>
#include <map>

#include "hone/base/text.hpp"
#include "hone/base/words.hpp"
#include "hone/charts/value_axis.hpp"
#include "hone/charts/working_time.hpp"

namespace hone::charts {
namespace {

constexpr std::size_t kMostRows = 40;

struct Bar {
  Timestamp begin = 0;
  Timestamp end = 0;
  TrialState state = TrialState::Running;
  std::int64_t number = 0;
};

/// One place where trials ran one after the other.
struct WorkerLane {
  std::string worker;
  std::vector<Bar> bars;
};

/// "host:4711" of "host:4711:start:machine".
std::string short_worker(const std::string& worker) {
  const std::vector<std::string> parts = split(worker, ':');
  if (worker.empty()) return "unknown";
  return parts.size() < 4 ? worker : parts[0] + ":" + parts[1];
}

std::string length_text(double milliseconds) {
  const TimeUnit unit = unit_for(milliseconds);
  return text(short_number(milliseconds / unit.milliseconds, 3), " ", unit.name);
}

/// Trials that have not ended reach to `now`.
Timestamp end_of(const Trial& trial, Timestamp now) {
  return std::max(trial.started, trial.finished > 0 ? trial.finished : now);
}

/// Each trial goes to the first lane of its worker that is free.
std::vector<WorkerLane> lanes_of(std::span<const Trial> trials, Timestamp now) {
  std::vector<const Trial*> begun;
  for (const Trial& trial : trials) {
    if (trial.started > 0) begun.push_back(&trial);
  }
  std::stable_sort(begun.begin(), begun.end(),
                   [](const Trial* a, const Trial* b) { return a->started < b->started; });
  std::vector<WorkerLane> lanes;
  std::map<std::string, std::vector<std::size_t>> of_worker;
  for (const Trial* trial : begun) {
    std::vector<std::size_t>& own = of_worker[trial->worker];
    const auto free = std::find_if(own.begin(), own.end(), [&](std::size_t lane) {
      return lanes[lane].bars.back().end <= trial->started;
    });
    const std::size_t lane = free != own.end() ? *free : lanes.size();
    if (free == own.end()) {
      own.push_back(lane);
      lanes.push_back({trial->worker, {}});
    }
    lanes[lane].bars.push_back({trial->started, end_of(*trial, now), trial->state, trial->number});
  }
  if (lanes.size() > kMostRows) {
    std::stable_sort(lanes.begin(), lanes.end(),
                     [](const WorkerLane& a, const WorkerLane& b) { return a.bars.size() > b.bars.size(); });
    lanes.resize(kMostRows);
  }
  return lanes;
}

/// Adds a bar, or lengthens the last one of the lane when nobody could see the gap between them.
void add_bar(plot::Spans& spans, double row, double begin, double end, std::int64_t number,
             double least_gap) {
  if (!spans.row.empty() && spans.row.back() == row && begin - spans.end.back() < least_gap &&
      spans.end.back() - spans.begin.back() < least_gap) {
    spans.end.back() = std::max(end, spans.end.back());
    spans.numbers.back() = -1;
    return;
  }
  spans.row.push_back(row);
  spans.begin.push_back(begin);
  spans.end.push_back(end);
  spans.numbers.push_back(number);
}

/// Where work went on after each pause, and below the picture that it is not drawn at its length.
void tell_pauses(const WorkingTime& time, double unit, plot::Chart& chart) {
  if (time.pauses().empty()) return;
  double whole = 0.0;
  for (const Pause& pause : time.pauses()) {
    const auto length = static_cast<double>(pause.end - pause.begin);
    whole += length;
    chart.sections.push_back({time.at(pause.end) / unit, "after " + length_text(length)});
  }
  const std::size_t count = time.pauses().size();
  chart.x.label += count == 1 ? ", a pause shortened" : ", pauses shortened";
  chart.note = count == 1 ? text("A pause of ", length_text(whole), ", in which nothing ran, is drawn short.")
                          : text(count, " pauses, ", length_text(whole),
                                 " in all, in which nothing ran, are drawn short.");
}

struct TimelineKind {
  const char* name;
  int colour;
  plot::Spans spans = {};
};

std::size_t kind_of(TrialState state) {
  switch (state) {
    case TrialState::Complete:
      return 0;
    case TrialState::Pruned:
      return 1;
    case TrialState::Failed:
      return 2;
    case TrialState::TimedOut:
      return 3;
    case TrialState::Infeasible:
      return 4;
    default:
      return 5;
  }
}

}  // namespace

std::vector<plot::Chart> timeline_charts(std::span<const Trial> trials, Timestamp now) {
  Timestamp last = 0;
  for (const Trial& trial : trials) {
    if (trial.started <= 0) continue;
    // The present matters to what runs in it. A study that has ended looks the same next year.
    const bool runs = trial.state == TrialState::Running && trial.finished <= 0;
    last = std::max({last, trial.started, runs ? now : trial.finished});
  }
  if (last == 0) return {};
  std::vector<Stretch> ran;
  for (const Trial& trial : trials) {
    if (trial.started > 0) ran.push_back({trial.started, end_of(trial, last)});
  }
  const WorkingTime time(std::move(ran));
  const std::vector<WorkerLane> lanes = lanes_of(trials, last);
  const TimeUnit unit = unit_for(time.at(last));

  std::array<TimelineKind, 6> kinds = {TimelineKind{"complete", 0},
                                       TimelineKind{"pruned", 4},
                                       TimelineKind{"failed", 1},
                                       TimelineKind{"timed out", 7},
                                       TimelineKind{"infeasible", kInfeasibleColour},
                                       TimelineKind{"running", plot::kGrey}};
  plot::Chart chart{.x = {.label = text(unit.name, " since the first trial began"), .low = 0.0}};
  tell_pauses(time, unit.milliseconds, chart);
  const double least_gap = time.at(last) / unit.milliseconds / 2000.0;
  // Rows are drawn from the bottom, and the first worker belongs on top.
  for (std::size_t i = 0; i < lanes.size(); ++i) {
    const WorkerLane& lane = lanes[lanes.size() - 1 - i];
    chart.y.categories.push_back(short_worker(lane.worker));
    for (const Bar& bar : lane.bars)
      add_bar(kinds[kind_of(bar.state)].spans, static_cast<double>(i), time.at(bar.begin) / unit.milliseconds,
              time.at(bar.end) / unit.milliseconds, bar.number, least_gap);
  }
  for (TimelineKind& kind : kinds) {
    if (!kind.spans.row.empty())
      chart.series.push_back({.name = kind.name, .marks = std::move(kind.spans), .colour = kind.colour});
  }
  return {std::move(chart)};
}

}  // namespace hone::charts
