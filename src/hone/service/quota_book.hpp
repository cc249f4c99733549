// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <stdexcept>
#include <string>

#include "hone/runner/moment.hpp"
#include "hone/service/grant.hpp"
#include "hone/service/study_list.hpp"
#include "hone/storage/access_store.hpp"

// What the bearers of tokens with limits (TokenLimits) have and use.
namespace hone::service {

/// A limit is reached. `retry`: seconds after which it is worth another try.
class QuotaExceeded : public std::runtime_error {
 public:
  QuotaExceeded(const std::string& what, double retry) : std::runtime_error(what), retry_(retry) {}
  double retry() const noexcept { return retry_; }

 private:
  double retry_;
};

/// The processor time of one token: so many seconds are there in the beginning, and come back in an hour.
/// What a request costs is known afterwards only, so that the last one may spend more than is left; who comes
/// next waits for that much longer. Safe to use from several threads.
class Meter {
 public:
  using Watch = std::function<runner::Moment()>;

  explicit Meter(double seconds_per_hour, Watch watch = std::chrono::steady_clock::now)
      : most_(seconds_per_hour), left_(seconds_per_hour), watch_(std::move(watch)), seen_(watch_()) {}

  void spend(double seconds);
  /// Seconds until there is something left; 0 when there is.
  double wait();

 private:
  void fill();

  std::mutex mutex_;
  double most_;
  double left_;
  Watch watch_;
  runner::Moment seen_;
};

/// Spends the processor time of this thread, from here to the end of the scope.
class MeteredScope {
 public:
  explicit MeteredScope(std::shared_ptr<Meter> meter);
  ~MeteredScope();
  MeteredScope(const MeteredScope&) = delete;
  MeteredScope& operator=(const MeteredScope&) = delete;

 private:
  std::shared_ptr<Meter> meter_;
  double begun_ = 0.0;
};

/// Counts by token. Studies and bytes are counted in the store, for all its servers; what lasts (streams,
/// connections) and processor time by this one. Bytes are added to the store's count in lots of 256 kB or
/// after ten seconds, so that servers which are used at once, or one that is killed, may let by that much
/// more. Safe to use from several threads.
class QuotaBook {
 public:
  using OpenStore = std::function<storage::AccessStore&()>;
  /// Counts as taken for as long as it is held.
  using Hold = std::shared_ptr<void>;

  QuotaBook(OpenStore store, StudyList& studies, Meter::Watch watch = std::chrono::steady_clock::now)
      : store_(std::move(store)), studies_(studies), watch_(std::move(watch)) {}
  /// Adds to the store's counts what was not yet; as far as that works.
  ~QuotaBook();
  QuotaBook(const QuotaBook&) = delete;
  QuotaBook& operator=(const QuotaBook&) = delete;

  // All throw QuotaExceeded, and do nothing for a grant without that limit.

  /// Gives the grant its meter, unless the processor time is spent.
  void meter(Grant& grant);
  /// A request of so many bytes that changes something.
  void send(const Grant& grant, std::int64_t bytes);
  /// One more study of this name; a name that there is already costs nothing. Hold it until it is made, in
  /// the thread that asked.
  Hold study(const Grant& grant, const std::string& name);
  Hold stream(const Grant& grant);
  Hold connection(const Grant& grant);

 private:
  struct Counts {
    std::mutex mutex;
    std::map<std::string, std::int64_t> taken;
  };
  struct Sent {
    std::int64_t stored = 0;  // as the store counted, all servers together
    std::int64_t more = 0;    // what this one has not added
    bool known = false;
    runner::Moment added = {};
  };
  using CountsPointer = std::shared_ptr<Counts>;
  static Hold hold(const CountsPointer& counts, const std::string& id, std::int64_t free,
                   const QuotaExceeded& otherwise);
  void add(const std::string& id);

  OpenStore store_;
  StudyList& studies_;
  Meter::Watch watch_;
  std::mutex mutex_;  // guards the three below; not held while the store is asked
  std::map<std::string, std::shared_ptr<Meter>> meters_;
  std::map<std::string, Sent> sent_;
  std::map<std::string, std::shared_ptr<std::mutex>> making_;
  CountsPointer streams_ = std::make_shared<Counts>();
  CountsPointer connections_ = std::make_shared<Counts>();
};

}  // namespace hone::service
