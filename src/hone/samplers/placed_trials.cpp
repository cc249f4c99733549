// SPDX-License-Identifier: MIT
#include "hone/samplers/placed_trials.hpp"

#include <algorithm>
#include <cmath>

namespace hone::samplers {
namespace {

bool near(const std::vector<double>& a, const std::vector<double>& b, double distance) {
  for (std::size_t j = 0; j < a.size(); ++j) {
    if (std::abs(a[j] - b[j]) > distance) return false;
  }
  return true;
}

bool before(const Placed& placed, std::int64_t number) { return placed.number < number; }

}  // namespace

PlacedTrials::PlacedTrials(const encode::Encoding& encoding, std::vector<Objective> objectives, double apart)
    : encoding_(encoding), objectives_(std::move(objectives)), apart_(apart), leaders_(objectives_.size()) {}

void PlacedTrials::add(const Trial& trial) {
  Placed placed{.number = trial.number, .point = encoding_.encode(trial.configuration)};
  if (trial.state == TrialState::Complete) placed.values = trial.values;
  // Nearly always at the end; a late finisher is moved in.
  const auto place = std::lower_bound(placed_.begin(), placed_.end(), trial.number, before);
  const bool told = place != placed_.end() && place->number == trial.number;
  if (told) {
    rank(*place, false);
    complete_ -= place->values.empty() ? 0 : 1;
  }
  rank(placed, true);
  complete_ += placed.values.empty() ? 0 : 1;
  if (told) {
    *place = std::move(placed);
  } else {
    placed_.insert(place, std::move(placed));
  }
}

bool PlacedTrials::is_closed(const std::vector<double>& point) const {
  return std::any_of(closed_.begin(), closed_.end(),
                     [&](const std::vector<double>& place) { return near(point, place, apart_); });
}

void PlacedTrials::rank(const Placed& placed, bool in) const {
  if (in && is_closed(placed.point)) return;
  for (std::size_t i = 0; i < std::min(placed.values.size(), leaders_.size()); ++i) {
    const double value =
        objectives_[i].direction == Direction::Minimize ? placed.values[i] : -placed.values[i];
    if (std::isnan(value)) continue;  // has no place in an order
    if (in) {
      leaders_[i].emplace(value, placed.number);
    } else {
      leaders_[i].erase({value, placed.number});
    }
  }
}

void PlacedTrials::close(const std::vector<double>& place) const {
  closed_.push_back(place);
  for (Ranking& ranking : leaders_) {
    std::erase_if(ranking, [&](const auto& entry) { return near(find(entry.second)->point, place, apart_); });
  }
}

const PlacedTrials::Ranking& PlacedTrials::leaders(std::size_t objective,
                                                   const std::vector<std::vector<double>>& closed) const {
  const bool grown =
      closed_.size() <= closed.size() && std::equal(closed_.begin(), closed_.end(), closed.begin());
  if (!grown) {
    closed_.clear();
    for (const Placed& placed : placed_) rank(placed, true);
  }
  while (closed_.size() < closed.size()) close(closed[closed_.size()]);
  return leaders_[objective];
}

const Placed* PlacedTrials::find(std::int64_t number) const {
  const auto place = std::lower_bound(placed_.begin(), placed_.end(), number, before);
  return place == placed_.end() || place->number != number ? nullptr : &*place;
}

KnownTrials::KnownTrials(const encode::Encoding& encoding, const PlacedTrials& finished,
                         std::span<const Trial> running)
    : encoding_(encoding), finished_(finished) {
  for (const Trial& trial : running)
    open_.push_back({.number = trial.number, .point = encoding.encode(trial.configuration)});
  std::sort(open_.begin(), open_.end(), [](const Placed& a, const Placed& b) { return a.number < b.number; });
  if (!open_.empty()) next_ = open_.back().number + 1;
  if (!finished.all().empty()) next_ = std::max(next_, finished.all().back().number + 1);
}

void KnownTrials::add(const Configuration& configuration) {
  open_.push_back({.number = next_++, .point = encoding_.encode(configuration)});
}

std::vector<const Placed*> KnownTrials::all() const {
  std::vector<const Placed*> result;
  result.reserve(finished_.all().size() + open_.size());
  auto open = open_.begin();
  for (const Placed& placed : finished_.all()) {
    for (; open != open_.end() && open->number < placed.number; ++open) result.push_back(&*open);
    result.push_back(&placed);
  }
  for (; open != open_.end(); ++open) result.push_back(&*open);
  return result;
}

const std::vector<double>& KnownTrials::point(std::int64_t number) const {
  if (const Placed* placed = finished_.find(number)) return placed->point;
  const auto known = all();
  const auto place = std::lower_bound(known.begin(), known.end(), number,
                                      [](const Placed* p, std::int64_t n) { return p->number < n; });
  return place == known.end() ? known.back()->point : (*place)->point;
}

}  // namespace hone::samplers
