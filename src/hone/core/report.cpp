// SPDX-License-Identifier: MIT
#include "hone/core/report.hpp"

#include <algorithm>
#include <cmath>

namespace hone {

FurtherValues::FurtherValues(std::span<const double> values) {
  if (!values.empty()) values_ = std::make_unique<const std::vector<double>>(values.begin(), values.end());
}

std::span<const double> FurtherValues::all() const {
  return values_ ? std::span<const double>(*values_) : std::span<const double>();
}

bool operator==(const FurtherValues& a, const FurtherValues& b) {
  return std::ranges::equal(a.all(), b.all());
}

Report Report::of(std::int64_t step, std::span<const double> values) {
  return {step, values.front(), FurtherValues(values.subspan(1))};
}

double Report::value_of(std::size_t objective) const {
  return objective == 0 ? value : further.all()[objective - 1];
}

std::vector<double> Report::values() const {
  std::vector<double> all = {value};
  all.insert(all.end(), further.all().begin(), further.all().end());
  return all;
}

bool Report::is_finite() const {
  return std::isfinite(value) &&
         std::ranges::all_of(further.all(), [](double one) { return std::isfinite(one); });
}

void add_report(std::vector<Report>& reports, const Report& report) {
  const auto place = std::lower_bound(reports.begin(), reports.end(), report.step,
                                      [](const Report& a, std::int64_t step) { return a.step < step; });
  if (place != reports.end() && place->step == report.step) {
    *place = report;
  } else {
    reports.insert(place, report);
  }
}

}  // namespace hone
