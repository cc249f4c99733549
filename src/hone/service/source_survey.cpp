// SPDX-License-Identifier: MIT
#include "hone/service/source_survey.hpp"

#include <algorithm>
#include <tuple>
#include <utility>

#include "hone/base/text.hpp"
#include "hone/catalog/study_parts.hpp"
#include "hone/codec/shape.hpp"
#include "hone/runner/knowledge.hpp"
#include "hone/transfer/matching.hpp"

namespace hone::service {

namespace shape = codec::shape;

namespace {

SurveyedSource surveyed(const SourceStudy& source, const Study& study) {
  transfer::Matched matched = transfer::match(source, study);
  return {.name = std::move(matched.name),
          .refusal = std::move(matched.refusal),
          .trials = static_cast<std::int64_t>(matched.configurations.size()),
          .left_out = matched.left_out,
          .missing = std::move(matched.missing),
          .extra = std::move(matched.extra)};
}

/// Small for what a reader wants to see first.
auto rank_of(const SurveyedSource& source) {
  return std::tuple(!source.refusal.empty(), -source.noted.weight, -source.noted.agreement.value_or(0.0));
}

void add_notes(SourceSurvey& survey) {
  const transfer::NotedWeights& weights = survey.newest->weights;
  const auto named = std::count_if(weights.sources.begin(), weights.sources.end(),
                                   [](const auto& source) { return source.second.dropped; });
  for (SurveyedSource& source : survey.sources) {
    const auto noted = weights.sources.find(source.name);
    if (noted != weights.sources.end()) source.noted = noted->second;
    if (source.noted.dropped || source.noted.weight > 0.0 || named == weights.dropped)
      source.dropped = source.noted.dropped;
  }
}

/// Why there is no agreement of a source that can be used; empty when there is one.
std::string agreement_gap(const SurveyedSource& source) {
  if (source.noted.agreement || !source.refusal.empty()) return "";
  return text("not kept: with a trial the agreement is kept of sources with a weight and of the ",
              transfer::kBestAgreeing, " that agree best, and this one ",
              source.dropped.value_or(false) ? "was dropped and agrees less" : "is neither");
}

codec::Json source_json(const SurveyedSource& source, bool weighed) {
  codec::Json json = {{"name", source.name}, {"usable", source.refusal.empty()}};
  if (!source.refusal.empty()) json["reason"] = source.refusal;
  json["trials"] = source.trials;
  json["left_out"] = source.left_out;
  json["missing"] = source.missing;
  json["extra"] = source.extra;
  if (!weighed) return json;
  json["weight"] = source.noted.weight;
  json["agreement"] = source.noted.agreement ? codec::Json(*source.noted.agreement) : codec::Json(nullptr);
  if (const std::string gap = agreement_gap(source); !gap.empty()) json["agreement_reason"] = gap;
  json["dropped"] = source.dropped ? codec::Json(*source.dropped) : codec::Json(nullptr);
  return json;
}

}  // namespace

std::optional<transfer::WeightsAt> newest_weights(std::span<const Trial> trials) {
  for (auto trial = trials.rbegin(); trial != trials.rend(); ++trial) {
    if (auto weights = transfer::noted_weights(trial->notes))
      return transfer::WeightsAt{trial->number, *weights};
  }
  return std::nullopt;
}

std::int64_t SourceSurvey::usable() const {
  return std::count_if(sources.begin(), sources.end(),
                       [](const SurveyedSource& source) { return source.refusal.empty(); });
}

SourceSurvey survey_sources(storage::Storage& storage, const Study& study,
                            std::optional<transfer::WeightsAt> newest) {
  const runner::Knowledge knowledge =
      runner::gather_knowledge(storage, study, catalog::source_access(), runner::OnUnread::LeaveOut);
  SourceSurvey survey{.sources = {}, .remarks = knowledge.remarks, .newest = std::move(newest)};
  for (const SourceStudy& source : knowledge.sources) survey.sources.push_back(surveyed(source, study));
  for (const runner::UnreadSource& source : knowledge.unread)
    survey.sources.push_back({.name = source.name, .refusal = source.reason});
  if (survey.newest) add_notes(survey);
  std::stable_sort(survey.sources.begin(), survey.sources.end(),
                   [](const SurveyedSource& a, const SurveyedSource& b) { return rank_of(a) < rank_of(b); });
  return survey;
}

codec::Json survey_json(const SourceSurvey& survey) {
  codec::Json json = codec::Json::object();
  if (survey.newest) json["trial"] = survey.newest->trial;
  if (survey.newest) json["own"] = survey.newest->weights.own;
  json["sources"] = codec::Json::array();
  for (const SurveyedSource& source : survey.sources)
    json["sources"].push_back(source_json(source, survey.newest.has_value()));
  return json;
}

codec::Node survey_shape() {
  const codec::Node names = shape::list(shape::text());
  const codec::Node source = shape::object({{"name", shape::text(), true},
                                            {"usable", shape::flag(), true},
                                            {"reason", shape::text()},
                                            {"trials", shape::integer(0), true},
                                            {"left_out", shape::integer(0), true},
                                            {"missing", names, true},
                                            {"extra", names, true},
                                            {"weight", shape::number()},
                                            {"agreement", shape::maybe(shape::number())},
                                            {"agreement_reason", shape::text()},
                                            {"dropped", shape::maybe(shape::flag())}});
  return shape::object({{"trial", shape::integer(0)},  // whose proposal was weighed so
                        {"own", shape::number()},
                        {"sources", shape::list(source), true},
                        {"remarks", names, true}});
}

}  // namespace hone::service
