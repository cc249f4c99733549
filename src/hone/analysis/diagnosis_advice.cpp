// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cmath>

#include "hone/analysis/diagnosis.hpp"
#include "hone/base/text.hpp"
#include "hone/base/words.hpp"

namespace hone::analysis {
namespace {

// Repeats of all configurations together; with fewer the tests of equal noise are nearly blind.
constexpr std::size_t kManyValues = 40;

std::string p_text(double p) { return p < 0.001 ? "p < 0.001" : "p = " + short_number(p, 2); }

std::string no_repeats_sentence(const Study& study, const Diagnosis& diagnosis) {
  if (diagnosis.runs > 0) {
    return text(
        "Of ", counted(diagnosis.runs, "repeat"), ", ", diagnosis.failed_runs,
        " gave no value, which leaves too few to compare the noise; it takes three values each at two "
        "configurations.");
  }
  const std::string seen =
      diagnosis.seldom == 0
          ? "No configuration was evaluated twice, so nothing is known about noise"
          : "Too few configurations were evaluated three times or more to tell how the noise differs";
  if (study.plan.command.empty()) return seen + "; evaluate two or more configurations at least three times.";
  return seen + "; --repeats 5 measures it.";
}

double spread_of(const std::vector<double>& values) {
  double mean = 0.0;
  for (const double value : values) mean += value / static_cast<double>(values.size());
  double squares = 0.0;
  for (const double value : values)
    squares += (value - mean) * (value - mean) / static_cast<double>(values.size());
  return std::sqrt(squares);
}

std::string uneven_sentence(const Diagnosis& diagnosis) {
  const NoiseCheck& noise = diagnosis.noise;
  const auto [least, most] = std::minmax_element(noise.deviations.begin(), noise.deviations.end());
  std::string out =
      text("The noise differs between configurations (heteroscedastic), from a standard deviation of ",
           short_number(*least, 3), " to ", short_number(*most, 3));
  if (noise.growth > 0.6) out += ": it grows with " + diagnosis.objective.name;
  if (noise.growth < -0.6) out += ": it shrinks as " + diagnosis.objective.name + " grows";
  out += ".";
  if (diagnosis.transformed_noise.verdict == NoiseVerdict::Even) out += " The output transform evens it out.";
  if (diagnosis.transformed_noise.verdict == NoiseVerdict::Uneven) {
    out +=
        " The output transform does not even it out, so a single good value may be luck: evaluate the best "
        "settings again before you rely on them.";
  }
  return out;
}

std::string even_sentence(const Diagnosis& diagnosis) {
  std::string out = text("The noise shows no difference between configurations; its standard deviation is ",
                         short_number(diagnosis.noise.pooled, 3));
  std::size_t values = 0;
  for (const Repeated& one : diagnosis.repeats) values += one.values.size();
  const std::string power =
      values < kManyValues ? " With so few repeats only a large difference would show." : "";
  if (!diagnosis.fitted) return out + "." + power;
  const double spread = spread_of(diagnosis.fitted->calibration.actual);
  const double share = diagnosis.noise.pooled / spread;
  out += text(", ", percent(share), " of the spread of the trials' values.", power);
  if (share > 0.5)
    out += " That hides most differences: evaluate the best settings again before you rely on them.";
  return out;
}

std::string noise_sentence(const Study& study, const Diagnosis& diagnosis) {
  switch (diagnosis.noise.verdict) {
    case NoiseVerdict::Unknown:
      return no_repeats_sentence(study, diagnosis);
    case NoiseVerdict::None:
      return "Every repeat gave the same value: there is no noise.";
    case NoiseVerdict::Even:
      return even_sentence(diagnosis);
    case NoiseVerdict::Uneven:
      return uneven_sentence(diagnosis);
  }
  return "";
}

/// One transform of the model: what it is called, whether the sampler uses it, and how to change that.
struct ModelPart {
  const char* name;
  bool used;
  const char* on;
  const char* off;
};

std::string part_sentence(const ModelPart& part, const Gain& gain, const std::string& why) {
  if (!gain.corrected) return text("Nothing can be said about the ", part.name, ".");
  const std::string size =
      text(" (", gain.corrected->mean > 0.0 ? "+" : "", short_number(gain.corrected->mean, 2),
           " in log density, ", p_text(gain.corrected->p_two_sided), ")");
  switch (judge(gain)) {
    case GainVerdict::Helps:
      return text("The ", part.name, " makes held-out trials more probable", size, ", ", why, ": ",
                  part.used ? "keep it." : text("switch it on with ", part.on, "."));
    case GainVerdict::Hurts:
      return text("The ", part.name, " makes held-out trials less probable", size, ": ",
                  part.used ? text("try ", part.off, ".") : "leave it off.");
    case GainVerdict::Unclear:
      break;
  }
  const bool hint = gain.plain && gain.plain->p_two_sided < kSignificant;
  const std::string effect = !hint                        ? "makes no clear difference"
                             : gain.corrected->mean > 0.0 ? "seems to help, though not beyond chance"
                                                          : "seems to hurt, though not beyond chance";
  return text("The ", part.name, " ", effect, size, ": leave it ", part.used ? "on." : "off.");
}

std::string output_sentence(const Diagnosis& diagnosis) {
  const bool warp = diagnosis.own.warp;
  return part_sentence(
      {"output transform", diagnosis.own.output, "output_transform: robust", "output_transform: none"},
      gain(*diagnosis.models, {warp, true}, {warp, false}), "the values being skewed or their noise uneven");
}

std::string warp_sentence(const Study& study, const Diagnosis& diagnosis) {
  if (diagnosis.warps.empty())
    return "No parameter is a number, so there is nothing for an input warp to bend.";
  const bool output = diagnosis.own.output;
  const std::string& first = study.space.parameters()[diagnosis.warp_parameters[0]].name;
  return part_sentence({"input warp", diagnosis.own.warp, "input_warp: true", "input_warp: false"},
                       gain(*diagnosis.models, {true, output}, {false, output}),
                       text("the objective being non-stationary, most of all in ", first));
}

std::string skill_text(double rank_correlation) {
  if (rank_correlation >= 0.8) return "predicts trials that it has not seen well";
  if (rank_correlation >= 0.5) return "predicts trials that it has not seen roughly";
  if (rank_correlation >= 0.25) return "predicts trials that it has not seen a little better than chance";
  return "does not predict trials that it has not seen";
}

std::string calibration_sentence(const Study& study, const Diagnosis& diagnosis) {
  const Calibration& calibration = diagnosis.fitted->calibration;
  const std::string held = percent(calibration.coverage[2].share);
  std::string out = text("The model ", skill_text(calibration.rank_correlation), " (rank correlation ",
                         short_number(calibration.rank_correlation, 2), ")");
  switch (judge(calibration)) {
    case CalibrationVerdict::Good:
      out += text(", and is honest about its doubt: its 95 % intervals hold ", held, " of them.");
      break;
    case CalibrationVerdict::Overconfident:
      out += text(", and is too sure of itself: its 95 % intervals hold only ", held,
                  " of them. More trials help, spread over the space.");
      break;
    case CalibrationVerdict::Cautious:
      out += text(", and doubts more than it needs to: its 50 % intervals hold ",
                  percent(calibration.coverage[0].share), " of them. That is harmless.");
      break;
  }
  if (calibration.rank_correlation < 0.25) {
    out += " Either there are too few trials yet, or noise hides what the parameters do.";
  } else if (calibration.rank_correlation >= 0.5 && study.objectives.size() == 1 && !diagnosis.led) {
    out += text(" A sampler led by a model (", diagnosis.sampler, ") can use that; this study's, ",
                study.sampler.name, ", does not.");
  }
  return out;
}

}  // namespace

std::vector<std::string> advice(const Study& study, const Diagnosis& diagnosis) {
  std::vector<std::string> out = {noise_sentence(study, diagnosis)};
  if (!diagnosis.fitted) {
    out.push_back(text("There is no model yet: ", diagnosis.no_model, "."));
    return out;
  }
  out.push_back(output_sentence(diagnosis));
  out.push_back(warp_sentence(study, diagnosis));
  out.push_back(calibration_sentence(study, diagnosis));
  return out;
}

std::string warp_meaning(const Warp& warp) {
  // How much of the model's range the outer fifths take, in units of a fifth.
  const double low = warp.at(0.2) / 0.2;
  const double high = (1.0 - warp.at(0.8)) / 0.2;
  if (warp.largest_move() < 0.05) return "almost straight";
  if (low > 1.25 && high > 1.25) return "the ends matter more";
  if (low > 1.25) return "the low end matters more";
  if (high > 1.25) return "the high end matters more";
  if (low < 0.8 && high < 0.8) return "the middle matters more";
  return low > high ? "the low end matters a little more" : "the high end matters a little more";
}

std::string transform_text(const numeric::OutputTransform& transform) {
  switch (transform.shape()) {
    case numeric::OutputShape::Plain:
      return "none";
    case numeric::OutputShape::BoxCox:
      return "Box-Cox, exponent " + short_number(transform.lambda(), 3);
    case numeric::OutputShape::YeoJohnson:
      return "Yeo-Johnson, exponent " + short_number(transform.lambda(), 3);
    case numeric::OutputShape::Ranks:
      return "ranks";
  }
  return "";
}

}  // namespace hone::analysis
