// SPDX-License-Identifier: MIT
#include "hone/server/metrics.hpp"

#include <algorithm>

#include "hone/server/metric_text.hpp"

namespace hone::server {
namespace {

constexpr const char* kOtherStudies = "other";
constexpr std::array<std::string_view, kLanes> kLaneNames = {"work", "look", "bulk", "file"};

double counted_as(const std::atomic<std::int64_t>& count) { return static_cast<double>(count.load()); }

}  // namespace

void Metrics::answered(const std::string& operation, int status, double seconds) {
  const std::lock_guard guard(mutex_);
  Operation& entry = operations_[operation];
  ++entry.by_status[status];
  const auto place = std::lower_bound(kBuckets.begin(), kBuckets.end(), seconds) - kBuckets.begin();
  ++entry.buckets[static_cast<std::size_t>(place)];
  entry.seconds += seconds;
}

Metrics::StudyCounts& Metrics::counts_of(const std::string& study) {
  const auto found = studies_.find(study);
  if (found != studies_.end()) return found->second;
  return studies_[studies_.size() < kMostStudies ? study : kOtherStudies];
}

void Metrics::handed_out(const std::string& study, std::int64_t trials) {
  if (trials == 0) return;
  const std::lock_guard guard(mutex_);
  counts_of(study).handed_out += trials;
}

void Metrics::told(const std::string& study, std::int64_t trials) {
  if (trials == 0) return;
  const std::lock_guard guard(mutex_);
  counts_of(study).told += trials;
}

void Metrics::lane(Lane lane, std::int64_t waiting_difference, std::int64_t busy_difference) {
  load(lane).waiting += waiting_difference;
  load(lane).busy += busy_difference;
}

std::string Metrics::text(const std::string& more) const {
  MetricText out;
  {
    const std::lock_guard guard(mutex_);
    out.metric("hone_requests_total", "counter", "Requests that were answered.");
    for (const auto& [name, entry] : operations_)
      for (const auto& [status, count] : entry.by_status)
        out.sample(static_cast<double>(count), {{"operation", name}, {"status", std::to_string(status)}});
    out.metric("hone_request_seconds", "histogram", "Time from a whole request to its answer.");
    for (const auto& [name, entry] : operations_)
      out.histogram(kBuckets, entry.buckets, entry.seconds, {{"operation", name}});
    out.metric("hone_trials_handed_out_total", "counter", "Trials that workers were given, by study.");
    for (const auto& [name, counts] : studies_)
      out.sample(static_cast<double>(counts.handed_out), {{"study", name}});
    out.metric("hone_trials_told_total", "counter", "Results that were stored, by study.");
    for (const auto& [name, counts] : studies_)
      out.sample(static_cast<double>(counts.told), {{"study", name}});
  }
  out.metric("hone_connections", "gauge", "Connections that are open.").sample(counted_as(connections_));
  out.metric("hone_event_streams", "gauge", "Event streams that are open.").sample(counted_as(streams_));
  const auto by_lane = [&](const char* name, const char* help, auto member) {
    out.metric(name, "gauge", help);
    for (std::size_t i = 0; i < kLanes; ++i)
      out.sample(counted_as(lanes_[i].*member), {{"lane", kLaneNames[i]}});
  };
  by_lane("hone_lane_threads", "Threads that handle requests of a kind.", &LaneLoad::threads);
  by_lane("hone_lane_busy", "Requests of a kind that are being handled.", &LaneLoad::busy);
  by_lane("hone_lane_waiting", "Requests of a kind that wait for a thread.", &LaneLoad::waiting);
  out.metric("hone_certificate_expires_timestamp_seconds", "gauge", "When the certificate in use expires.");
  if (certificate_expires_ > 0) out.sample(counted_as(certificate_expires_));
  out.metric("hone_certificates_refused_total", "counter", "Renewed certificates that could not be used.")
      .sample(counted_as(certificates_refused_));
  return out.text() + more;
}

}  // namespace hone::server
