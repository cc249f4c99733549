// SPDX-License-Identifier: MIT
#include "hone/analysis/patient_pruner.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "hone/core/aim.hpp"

namespace hone::analysis {
namespace {

std::shared_ptr<const Pruner> partner(const PatientOptions& options) {
  switch (options.pruner) {
    case PatientPartner::Asha:
      return std::make_shared<AshaPruner>(options.asha);
    case PatientPartner::Median:
      return std::make_shared<MedianPruner>(options.median);
    case PatientPartner::None:
      break;
  }
  return nullptr;
}

// To be minimised; infinite when there is none.
double least(std::span<const Report> reports, const Objective& objective, std::size_t index) {
  double value = std::numeric_limits<double>::infinity();
  for (const Report& report : reports) {
    if (index >= report.size() || !std::isfinite(report.value_of(index))) continue;
    value = std::min(value, as_loss(objective, report.value_of(index)));
  }
  return value;
}

}  // namespace

void PatientOptions::declare(OptionReader& option) {
  option.integer("patience", patience, 1, 1'000'000'000, "reports without a better one that a trial may have")
      .in("reports");
  option.real("min_delta", min_delta, 0.0, std::numeric_limits<double>::infinity(),
              "by how much a report must be better to count as better");
  option.choice(
      "pruner", pruner,
      {{"none", PatientPartner::None}, {"asha", PatientPartner::Asha}, {"median", PatientPartner::Median}},
      "who else must want to stop the trial");
  asha.declare(option, "asha.");
  median.declare(option, "median.");
}

PatientPruner::PatientPruner(PatientOptions options)
    : patience_(options.patience), min_delta_(options.min_delta), partner_(partner(options)) {}

bool PatientPruner::should_stop(const Trial& running, std::span<const Trial> others,
                                std::span<const Objective> objectives) const {
  const std::span<const Report> reports(running.reports);
  if (std::ssize(reports) <= patience_) return false;
  const auto before = reports.first(reports.size() - static_cast<std::size_t>(patience_));
  const auto last = reports.last(static_cast<std::size_t>(patience_));
  for (std::size_t k = 0; k < objectives.size(); ++k)
    if (least(last, objectives[k], k) < least(before, objectives[k], k) - min_delta_) return false;
  return partner_ == nullptr || partner_->should_stop(running, others, objectives);
}

}  // namespace hone::analysis
