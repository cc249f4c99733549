// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <memory>

#include "hone/analysis/asha_pruner.hpp"
#include "hone/analysis/percentile_pruner.hpp"
#include "hone/core/pruner.hpp"

namespace hone::analysis {

/// Who else must want to stop a trial that has stopped getting better.
enum class PatientPartner { None, Asha, Median };

struct PatientOptions {
  /// Reports without a better one that a trial may have.
  std::int64_t patience = 5;
  /// By how much a report must be better to count as better.
  double min_delta = 0.0;
  PatientPartner pruner = PatientPartner::None;
  AshaOptions asha = {};
  MedianOptions median = {};

  void declare(OptionReader& option);
};

/// Stops a trial whose last `patience` reports are none of them better, by min_delta, than the best one
/// before them; with another pruner only those trials that it would stop as well. Reports that are not
/// numbers are not better. Of several objectives a report is better when it is so in one of them.
class PatientPruner final : public Pruner {
 public:
  explicit PatientPruner(PatientOptions options = {});

  bool should_stop(const Trial& running, std::span<const Trial> others,
                   std::span<const Objective> objectives) const override;

 private:
  std::int64_t patience_;
  double min_delta_;
  std::shared_ptr<const Pruner> partner_;  // immutable, hence shared by copies
};

}  // namespace hone::analysis
