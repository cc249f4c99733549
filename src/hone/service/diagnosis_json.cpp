// SPDX-License-Identifier: MIT
#include "hone/service/diagnosis_json.hpp"

#include <nlohmann/json.hpp>

#include "hone/codec/shape.hpp"

namespace hone::service {
namespace {

using codec::Json;
using codec::Node;
namespace shape = codec::shape;

constexpr const char* kNoises[] = {"unknown", "none", "even", "uneven"};
constexpr const char* kGains[] = {"helps", "hurts", "unclear"};
constexpr const char* kCalibrations[] = {"good", "overconfident", "cautious"};

template <std::size_t size>
Node one_of(const char* const (&words)[size]) {
  return shape::words({std::begin(words), std::end(words)});
}

/// What is not finite is null.
Node amount() { return shape::maybe(shape::number()); }
Node amounts() { return shape::list(amount()); }

Json test_json(const std::optional<analysis::HypothesisTest>& test) {
  if (!test) return nullptr;
  return {{"statistic", test->statistic}, {"p", test->p}};
}

Json tests_json(const analysis::NoiseCheck& noise) {
  return {{"levene_mean", test_json(noise.levene_mean)},
          {"levene_median", test_json(noise.levene_median)},
          {"fligner_killeen", test_json(noise.fligner_killeen)}};
}

const char* verdict_text(analysis::NoiseVerdict verdict) {
  return kNoises[static_cast<std::size_t>(verdict)];
}

Json noise_json(const analysis::Diagnosis& diagnosis) {
  Json groups = Json::array();
  for (std::size_t i = 0; i < diagnosis.repeats.size(); ++i) {
    Json group = {{"params", codec::to_json(diagnosis.repeats[i].configuration)},
                  {"values", diagnosis.repeats[i].values}};
    if (i < diagnosis.noise.means.size()) {
      group["mean"] = diagnosis.noise.means[i];
      group["deviation"] = diagnosis.noise.deviations[i];
    }
    groups.push_back(std::move(group));
  }
  Json out = {{"verdict", verdict_text(diagnosis.noise.verdict)},
              {"runs", diagnosis.runs},
              {"failed_runs", diagnosis.failed_runs},
              {"groups", groups}};
  out["tests"] = tests_json(diagnosis.noise);
  const bool transformed = diagnosis.transformed_noise.verdict != analysis::NoiseVerdict::Unknown;
  out["tests_after_output_transform"] = transformed ? tests_json(diagnosis.transformed_noise) : Json(nullptr);
  return out;
}

Json paired_json(const std::optional<analysis::PairedTest>& test) {
  if (!test) return nullptr;
  return {{"pairs", test->pairs},
          {"mean", test->mean},
          {"t", test->t},
          {"p_two_sided", test->p_two_sided},
          {"p_greater", test->p_greater}};
}

Json gain_json(const analysis::ModelComparison& models, analysis::Variant with, analysis::Variant without) {
  const analysis::Gain gain = analysis::gain(models, with, without);
  return {{"log_likelihood", gain.log_likelihood},
          {"held_out", paired_json(gain.plain)},
          {"held_out_corrected", paired_json(gain.corrected)},
          {"verdict", kGains[static_cast<std::size_t>(analysis::judge(gain))]}};
}

Json models_json(const analysis::Diagnosis& diagnosis) {
  if (!diagnosis.models) return {{"reason", diagnosis.no_model}};
  const analysis::ModelComparison& models = *diagnosis.models;
  Json scores = Json::array();
  for (const analysis::ModelScore& score : models.models) {
    scores.push_back({{"input_warp", score.variant.warp},
                      {"output_transform", score.variant.output},
                      {"log_likelihood", score.log_likelihood},
                      {"held_out", score.held_out}});
  }
  Json gains = {{"input_warp_alone", gain_json(models, {true, false}, {false, false})},
                {"input_warp_with_output_transform", gain_json(models, {true, true}, {false, true})},
                {"output_transform_alone", gain_json(models, {false, true}, {false, false})},
                {"output_transform_with_input_warp", gain_json(models, {true, true}, {true, false})}};
  return {{"sampler", diagnosis.sampler},
          {"own", {{"input_warp", diagnosis.own.warp}, {"output_transform", diagnosis.own.output}}},
          {"transform", analysis::transform_text(diagnosis.fitted->transform)},
          {"observations", models.observations},
          {"learned", models.learned},
          {"held_out", models.held_out},
          {"scores", scores},
          {"gains", gains}};
}

Json calibration_json(const analysis::Calibration& calibration) {
  Json coverage = Json::array();
  for (const analysis::Coverage& one : calibration.coverage)
    coverage.push_back({{"level", one.level}, {"share", one.share}, {"low", one.low}, {"high", one.high}});
  return {{"verdict", kCalibrations[static_cast<std::size_t>(analysis::judge(calibration))]},
          {"coverage", coverage},
          {"residual_mean", calibration.residual_mean},
          {"residual_deviation", calibration.residual_deviation},
          {"mean_log_density", calibration.mean_log_density},
          {"correlation", calibration.correlation},
          {"rank_correlation", calibration.rank_correlation},
          {"actual", calibration.actual},
          {"predicted", calibration.predicted},
          {"low95", calibration.low},
          {"high95", calibration.high},
          {"residuals", calibration.residuals}};
}

// --- the same as shapes

Node noise_shape() {
  const Node test = shape::maybe(shape::record({{"statistic", amount()}, {"p", amount()}}));
  const Node tests =
      shape::record({{"levene_mean", test}, {"levene_median", test}, {"fligner_killeen", test}});
  const Node group = shape::object({{"params", shape::row(), true},
                                    {"values", amounts(), true},
                                    {"mean", amount()},
                                    {"deviation", amount()}});
  return shape::record({{"verdict", one_of(kNoises)},
                        {"runs", shape::integer(0)},
                        {"failed_runs", shape::integer(0)},
                        {"groups", shape::list(group)},
                        {"tests", tests},
                        {"tests_after_output_transform", shape::maybe(tests)}});
}

Node gain_shape() {
  const Node paired = shape::maybe(shape::record({{"pairs", shape::integer(0)},
                                                  {"mean", amount()},
                                                  {"t", amount()},
                                                  {"p_two_sided", amount()},
                                                  {"p_greater", amount()}}));
  return shape::record({{"log_likelihood", amount()},
                        {"held_out", paired},
                        {"held_out_corrected", paired},
                        {"verdict", one_of(kGains)}});
}

Node models_shape() {
  const Node score = shape::record({{"input_warp", shape::flag()},
                                    {"output_transform", shape::flag()},
                                    {"log_likelihood", amount()},
                                    {"held_out", amounts()}});
  const Node gains = shape::record({{"input_warp_alone", gain_shape()},
                                    {"input_warp_with_output_transform", gain_shape()},
                                    {"output_transform_alone", gain_shape()},
                                    {"output_transform_with_input_warp", gain_shape()}});
  const Node own = shape::record({{"input_warp", shape::flag()}, {"output_transform", shape::flag()}});
  return shape::either(
      {shape::record({{"reason", shape::text()}}), shape::record({{"sampler", shape::text()},
                                                                  {"own", own},
                                                                  {"transform", shape::text()},
                                                                  {"observations", shape::integer(0)},
                                                                  {"learned", shape::integer(0)},
                                                                  {"held_out", shape::integer(0)},
                                                                  {"scores", shape::list(score)},
                                                                  {"gains", gains}})});
}

Node calibration_shape() {
  const Node coverage =
      shape::record({{"level", amount()}, {"share", amount()}, {"low", amount()}, {"high", amount()}});
  std::vector<shape::Member> members = {{"verdict", one_of(kCalibrations)},
                                        {"coverage", shape::list(coverage)}};
  for (const char* name :
       {"residual_mean", "residual_deviation", "mean_log_density", "correlation", "rank_correlation"})
    members.push_back({name, amount()});
  for (const char* name : {"actual", "predicted", "low95", "high95", "residuals"})
    members.push_back({name, amounts()});
  return shape::record(std::move(members));
}

}  // namespace

Node diagnosis_shape() {
  const Node warp = shape::record({{"parameter", shape::text()},
                                   {"a", amount()},
                                   {"b", amount()},
                                   {"largest_move", amount()},
                                   {"meaning", shape::text()}});
  return shape::record({{"study", shape::text()},
                        {"objective", shape::text()},
                        {"complete", shape::integer(0)},
                        {"left_out", shape::integer(0)},
                        {"noise", noise_shape()},
                        {"models", models_shape()},
                        {"calibration", shape::maybe(calibration_shape())},
                        {"warps", shape::list(warp)},
                        {"verdict", shape::text()},
                        {"advice", shape::list(shape::text())}});
}

Json diagnosis_json(const Study& study, const analysis::Diagnosis& diagnosis) {
  Json warps = Json::array();
  for (std::size_t i = 0; i < diagnosis.warps.size(); ++i) {
    const analysis::Warp& warp = diagnosis.warps[i];
    warps.push_back({{"parameter", study.space.parameters()[diagnosis.warp_parameters[i]].name},
                     {"a", warp.a},
                     {"b", warp.b},
                     {"largest_move", warp.largest_move()},
                     {"meaning", analysis::warp_meaning(warp)}});
  }
  return {{"study", study.name},
          {"objective", diagnosis.objective.name},
          {"complete", diagnosis.complete},
          {"left_out", diagnosis.left_out},
          {"noise", noise_json(diagnosis)},
          {"models", models_json(diagnosis)},
          {"calibration", diagnosis.fitted ? calibration_json(diagnosis.fitted->calibration) : Json(nullptr)},
          {"warps", warps},
          {"verdict", analysis::verdict(diagnosis)},
          {"advice", analysis::advice(study, diagnosis)}};
}

}  // namespace hone::service
