// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

namespace hone {

/// Numbers that are mostly absent. As large as one pointer, because a trial may have a hundred thousand
/// reports and few studies have several objectives.
class FurtherValues {
 public:
  FurtherValues() = default;
  explicit FurtherValues(std::span<const double> values);
  FurtherValues(const FurtherValues& other) : FurtherValues(other.all()) {}
  FurtherValues(FurtherValues&&) noexcept = default;
  FurtherValues& operator=(const FurtherValues& other) { return *this = FurtherValues(other); }
  FurtherValues& operator=(FurtherValues&&) noexcept = default;
  ~FurtherValues() = default;

  std::span<const double> all() const;
  friend bool operator==(const FurtherValues& a, const FurtherValues& b);

 private:
  std::unique_ptr<const std::vector<double>> values_;  // nullptr instead of an empty list
};

/// Intermediate values that a running trial reported: of the first objective alone, or of every objective.
struct Report {
  std::int64_t step = 0;
  double value = 0.0;  ///< of the first objective
  FurtherValues further =
      {};  ///< of the others, in the order of the objectives; empty when only one was given

  /// With one value for each objective; at least one.
  static Report of(std::int64_t step, std::span<const double> values);
  std::size_t size() const { return 1 + further.all().size(); }
  /// Of the objective with this index, which must be below size().
  double value_of(std::size_t objective) const;
  std::vector<double> values() const;
  bool is_finite() const;
  friend bool operator==(const Report&, const Report&) = default;
};

/// Adds a report to those of a trial, by step; a second one for the same step replaces the first.
void add_report(std::vector<Report>& reports, const Report& report);

}  // namespace hone
