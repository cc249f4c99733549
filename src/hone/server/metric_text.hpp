// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <span>
#include <sstream>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace hone::server {

/// Writes Prometheus' text format.
class MetricText {
 public:
  using Labels = std::vector<std::pair<std::string_view, std::string_view>>;

  MetricText();
  /// What follows are samples of this metric.
  MetricText& metric(std::string_view name, std::string_view type, std::string_view help);
  MetricText& sample(double value, const Labels& labels = {});
  /// Of a histogram: `buckets` has one count more than there are upper ends.
  MetricText& histogram(std::span<const double> ends, std::span<const std::int64_t> buckets, double sum,
                        Labels labels);
  std::string text() const { return out_.str(); }

 private:
  void line(std::string_view suffix, const Labels& labels, double value);

  std::ostringstream out_;
  std::string name_;
};

}  // namespace hone::server
