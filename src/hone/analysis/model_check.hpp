// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "hone/analysis/hypothesis.hpp"
#include "hone/gp/fit.hpp"
#include "hone/numeric/output_transform.hpp"

// How well a Gaussian process explains the values of a study, and what its two transforms bring.
namespace hone::analysis {

/// Which transforms a model has: a learned bend of each numeric column, a learned bend of the values.
struct Variant {
  bool warp = true;
  bool output = true;
  friend bool operator==(const Variant&, const Variant&) = default;
};

struct ModelCheckOptions {
  gp::FitOptions fit = {};  ///< its `warp` is set for each variant
  /// Of variants with an output transform. Ranks have no density, so where the rule comes to them
  /// Yeo-Johnson stands in.
  numeric::OutputRule output = numeric::OutputRule::Robust;
  int splits = 20;          ///< random splits into what is learned from and what is held out
  int max_points = 150;     ///< for each split; a fit costs n³, and reports wait for eighty of them
  int max_leave_out = 600;  ///< for the likelihood of all data and leave-one-out
  std::uint64_t seed = 0;
};

/// Fewer observations are refused: a fifth of them is held out.
inline constexpr int kLeastObservations = 10;

/// Why data tell nothing about models, ready to be shown; empty when they can be checked.
std::string unfit_for_models(const model::Dataset& data);

/// One variant's account of the values as they were measured: the slope of the output transform is part of
/// every density, so that variants can be compared.
struct ModelScore {
  Variant variant;
  double log_likelihood = 0.0;   ///< of all observations, at the hyper-parameters that were learned from them
  std::vector<double> held_out;  ///< mean log density of held-out values, noise included, one for each split
};

struct ModelComparison {
  std::array<ModelScore, 4> models;
  int observations = 0;  ///< that log_likelihood is of
  int learned = 0;       ///< observations on one side of each split
  int held_out = 0;      ///< and on the other

  const ModelScore& of(Variant variant) const;
};

/// Fits all four variants to the data and to random splits of them, the same splits for all. y is as the
/// study measured it (smaller is better). The data must not be unfit_for_models().
ModelComparison compare_models(const model::Dataset& data, const ModelCheckOptions& options);

/// What one variant gains over another.
struct Gain {
  double log_likelihood = 0.0;
  std::optional<PairedTest> plain;      ///< over splits, as in section 3 of the HEBO paper
  std::optional<PairedTest> corrected;  ///< the same, allowing for the overlap of the splits
};
Gain gain(const ModelComparison& comparison, Variant with, Variant without);

enum class GainVerdict {
  Helps,    ///< held-out values are more probable, and not by chance (two-sided, 5 %, overlap allowed for)
  Hurts,    ///< less probable, and not by chance
  Unclear,  ///< no difference that chance would not make
};
GainVerdict judge(const Gain& gain);

/// How often values fell into the central interval that should hold `level` of them.
struct Coverage {
  double level = 0.0;
  double share = 0.0;
  /// The share of a calibrated model lies between these with a probability of at least 95 %, values being
  /// independent.
  double low = 0.0;
  double high = 1.0;
};

/// What the model says of each value when it does not know it (but its hyper-parameters do).
struct Calibration {
  std::array<Coverage, 3> coverage;  ///< of 50, 80 and 95 %
  std::vector<double> actual;
  std::vector<double> predicted;  ///< median, in units of the values
  std::vector<double> low;        ///< of the 95 % interval
  std::vector<double> high;
  std::vector<double> residuals;  ///< standardised: standard Normal when the model is right
  double residual_mean = 0.0;
  double residual_deviation = 0.0;
  double mean_log_density = 0.0;
  double correlation = 0.0;       ///< of predicted and actual, in the units of the model
  double rank_correlation = 0.0;  ///< Spearman's
};

enum class CalibrationVerdict {
  Good,
  Overconfident,  ///< the 80 or the 95 % interval held fewer values than chance explains
  Cautious,       ///< the 50 or the 80 % interval held more
};
CalibrationVerdict judge(const Calibration& calibration);

/// The learned bend of one column: w = 1 - (1 - u^a)^b.
struct Warp {
  int column = 0;
  double a = 1.0;
  double b = 1.0;
  double at(double u) const;
  /// The furthest that it takes a place of [0, 1], between 0 and 1.
  double largest_move() const;
};

/// One variant fitted to all data.
struct FittedModel {
  numeric::OutputTransform transform;
  bool instead_of_ranks = false;  ///< the rule wanted ranks
  Calibration calibration;
  std::vector<Warp> warps;  ///< of each numeric column; empty without a warp
};
FittedModel fit_and_calibrate(const model::Dataset& data, Variant variant, const ModelCheckOptions& options);

}  // namespace hone::analysis
