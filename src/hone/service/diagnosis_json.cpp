// SPDX-License-Identifier: MIT
#include "hone/service/diagnosis_json.hpp"

#include <nlohmann/json.hpp>

namespace hone::service {
namespace {

using codec::Json;

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
  constexpr const char* kNames[] = {"unknown", "none", "even", "uneven"};
  return kNames[static_cast<std::size_t>(verdict)];
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
  constexpr const char* kNames[] = {"helps", "hurts", "unclear"};
  return {{"log_likelihood", gain.log_likelihood},
          {"held_out", paired_json(gain.plain)},
          {"held_out_corrected", paired_json(gain.corrected)},
          {"verdict", kNames[static_cast<std::size_t>(analysis::judge(gain))]}};
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
  constexpr const char* kNames[] = {"good", "overconfident", "cautious"};
  return {{"verdict", kNames[static_cast<std::size_t>(analysis::judge(calibration))]},
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

}  // namespace

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
