// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <map>
#include <mutex>
#include <string>

namespace hone::server {

/// Counts what the server does, for Prometheus. Safe to use from several threads.
class Metrics {
 public:
  /// One request of an operation ("askTrials") that was answered.
  void answered(const std::string& operation, int status, double seconds);
  void handed_out(std::int64_t trials) { handed_out_ += trials; }
  void told(std::int64_t trials) { told_ += trials; }
  void connected(int difference) { connections_ += difference; }
  void streaming(int difference) { streams_ += difference; }
  std::int64_t connections() const noexcept { return connections_.load(); }

  /// In Prometheus' text format; `more` are lines of the caller's.
  std::string text(const std::string& more) const;

  /// Upper ends of the latency buckets, in seconds.
  static constexpr std::array<double, 12> kBuckets = {0.001, 0.0025, 0.005, 0.01, 0.025, 0.05,
                                                      0.1,   0.25,   0.5,   1.0,  5.0,   20.0};

 private:
  struct Operation {
    std::map<int, std::int64_t> by_status;
    std::array<std::int64_t, kBuckets.size() + 1> buckets = {};
    double seconds = 0.0;
  };
  mutable std::mutex mutex_;
  std::map<std::string, Operation> operations_;
  std::atomic<std::int64_t> handed_out_{0};
  std::atomic<std::int64_t> told_{0};
  std::atomic<std::int64_t> connections_{0};
  std::atomic<std::int64_t> streams_{0};
};

}  // namespace hone::server
