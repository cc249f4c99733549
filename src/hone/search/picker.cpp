// SPDX-License-Identifier: MIT
#include "hone/search/picker.hpp"

#include <algorithm>
#include <utility>

#include "hone/base/error.hpp"
#include "hone/encode/feasible.hpp"

namespace hone::search {

Picker::Picker(const encode::Encoding& encoding, const TriedTrials& tried, const AskRequest& request)
    : encoding_(encoding), tried_(tried), request_(request), rng_(request.seed) {
  for (const Trial& trial : request.running) taken_.insert(trial.configuration);
  picks_.reserve(static_cast<std::size_t>(request.count));
}

bool Picker::seen(const Configuration& configuration) const {
  return tried_.tried(configuration) || taken_.contains(configuration);
}

bool Picker::seen_all(std::span<const Configuration> configurations) const {
  return std::all_of(configurations.begin(), configurations.end(),
                     [&](const Configuration& one) { return seen(one); });
}

std::uint64_t Picker::position() const { return tried_.size() + request_.running.size() + picks_.size(); }

void Picker::pick(Configuration configuration, Notes notes) {
  taken_.insert(configuration);
  picks_.push_back({std::move(configuration), std::move(notes)});
}

bool Picker::pick_at(std::span<const double> point, Notes notes) {
  const auto unseen = [this](const Configuration& candidate) { return !seen(candidate); };
  auto found = encode::settle(encoding_, point, unseen, rng_);
  if (!found && repeats_ == Repeats::Never) return false;
  // Everything was tried: an objective with noise may still want repeats.
  if (!found)
    found = encode::settle(
        encoding_, point, [](const Configuration&) { return true; }, rng_);
  if (!found) {
    encode::check_satisfiable(encoding_.space());
    throw Error(ErrorCode::Unsatisfiable, "no configuration was found that satisfies the constraints",
                "loosen them, or enqueue points that you know to be possible");
  }
  pick(std::move(*found), std::move(notes));
  return true;
}

bool Picker::pick_random(Notes notes) {
  std::vector<double> point(encoding_.dimensions());
  for (double& coordinate : point) coordinate = rng_.uniform();
  return pick_at(point, std::move(notes));
}

}  // namespace hone::search
