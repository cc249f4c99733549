// SPDX-License-Identifier: MIT
#include "hone/charts/timeline_chart.hpp"

#include <algorithm>
#include <array>
#include <map>

#include "hone/base/text.hpp"
#include "hone/charts/value_axis.hpp"

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
struct Lane {
  std::string worker;
  std::vector<Bar> bars;
};

/// "host:4711" of "host:4711:start:machine".
std::string short_worker(const std::string& worker) {
  const std::vector<std::string> parts = split(worker, ':');
  if (worker.empty()) return "unknown";
  return parts.size() < 4 ? worker : parts[0] + ":" + parts[1];
}

/// A unit in which a length of time is a handy number.
struct TimeUnit {
  const char* name;
  double milliseconds;
};

TimeUnit unit_for(double milliseconds) {
  if (milliseconds < 180e3) return {"seconds", 1e3};
  if (milliseconds < 180.0 * 60e3) return {"minutes", 60e3};
  if (milliseconds < 96.0 * 3600e3) return {"hours", 3600e3};
  return {"days", 86400e3};
}

/// Each trial goes to the first lane of its worker that is free.
std::vector<Lane> lanes_of(std::span<const Trial> trials, Timestamp now) {
  std::vector<const Trial*> begun;
  for (const Trial& trial : trials) {
    if (trial.started > 0) begun.push_back(&trial);
  }
  std::stable_sort(begun.begin(), begun.end(),
                   [](const Trial* a, const Trial* b) { return a->started < b->started; });
  std::vector<Lane> lanes;
  std::map<std::string, std::vector<std::size_t>> of_worker;
  for (const Trial* trial : begun) {
    const Timestamp end = std::max(trial->started, trial->finished > 0 ? trial->finished : now);
    std::vector<std::size_t>& own = of_worker[trial->worker];
    const auto free = std::find_if(own.begin(), own.end(), [&](std::size_t lane) {
      return lanes[lane].bars.back().end <= trial->started;
    });
    const std::size_t lane = free != own.end() ? *free : lanes.size();
    if (free == own.end()) {
      own.push_back(lane);
      lanes.push_back({trial->worker, {}});
    }
    lanes[lane].bars.push_back({trial->started, end, trial->state, trial->number});
  }
  if (lanes.size() > kMostRows) {
    std::stable_sort(lanes.begin(), lanes.end(),
                     [](const Lane& a, const Lane& b) { return a.bars.size() > b.bars.size(); });
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

}  // namespace

std::vector<plot::Chart> timeline_charts(std::span<const Trial> trials, Timestamp now) {
  Timestamp first = 0;
  Timestamp last = 0;
  for (const Trial& trial : trials) {
    if (trial.started <= 0) continue;
    first = first == 0 ? trial.started : std::min(first, trial.started);
    // The present matters to what runs in it. A study that has ended looks the same next year.
    const bool runs = trial.state == TrialState::Running && trial.finished <= 0;
    last = std::max({last, trial.started, runs ? now : trial.finished});
  }
  if (first == 0) return {};
  const std::vector<Lane> lanes = lanes_of(trials, last);
  const TimeUnit unit = unit_for(static_cast<double>(last - first));

  struct Kind {
    const char* name;
    int colour;
    plot::Spans spans = {};
  };
  std::array<Kind, 5> kinds = {Kind{"complete", 0}, Kind{"pruned", 4}, Kind{"failed", 1},
                               Kind{"timed out", 3}, Kind{"running", plot::kGrey}};
  plot::Chart chart{.x = {.label = text(unit.name, " since the first trial began"), .low = 0.0}};
  const double least_gap = static_cast<double>(last - first) / unit.milliseconds / 2000.0;
  // Rows are drawn from the bottom, and the first worker belongs on top.
  for (std::size_t i = 0; i < lanes.size(); ++i) {
    const Lane& lane = lanes[lanes.size() - 1 - i];
    chart.y.categories.push_back(short_worker(lane.worker));
    for (const Bar& bar : lane.bars) {
      const std::size_t kind = bar.state == TrialState::Complete   ? 0
                               : bar.state == TrialState::Pruned   ? 1
                               : bar.state == TrialState::TimedOut ? 3
                               : ended_badly(bar.state)            ? 2
                                                                   : 4;
      add_bar(kinds[kind].spans, static_cast<double>(i),
              static_cast<double>(bar.begin - first) / unit.milliseconds,
              static_cast<double>(bar.end - first) / unit.milliseconds, bar.number, least_gap);
    }
  }
  for (Kind& kind : kinds) {
    if (!kind.spans.row.empty())
      chart.series.push_back({.name = kind.name, .marks = std::move(kind.spans), .colour = kind.colour});
  }
  return {std::move(chart)};
}

}  // namespace hone::charts
