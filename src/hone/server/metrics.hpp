// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <map>
#include <mutex>
#include <string>

#include "hone/server/http.hpp"

namespace hone::server {

/// Counts what the server does, for Prometheus. Safe to use from several threads.
class Metrics {
 public:
  /// One request of an operation ("askTrials") that was answered.
  void answered(const std::string& operation, int status, double seconds);
  /// Of a study. Those beyond the first kMostStudies that are counted are counted together, as "other".
  void handed_out(const std::string& study, std::int64_t trials);
  void told(const std::string& study, std::int64_t trials);
  void connected(int difference) { connections_ += difference; }
  void streaming(int difference) { streams_ += difference; }
  std::int64_t connections() const noexcept { return connections_.load(); }
  void lane_threads(Lane lane, std::int64_t count) { load(lane).threads = count; }
  void lane(Lane lane, std::int64_t waiting_difference, std::int64_t busy_difference);
  /// When the certificate that is in use expires, in seconds since 1970.
  void certificate(std::int64_t expires) { certificate_expires_ = expires; }
  /// A renewed certificate could not be used.
  void certificate_refused() { ++certificates_refused_; }

  /// In Prometheus' text format; `more` are lines of the caller's.
  std::string text(const std::string& more) const;

  /// Upper ends of the latency buckets, in seconds.
  static constexpr std::array<double, 12> kBuckets = {0.001, 0.0025, 0.005, 0.01, 0.025, 0.05,
                                                      0.1,   0.25,   0.5,   1.0,  5.0,   20.0};
  static constexpr std::size_t kMostStudies = 100;

 private:
  struct Operation {
    std::map<int, std::int64_t> by_status;
    std::array<std::int64_t, kBuckets.size() + 1> buckets = {};
    double seconds = 0.0;
  };
  struct StudyCounts {
    std::int64_t handed_out = 0;
    std::int64_t told = 0;
  };
  struct LaneLoad {
    std::atomic<std::int64_t> threads{0};
    std::atomic<std::int64_t> waiting{0};
    std::atomic<std::int64_t> busy{0};
  };
  StudyCounts& counts_of(const std::string& study);
  LaneLoad& load(Lane lane) { return lanes_[static_cast<std::size_t>(lane)]; }

  mutable std::mutex mutex_;  // guards the two below
  std::map<std::string, Operation> operations_;
  std::map<std::string, StudyCounts> studies_;
  std::atomic<std::int64_t> connections_{0};
  std::atomic<std::int64_t> streams_{0};
  std::array<LaneLoad, kLanes> lanes_;
  std::atomic<std::int64_t> certificate_expires_{0};
  std::atomic<std::int64_t> certificates_refused_{0};
};

}  // namespace hone::server
