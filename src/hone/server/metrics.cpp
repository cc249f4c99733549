// SPDX-License-Identifier: MIT
#include "hone/server/metrics.hpp"

#include <algorithm>
#include <sstream>

namespace hone::server {

void Metrics::answered(const std::string& operation, int status, double seconds) {
  const std::lock_guard guard(mutex_);
  Operation& entry = operations_[operation];
  ++entry.by_status[status];
  const auto place = std::lower_bound(kBuckets.begin(), kBuckets.end(), seconds) - kBuckets.begin();
  ++entry.buckets[static_cast<std::size_t>(place)];
  entry.seconds += seconds;
}

std::string Metrics::text(const std::string& more) const {
  std::ostringstream out;
  const auto head = [&](const char* name, const char* type, const char* help) {
    out << "# HELP " << name << " " << help << "\n# TYPE " << name << " " << type << "\n";
  };
  const std::lock_guard guard(mutex_);
  head("hone_requests_total", "counter", "Requests that were answered.");
  for (const auto& [name, entry] : operations_)
    for (const auto& [status, count] : entry.by_status)
      out << "hone_requests_total{operation=\"" << name << "\",status=\"" << status << "\"} " << count
          << "\n";
  head("hone_request_seconds", "histogram", "Time from a whole request to its answer.");
  for (const auto& [name, entry] : operations_) {
    std::int64_t sum = 0;
    for (std::size_t i = 0; i < kBuckets.size(); ++i) {
      sum += entry.buckets[i];
      out << "hone_request_seconds_bucket{operation=\"" << name << "\",le=\"" << kBuckets[i] << "\"} " << sum
          << "\n";
    }
    sum += entry.buckets.back();
    out << "hone_request_seconds_bucket{operation=\"" << name << "\",le=\"+Inf\"} " << sum << "\n"
        << "hone_request_seconds_sum{operation=\"" << name << "\"} " << entry.seconds << "\n"
        << "hone_request_seconds_count{operation=\"" << name << "\"} " << sum << "\n";
  }
  head("hone_trials_handed_out_total", "counter", "Trials that workers were given.");
  out << "hone_trials_handed_out_total " << handed_out_.load() << "\n";
  head("hone_trials_told_total", "counter", "Results that were stored.");
  out << "hone_trials_told_total " << told_.load() << "\n";
  head("hone_connections", "gauge", "Connections that are open.");
  out << "hone_connections " << connections_.load() << "\n";
  head("hone_event_streams", "gauge", "Event streams that are open.");
  out << "hone_event_streams " << streams_.load() << "\n" << more;
  return out.str();
}

}  // namespace hone::server
