// SPDX-License-Identifier: MIT
#include "hone/service/fair_turns.hpp"

#include <algorithm>

namespace hone::service {

void FairTurns::enter(const std::string& who) {
  if (std::find(line_.begin(), line_.end(), who) != line_.end()) return;
  const auto [entry, is_new] = had_.try_emplace(who, now_);
  entry->second = std::max(entry->second, now_);
  line_.push_back(who);
}

std::optional<std::string> FairTurns::next(const std::function<bool(const std::string&)>& may) {
  auto first = line_.end();
  for (auto at = line_.begin(); at != line_.end(); ++at) {
    if (may && !may(*at)) continue;
    if (first == line_.end() || had_.at(*at) < had_.at(*first)) first = at;
  }
  if (first == line_.end()) return std::nullopt;
  const std::string who = *first;
  line_.erase(first);
  now_ = std::max(now_, had_.at(who));
  return who;
}

// Those that are level with who was served last need no entry: it is what they would start with.
void FairTurns::spent(const std::string& who, double seconds) {
  const auto [entry, is_new] = had_.try_emplace(who, now_);
  entry->second += seconds;
  std::erase_if(had_, [&](const auto& one) {
    return one.second <= now_ && std::find(line_.begin(), line_.end(), one.first) == line_.end();
  });
}

}  // namespace hone::service
