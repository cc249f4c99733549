// SPDX-License-Identifier: MIT
#include "hone/transfer/weight_notes.hpp"

#include <string_view>
#include <utility>

namespace hone::transfer {
namespace {

constexpr std::string_view kOwn = "transfer.own";
constexpr std::string_view kDropped = "transfer.dropped";
constexpr std::string_view kOneDropped = "transfer.dropped.";
constexpr std::string_view kWeight = "transfer.weight.";
constexpr std::string_view kAgreement = "transfer.agreement.";

/// What follows the prefix; nothing when the text begins otherwise.
std::optional<std::string> after(const std::string& text, std::string_view prefix) {
  if (!text.starts_with(prefix)) return std::nullopt;
  return text.substr(prefix.size());
}

}  // namespace

std::optional<NotedWeights> noted_weights(const Notes& notes) {
  const auto own = notes.find(std::string(kOwn));
  if (own == notes.end()) return std::nullopt;
  NotedWeights weights{.own = as_number(as_value(own->second)).value_or(1.0)};
  // The notes of one kind of sampler lie together, since they are in order.
  for (auto note = notes.lower_bound("transfer."); note != notes.end(); ++note) {
    if (!note->first.starts_with("transfer.")) break;
    const auto number = as_number(as_value(note->second));
    if (note->first == kDropped) {
      weights.dropped = static_cast<std::int64_t>(number.value_or(0.0));
    } else if (const auto dropped = after(note->first, kOneDropped)) {
      weights.sources[*dropped].dropped = true;
    } else if (const auto weighed = after(note->first, kWeight)) {
      weights.sources[*weighed].weight = number.value_or(0.0);
    } else if (const auto agreeing = after(note->first, kAgreement)) {
      weights.sources[*agreeing].agreement = number;
    }
  }
  return weights;
}

std::vector<WeightsAt> all_weights(std::span<const Trial> trials) {
  std::vector<WeightsAt> all;
  for (const Trial& trial : trials) {
    if (auto weights = noted_weights(trial.notes)) all.push_back({trial.number, std::move(*weights)});
  }
  return all;
}

}  // namespace hone::transfer
