// SPDX-License-Identifier: MIT
#include "hone/samplers/placed_trials.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "hone/base/clones.hpp"

namespace hone::samplers {
namespace {

bool near(const std::vector<double>& a, const std::vector<double>& b, double distance) {
  for (std::size_t j = 0; j < a.size(); ++j) {
    if (std::abs(a[j] - b[j]) > distance) return false;
  }
  return true;
}

bool before(const Placed& placed, std::int64_t number) { return placed.number < number; }

HONE_VECTOR_CLONES
void raise_to_distance(const double* __restrict x, std::size_t count, double low, double high,
                       double* __restrict distance) {
  for (std::size_t i = 0; i < count; ++i)
    distance[i] = std::max(distance[i], std::max(low - x[i], x[i] - high));
}

}  // namespace

PlacedTrials::PlacedTrials(const encode::Encoding& encoding, std::vector<Objective> objectives, double apart)
    : encoding_(encoding),
      objectives_(std::move(objectives)),
      apart_(apart),
      columns_(encoding.dimensions()),
      leaders_(objectives_.size()) {}

void PlacedTrials::add(const Trial& trial) {
  Placed placed{.number = trial.number, .point = encoding_.encode(trial.configuration)};
  if (trial.state == TrialState::Complete) {
    placed.values = trial.values;
    placed.violation = trial.violation;
  }
  // Nearly always at the end; a late finisher is moved in.
  const auto place = std::lower_bound(placed_.begin(), placed_.end(), trial.number, before);
  const bool told = place != placed_.end() && place->number == trial.number;
  if (told) {
    rank(*place, false);
    complete_ -= place->values.empty() ? 0 : 1;
  }
  rank(placed, true);
  complete_ += placed.values.empty() ? 0 : 1;
  const auto position = place - placed_.begin();
  for (std::size_t j = 0; j < columns_.size(); ++j) {
    if (!told) columns_[j].insert(columns_[j].begin() + position, 0.0);
    columns_[j][static_cast<std::size_t>(position)] = placed.point[j];
  }
  if (told) {
    *place = std::move(placed);
  } else {
    placed_.insert(place, std::move(placed));
  }
}

void PlacedTrials::clear() {
  placed_.clear();
  for (auto& column : columns_) column.clear();
  for (Ranking& ranking : leaders_) ranking.clear();
  closed_.clear();
  complete_ = 0;
}

std::vector<PlacedTrials::Near> PlacedTrials::near_box(std::size_t first, std::size_t end, Corners box,
                                                       double limit) const {
  constexpr std::size_t kBlock = 64, kTelling = 2;
  std::vector<Near> result;
  std::array<double, kBlock> far{};
  for (; first < end; first += kBlock) {
    const std::size_t count = std::min(kBlock, end - first);
    const auto any = [&] {
      return std::any_of(far.begin(), far.begin() + static_cast<std::ptrdiff_t>(count),
                         [limit](double distance) { return distance <= limit; });
    };
    far.fill(-std::numeric_limits<double>::infinity());
    bool some = true;
    for (std::size_t j = 0; j < columns_.size() && some; ++j) {
      raise_to_distance(columns_[j].data() + first, count, box.low[j], box.high[j], far.data());
      // Trials told one after the other lie together: two coordinates tell that none of them is near.
      if (j + 1 == kTelling) some = any();
    }
    for (std::size_t i = 0; i < count && some; ++i) {
      if (far[i] <= limit) result.push_back({far[i], &placed_[first + i]});
    }
  }
  return result;
}

std::vector<const Placed*> PlacedTrials::inside(std::span<const double> low, std::span<const double> high,
                                                std::int64_t end_number, std::size_t most) const {
  const auto end = std::lower_bound(placed_.begin(), placed_.end(), end_number, before) - placed_.begin();
  const std::vector<Near> found = near_box(0, static_cast<std::size_t>(end), {low, high}, 0.0);
  std::vector<const Placed*> result;
  for (std::size_t i = found.size() - std::min(found.size(), most); i < found.size(); ++i)
    result.push_back(found[i].placed);
  return result;
}

std::vector<const Placed*> PlacedTrials::nearest(std::span<const double> place, std::size_t count) const {
  const std::size_t wanted = std::min(count, static_cast<std::size_t>(complete_));
  if (wanted == 0) return {};
  // A bound from the latest, most of which are near, leaves few of the others to look at.
  double bound = std::numeric_limits<double>::infinity();
  std::vector<Near> found;
  for (const std::size_t first : {placed_.size() - std::min(placed_.size(), 4 * count), std::size_t{0}}) {
    found = near_box(first, placed_.size(), {place, place}, bound);
    std::erase_if(found, [](const Near& near) { return near.placed->values.empty(); });
    if (found.size() < wanted) continue;
    std::vector<double> far;
    for (const Near& near : found) far.push_back(near.distance);
    const auto last = far.begin() + static_cast<std::ptrdiff_t>(wanted) - 1;
    std::nth_element(far.begin(), last, far.end());
    bound = *last;
  }
  std::vector<const Placed*> result;
  for (const Near& near : found) {
    if (near.distance <= bound) result.push_back(near.placed);
  }
  return result;
}

bool PlacedTrials::is_closed(const std::vector<double>& point) const {
  return std::any_of(closed_.begin(), closed_.end(),
                     [&](const std::vector<double>& place) { return near(point, place, apart_); });
}

void PlacedTrials::rank(const Placed& placed, bool in) const {
  if (in && is_closed(placed.point)) return;
  for (std::size_t i = 0; i < std::min(placed.values.size(), leaders_.size()); ++i) {
    const double value = as_loss(objectives_[i], placed.values[i]);
    if (std::isnan(value)) continue;  // has no place in an order
    const std::pair entry(OutcomeRank{placed.violation, value}, placed.number);
    if (in) {
      leaders_[i].insert(entry);
    } else {
      leaders_[i].erase(entry);
    }
  }
}

void PlacedTrials::close(const std::vector<double>& place) const {
  closed_.push_back(place);
  for (const Near& near : near_box(0, placed_.size(), {place, place}, apart_)) rank(*near.placed, false);
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

ProposedTrials::ProposedTrials(const encode::Encoding& encoding, const PlacedTrials& finished,
                               std::span<const Trial> running)
    : encoding_(encoding), finished_(finished) {
  for (const Trial& trial : running)
    open_.push_back({.number = trial.number, .point = encoding.encode(trial.configuration)});
  std::sort(open_.begin(), open_.end(), [](const Placed& a, const Placed& b) { return a.number < b.number; });
  if (!open_.empty()) next_ = open_.back().number + 1;
  if (!finished.all().empty()) next_ = std::max(next_, finished.all().back().number + 1);
}

void ProposedTrials::add(const Configuration& configuration) {
  open_.push_back({.number = next_++, .point = encoding_.encode(configuration)});
}

std::vector<const Placed*> ProposedTrials::inside(const designs::LevelBox& box, std::int64_t end_number,
                                                  std::size_t most) const {
  auto result = finished_.inside(box.low_ends(), box.high_ends(), end_number, most);
  const auto finished = static_cast<std::ptrdiff_t>(result.size());
  for (const Placed& open : open_) {
    if (open.number < end_number && box.holds(open.point)) result.push_back(&open);
  }
  std::inplace_merge(result.begin(), result.begin() + finished, result.end(),
                     [](const Placed* a, const Placed* b) { return a->number < b->number; });
  if (result.size() > most) result.erase(result.begin(), result.end() - static_cast<std::ptrdiff_t>(most));
  return result;
}

const std::vector<double>& ProposedTrials::point(std::int64_t number) const {
  const Placed *next = nullptr, *last = nullptr;
  for (const std::span<const Placed> some : {finished_.all(), std::span<const Placed>(open_)}) {
    if (some.empty()) continue;
    const auto place = std::lower_bound(some.begin(), some.end(), number, before);
    if (place != some.end() && (next == nullptr || place->number < next->number)) next = &*place;
    if (last == nullptr || some.back().number > last->number) last = &some.back();
  }
  return next == nullptr ? last->point : next->point;
}

}  // namespace hone::samplers
