// SPDX-License-Identifier: MIT
#include "hone/cli/source_text.hpp"

#include <algorithm>

#include "hone/base/text.hpp"
#include "hone/cli/from_option.hpp"
#include "hone/cli/humanize.hpp"

namespace hone::cli {
namespace {

constexpr std::size_t kWeightsShown = 4;
constexpr std::size_t kAgreeingShown = 2;

std::string studies_text(std::size_t count) { return count == 1 ? "1 study" : text(count, " studies"); }

/// Those that order the trials better than chance and are still listened to, the best first.
std::vector<std::string> best_agreeing(const transfer::NotedWeights& weights) {
  std::vector<std::pair<double, std::string>> found;
  for (const auto& [name, source] : weights.sources) {
    if (!source.dropped && source.agreement.value_or(0.0) > transfer::kAgreementByChance)
      found.emplace_back(*source.agreement, name);
  }
  std::stable_sort(found.begin(), found.end(),
                   [](const auto& a, const auto& b) { return a.first > b.first; });
  std::vector<std::string> names;
  for (const auto& [agreement, name] : found) names.push_back(shown_source(name));
  if (names.size() > kAgreeingShown) names.resize(kAgreeingShown);
  return names;
}

}  // namespace

std::vector<std::pair<std::string, double>> heaviest(const transfer::NotedWeights& weights) {
  std::vector<std::pair<std::string, double>> found;
  for (const auto& [name, source] : weights.sources) {
    if (source.weight > 0.0) found.emplace_back(name, source.weight);
  }
  std::stable_sort(found.begin(), found.end(),
                   [](const auto& a, const auto& b) { return a.second > b.second; });
  return found;
}

std::string learned_text(const catalog::SourceTally& tally,
                         const std::optional<transfer::NotedWeights>& weights) {
  const std::size_t count = tally.used.size();
  const std::string studies = count == 1 ? shown_source(tally.used.front()) : studies_text(count);
  if (!weights) return "started from " + studies;
  const std::string head = "learning from " + studies;
  const std::vector<std::string> best = best_agreeing(*weights);
  if (count == 1) return head + (best.empty() ? ", which does not agree so far" : ", which agrees so far");
  if (best.empty()) return head + "; none agrees so far";
  if (best.size() == count) return head + "; both agree so far";
  return head + "; " + join(best, " and ") + (best.size() == 1 ? " agrees best" : " agree best");
}

std::string refused_text(const catalog::SourceTally& tally, const std::string& study) {
  if (tally.refused.empty()) return "";
  const std::string why = " be used: `hone sources " + study + "` tells why";
  const std::string total = studies_text(tally.total());
  if (!tally.used.empty()) return text(tally.refused.size(), " of ", total, " cannot", why);
  return (tally.refused.size() == 1 ? "the only source cannot" : "none of " + total + " can") + why;
}

std::string weights_text(const WeightsAt& at) {
  const auto sources = heaviest(at.weights);
  std::string out = "own " + short_number(at.weights.own, 2);
  for (std::size_t i = 0; i < std::min(sources.size(), kWeightsShown); ++i)
    out += text(", ", shown_source(sources[i].first), " ", short_number(sources[i].second, 2));
  if (sources.size() > kWeightsShown) {
    double rest = 0.0;
    for (std::size_t i = kWeightsShown; i < sources.size(); ++i) rest += sources[i].second;
    out += text(", ", sources.size() - kWeightsShown, " more ", short_number(rest, 2));
  }
  if (at.weights.dropped > 0) out += text("; ", at.weights.dropped, " dropped");
  return out + text(" (trial ", at.trial, ")");
}

codec::Json weights_json(const WeightsAt& at) {
  codec::Json json = {{"trial", at.trial},
                      {"own", at.weights.own},
                      {"weights", codec::Json::object()},
                      {"agreement", codec::Json::object()},
                      {"dropped", at.weights.dropped}};
  for (const auto& [name, weight] : heaviest(at.weights)) json["weights"][name] = weight;
  for (const auto& [name, source] : at.weights.sources) {
    if (source.agreement) json["agreement"][name] = *source.agreement;
  }
  return json;
}

}  // namespace hone::cli
