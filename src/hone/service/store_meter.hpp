// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>

#include "hone/base/error.hpp"
#include "hone/storage/storage.hpp"

namespace hone::service {

/// How long the calls of a store take, and how often it fails. Safe to use from several threads.
class StoreMeter {
 public:
  /// Upper ends of the latency buckets, in seconds.
  static constexpr std::array<double, 9> kEnds = {0.0005, 0.002, 0.005, 0.02, 0.1, 0.5, 2.0, 10.0, 30.0};

  struct Figures {
    std::array<std::int64_t, kEnds.size() + 1> buckets = {};
    double seconds = 0.0;
    std::map<ErrorCode, std::int64_t> failures = {};  ///< of the store; what it refuses is none
  };

  /// A call ("finish") that took so long, and what the store failed with.
  void add(std::string_view call, double seconds, std::optional<ErrorCode> failure);
  std::map<std::string, Figures> figures() const;
  /// Bytes that stores in files keep in memory, most of them pages of these files.
  static std::int64_t page_memory() noexcept;

 private:
  mutable std::mutex mutex_;
  std::map<std::string, Figures, std::less<>> figures_;
};

/// The same store, whose calls are measured.
std::unique_ptr<storage::Storage> metered(std::unique_ptr<storage::Storage> store,
                                          std::shared_ptr<StoreMeter> meter);

}  // namespace hone::service
