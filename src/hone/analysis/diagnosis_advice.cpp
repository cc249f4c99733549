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
  std::string seen =
      "Too few configurations were evaluated three times or more to tell how the noise differs";
  if (diagnosis.seldom == 0) {
    seen = "No configuration was evaluated twice";
    seen += diagnosis.estimated_noise ? text("; the model estimates that single values deviate by about ",
                                             short_number(*diagnosis.estimated_noise, 2))
                                      : ", so nothing is known about noise";
  }
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

double held_out_mean(const Diagnosis& diagnosis, Variant variant) {
  const std::vector<double>& all = diagnosis.models->of(variant).held_out;
  double sum = 0.0;
  for (const double one : all) sum += one / static_cast<double>(all.size());
  return sum;
}

/// What should change in the model's settings.
struct SettingChanges {
  bool warp = false;
  bool output = false;
};

/// Each transform is judged beside the other as it is. Where both should change, what counts is how held-out
/// trials fare under both changes: unless that is the best of the three, only the better change is advised.
SettingChanges advised_changes(const Diagnosis& diagnosis) {
  const Variant own = diagnosis.own;
  const auto should = [&](bool used, const Gain& gain) {
    return gain.corrected && judge(gain) == (used ? GainVerdict::Hurts : GainVerdict::Helps);
  };
  SettingChanges changes;
  changes.output = should(own.output, gain(*diagnosis.models, {own.warp, true}, {own.warp, false}));
  changes.warp = !diagnosis.warps.empty() &&
                 should(own.warp, gain(*diagnosis.models, {true, own.output}, {false, own.output}));
  if (!changes.output || !changes.warp) return changes;
  const double both = held_out_mean(diagnosis, {!own.warp, !own.output});
  const double output = held_out_mean(diagnosis, {own.warp, !own.output});
  const double warp = held_out_mean(diagnosis, {!own.warp, own.output});
  if (both >= std::max(output, warp)) return changes;
  return {.warp = warp > output, .output = warp <= output};
}

/// `change`: whether the part should be switched; a part that would gain alone may still be left.
std::string part_sentence(const ModelPart& part, const Gain& gain, const std::string& why, bool change) {
  if (!gain.corrected) return text("Nothing can be said about the ", part.name, ".");
  const std::string size =
      text(" (", gain.corrected->mean > 0.0 ? "+" : "", short_number(gain.corrected->mean, 2),
           " in log density, ", p_text(gain.corrected->p_two_sided), ")");
  switch (judge(gain)) {
    case GainVerdict::Helps:
      return text("The ", part.name, " makes held-out trials more probable", size, ", ", why, ": ",
                  part.used ? "keep it."
                  : change  ? text("switch it on with ", part.on, ".")
                            : "but not together with the other change that is advised: leave it off.");
    case GainVerdict::Hurts:
      return text("The ", part.name, " makes held-out trials less probable", size, ": ",
                  !part.used ? "leave it off."
                  : change   ? text("try ", part.off, ".")
                             : "but not together with the other change that is advised: leave it on.");
    case GainVerdict::Unclear:
      break;
  }
  const bool hint = gain.plain && gain.plain->p_two_sided < kSignificant;
  const std::string effect = !hint                        ? "makes no clear difference"
                             : gain.corrected->mean > 0.0 ? "seems to help, though not beyond chance"
                                                          : "seems to hurt, though not beyond chance";
  // What scored worse is not advised, even where the difference may be chance.
  const bool better_as_it_is = (gain.corrected->mean >= 0.0) == part.used;
  return text("The ", part.name, " ", effect, size, ": ",
              better_as_it_is ? text("leave it ", part.used ? "on." : "off.") : "either way will do.");
}

std::string output_sentence(const Diagnosis& diagnosis, bool change) {
  const bool warp = diagnosis.own.warp;
  return part_sentence(
      {"output transform", diagnosis.own.output, "output_transform: robust", "output_transform: none"},
      gain(*diagnosis.models, {warp, true}, {warp, false}), "the values being skewed or their noise uneven",
      change);
}

std::string warp_sentence(const Study& study, const Diagnosis& diagnosis, bool change) {
  if (diagnosis.warps.empty())
    return "No parameter is a number, so there is nothing for an input warp to bend.";
  const bool output = diagnosis.own.output;
  const std::string& first = study.space.parameters()[diagnosis.warp_parameters[0]].name;
  return part_sentence({"input warp", diagnosis.own.warp, "input_warp: true", "input_warp: false"},
                       gain(*diagnosis.models, {true, output}, {false, output}),
                       text("the objective being non-stationary, most of all in ", first), change);
}

std::string skill_text(double rank_correlation) {
  if (rank_correlation >= 0.8) return "predicts trials that it has not seen well";
  if (rank_correlation >= 0.5) return "predicts trials that it has not seen roughly";
  if (rank_correlation >= 0.25) return "predicts trials that it has not seen a little better than chance";
  return "does not predict trials that it has not seen";
}

/// What the model is worth, in plain words.
std::string trust_text(const Calibration& calibration) {
  const double skill = calibration.rank_correlation;
  const bool too_sure = judge(calibration) == CalibrationVerdict::Overconfident;
  if (skill < 0.25) return "The model does not understand this study yet: it predicts no better than chance.";
  std::string out = skill >= 0.8   ? "The model understands this study well"
                    : skill >= 0.5 ? "The model has a rough idea of this study"
                                   : "The model knows little of this study yet";
  return out + (too_sure ? ", but is too sure of itself." : ", and knows how sure it may be.");
}

std::string noise_verdict(const Diagnosis& diagnosis) {
  if (diagnosis.noise.verdict == NoiseVerdict::Uneven)
    return " Results are noisy, and more so at some settings than at others: run the best ones again.";
  if (diagnosis.noise.verdict == NoiseVerdict::Even && diagnosis.fitted &&
      diagnosis.noise.pooled > 0.5 * spread_of(diagnosis.fitted->calibration.actual))
    return " Noise hides most differences between settings: run the best ones again.";
  return "";
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

std::string verdict(const Diagnosis& diagnosis) {
  if (!diagnosis.fitted)
    return "It is too early to judge the model: " + diagnosis.no_model + "." + noise_verdict(diagnosis);
  const SettingChanges changes = advised_changes(diagnosis);
  const int count = (changes.warp ? 1 : 0) + (changes.output ? 1 : 0);
  const std::string settings = count == 0   ? " Its settings need no change."
                               : count == 1 ? " One of its settings should change, see below."
                                            : " Two of its settings should change, see below.";
  return trust_text(diagnosis.fitted->calibration) + noise_verdict(diagnosis) + settings;
}

std::vector<std::string> advice(const Study& study, const Diagnosis& diagnosis) {
  std::vector<std::string> out = {noise_sentence(study, diagnosis)};
  if (!diagnosis.fitted) {
    out.push_back(text("There is no model yet: ", diagnosis.no_model, "."));
    return out;
  }
  const SettingChanges changes = advised_changes(diagnosis);
  out.push_back(output_sentence(diagnosis, changes.output));
  out.push_back(warp_sentence(study, diagnosis, changes.warp));
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
