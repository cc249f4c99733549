// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>

#include "hone/runner/moment.hpp"
#include "hone/runner/worker_id.hpp"
#include "hone/storage/storage.hpp"

namespace hone::runner {

/// Judges, round by round, whether those who hold trials still live. A lease says until when by the wall
/// clock of the machine that wrote it, and that clock may be set, late, or ours may; a machine sleeps, a
/// process is stopped, a store is locked, and the leases of the living run out. Therefore:
///   - a process of this machine that is gone is dead, at once;
///   - one that is there is alive. Only when its lease was not renewed for kLongSilence leases (it hangs, or
///     has forgotten the trial) the lease decides;
///   - of one that cannot be seen the lease decides, once it was not renewed for a lease while we watched, or
///     when it ran out kLongAgo leases ago. Was it not renewed for as long as it had to run when we first saw
///     it, he is dead, even if the wall clock was set back and has not come to its end;
///   - after a stall of our own (two rounds more than a lease apart, or the wall clock set forward) everybody
///     gets a lease to show signs of life.
/// For one thread at a time.
class HolderJudge {
 public:
  static constexpr int kLongSilence = 20;
  static constexpr int kLongAgo = 10;
  using Look = std::function<storage::Liveness(const std::string& worker)>;

  /// `lease`: milliseconds.
  explicit HolderJudge(std::int64_t lease, Look look = liveness);

  /// Begins a round: every holder is judged once until the next.
  void begin(Moment now, Timestamp wall_clock);
  storage::Liveness operator()(const storage::Holder& holder);
  /// True when the lease of one who cannot be seen has run out, and it has to be watched for a while before
  /// that counts.
  bool undecided() const noexcept { return undecided_; }

 private:
  /// A lease as it was first seen with this end.
  struct Sight {
    storage::Lease lease;
    Timestamp until = 0;
    Moment since;
    std::int64_t left = 0;  ///< milliseconds that it had to run then
    bool renewed = false;   ///< while we watched
    int round = 0;
  };

  bool stalled(Moment now, Timestamp wall_clock) const;
  const Sight& see(const storage::Holder& holder);
  storage::Liveness look_at(const std::string& worker);

  std::int64_t lease_;
  Look look_;
  std::map<std::int64_t, Sight> sights_;              // by number
  std::map<std::string, storage::Liveness> workers_;  // of this round
  std::optional<Moment> now_;
  Timestamp wall_clock_ = 0;
  Moment judges_from_;
  int round_ = 0;
  bool undecided_ = false;
};

}  // namespace hone::runner
