// SPDX-License-Identifier: MIT
#include "hone/service/quota_book.hpp"

#include <algorithm>
#include <cmath>

#include "hone/base/text.hpp"
#include "hone/service/thread_time.hpp"

namespace hone::service {
namespace {

constexpr double kHour = 3600.0;
constexpr std::int64_t kLot = std::int64_t{256} << 10;  // bytes that are added to the store's count at once
constexpr double kLongestLot = 10.0;                    // seconds
constexpr double kSoon = 5.0;                           // until what lasts may have ended
constexpr double kMuchLater = 3600.0;                   // until somebody may have made room

/// While somebody makes a study under a token, others who would do so under the same one wait: otherwise all
/// would find the last place free.
struct Turn {
  explicit Turn(std::shared_ptr<std::mutex> given) : mutex(std::move(given)), lock(*mutex) {}
  std::shared_ptr<std::mutex> mutex;
  std::unique_lock<std::mutex> lock;
};

std::string counter_of(const std::string& id) { return "bytes of token " + id; }

}  // namespace

// --- Meter

void Meter::fill() {
  const runner::Moment now = watch_();
  left_ = std::min(most_, left_ + most_ * runner::seconds_between(seen_, now) / kHour);
  seen_ = now;
}

void Meter::spend(double seconds) {
  const std::lock_guard guard(mutex_);
  fill();
  left_ -= seconds;
}

double Meter::wait() {
  const std::lock_guard guard(mutex_);
  fill();
  if (left_ > 0.0) return 0.0;
  return most_ > 0.0 ? std::max(1.0, -left_ * kHour / most_) : kHour;
}

MeteredScope::MeteredScope(std::shared_ptr<Meter> meter) : meter_(std::move(meter)) {
  if (meter_) begun_ = thread_seconds();
}

MeteredScope::~MeteredScope() {
  if (meter_) meter_->spend(thread_seconds() - begun_);
}

// --- QuotaBook

QuotaBook::~QuotaBook() {
  for (const auto& [id, sent] : sent_) {
    if (sent.more == 0) continue;
    try {
      store_().add_usage(counter_of(id), sent.more);
    } catch (const std::exception&) {
      return;  // the store is gone, and with it what was sent last, perhaps
    }
  }
}

void QuotaBook::meter(Grant& grant) {
  if (!grant.limits.processor_seconds) return;
  {
    const std::lock_guard guard(mutex_);
    auto& meter = meters_[grant.id];
    if (!meter) meter = std::make_shared<Meter>(static_cast<double>(*grant.limits.processor_seconds), watch_);
    grant.meter = meter;
  }
  const double wait = grant.meter->wait();
  if (wait > 0.0)
    throw QuotaExceeded(text("this token has used its ", *grant.limits.processor_seconds,
                             " seconds of processor time in an hour; wait ", std::ceil(wait), " s"),
                        wait);
}

void QuotaBook::send(const Grant& grant, std::int64_t bytes) {
  if (!grant.limits.bytes || bytes == 0) return;
  bool due = false;
  {
    const std::lock_guard guard(mutex_);
    const Sent& sent = sent_[grant.id];
    due = !sent.known || sent.more + bytes > kLot ||
          runner::seconds_between(sent.added, watch_()) > kLongestLot;
  }
  if (due) add(grant.id);
  const std::lock_guard guard(mutex_);
  Sent& sent = sent_[grant.id];
  const std::int64_t before = sent.stored + sent.more;
  if (bytes > *grant.limits.bytes - before)
    throw QuotaExceeded(text("this token has sent ", before, " bytes of the ", *grant.limits.bytes,
                             " that it may; ask for another one"),
                        kMuchLater);
  sent.more += bytes;
}

void QuotaBook::add(const std::string& id) {
  std::int64_t more = 0;
  {
    const std::lock_guard guard(mutex_);
    std::swap(more, sent_[id].more);
  }
  std::int64_t stored = 0;
  try {
    stored = store_().add_usage(counter_of(id), more);
  } catch (...) {
    const std::lock_guard guard(mutex_);
    sent_[id].more += more;
    throw;
  }
  const std::lock_guard guard(mutex_);
  Sent& sent = sent_[id];
  sent.stored = std::max(sent.stored, stored);  // another thread may have been told later and come first
  sent.known = true;
  sent.added = watch_();
}

QuotaBook::Hold QuotaBook::hold(const CountsPointer& counts, const std::string& id, std::int64_t free,
                                const QuotaExceeded& otherwise) {
  const std::lock_guard guard(counts->mutex);
  const auto known = counts->taken.find(id);
  if ((known == counts->taken.end() ? 0 : known->second) >= free) throw otherwise;
  ++counts->taken[id];
  return {counts.get(), [counts, id](void*) {
            const std::lock_guard end(counts->mutex);
            const auto found = counts->taken.find(id);
            if (--found->second == 0) counts->taken.erase(found);
          }};
}

QuotaBook::Hold QuotaBook::study(const Grant& grant, const std::string& name) {
  if (!grant.limits.studies) return nullptr;
  std::shared_ptr<std::mutex> making;
  {
    const std::lock_guard guard(mutex_);
    auto& known = making_[grant.id];
    if (!known) known = std::make_shared<std::mutex>();
    making = known;
  }
  auto turn = std::make_shared<Turn>(making);
  const auto all = studies_.studies();
  std::int64_t there = 0;
  for (const storage::StudyMark& study : *all) {
    if (study.name == name) return nullptr;
    if (grant.covers(study.name)) ++there;
  }
  if (there >= *grant.limits.studies)
    throw QuotaExceeded(text("there are ", there, " studies like '", grant.studies,
                             "', and this token may have ", *grant.limits.studies, "; delete one first"),
                        kMuchLater);
  return turn;
}

QuotaBook::Hold QuotaBook::stream(const Grant& grant) {
  if (!grant.limits.streams) return nullptr;
  return hold(
      streams_, grant.id, *grant.limits.streams,
      {text("this token has ", *grant.limits.streams, " event streams, as many as it may; end one"), kSoon});
}

QuotaBook::Hold QuotaBook::connection(const Grant& grant) {
  if (!grant.limits.connections) return nullptr;
  return hold(connections_, grant.id, *grant.limits.connections,
              {text("this token has ", *grant.limits.connections,
                    " connections, as many as it may; close one, or use one for several requests"),
               kSoon});
}

}  // namespace hone::service
