// SPDX-License-Identifier: MIT
#pragma once

#include <atomic>
#include <condition_variable>
#include <deque>
#include <exception>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "hone/runner/moment.hpp"
#include "hone/service/busiest.hpp"
#include "hone/service/client.hpp"
#include "hone/service/operations.hpp"
#include "hone/service/quota_book.hpp"
#include "hone/service/thinkers.hpp"

namespace hone::service {

/// What a worker far away asks for.
struct AskWish {
  std::string study = {};
  Client client = {};
  int count = 1;
  double wait = 20.0;                          ///< seconds, when nothing is free
  std::optional<std::int64_t> lease = 60'000;  ///< milliseconds; nothing: until it is told
  std::vector<std::int64_t> holding = {};      ///< trials of this client that it knows of
  std::shared_ptr<Meter> meter = {};           ///< of who pays for thoughts; nobody counts without one
};

/// What it gets. Without trials the flags say why.
struct AskReply {
  storage::StudyId id = 0;  ///< of the study, when there are trials
  std::vector<storage::Claim> claims = {};
  bool done = false;         ///< the study has had all its trials, and none runs
  bool thinking = false;     ///< the sampler has not answered in time
  bool stopped = false;      ///< somebody stopped the study
  std::int64_t running = 0;  ///< the end of one of so many may open a way
};

/// Answers the asks of workers far away without a thread for each that waits: one queue per study, one pool
/// of threads that hands out, another in which samplers think (Thinkers: studies take turns by processor
/// time). One thought is for all who wait, and so is its fit. While a sampler thinks, points that it made
/// before are handed out (runner::Asker::prepare has the rule), and where thinking takes noticeable time and
/// several workers are busy it thinks ahead of the next asks: as many points as have lately been asked for in
/// the time of two thoughts, begun when what is left will last for one.
///
/// Nothing is handed out twice or lost: a trial is stored under the client's name and the key of the ask
/// before the answer goes out. Who asks again with the same key gets the same trials, from this process, its
/// successor or another server of the same store; who asks without one gets those of its unfinished trials
/// that it does not say to hold.
class AskDesk {
 public:
  struct Options {
    int hands = 2;     ///< threads that hand out
    int thinkers = 2;  ///< threads in which samplers think
  };
  /// Is called once, in any thread: with an answer, or with what went wrong.
  using Reply = std::function<void(AskReply, std::exception_ptr)>;

  AskDesk(Operations& operations, Options options);
  /// Answers who still waits, as if the time were over. Waits for a sampler that thinks.
  ~AskDesk();
  AskDesk(const AskDesk&) = delete;
  AskDesk& operator=(const AskDesk&) = delete;

  void ask(AskWish wish, Reply reply);
  /// Something happened that may let a study hand out more: a result, a point in the queue, a new budget.
  void news(const std::string& study);

  /// While on, nobody waits: who does, and who asks meanwhile, is answered as if the time were over, so that
  /// workers may ask another server.
  void turn_away(bool on);

  /// From now on nobody waits: who does, and who asks later, is answered as if the time were over.
  void close();

  /// Asks that were answered at once from what was prepared, and those that had to wait for a thought.
  std::int64_t from_prepared() const noexcept { return from_prepared_.load(); }
  std::int64_t thoughts() const noexcept { return thoughts_.load(); }
  std::int64_t waiting() const;
  /// Studies that were asked for lately.
  std::size_t studies() const;
  /// Samplers that think at this moment; they cannot be interrupted.
  int thinking() const noexcept { return thinking_.load(); }

 private:
  struct Pending {
    AskWish wish;
    Reply reply;
    runner::Moment deadline;
    bool thought = false;  // it had to wait for one
    AskReply excuse = {};  // what it is told when its time is over
  };
  /// Those without a meter have a share as well, for which nobody is billed.
  using Payers = std::map<std::shared_ptr<Meter>, std::int64_t>;
  /// Of one study; guarded by mutex_.
  struct Room {
    std::vector<std::shared_ptr<Pending>> waiting = {};
    bool serving = false;
    bool thinking = false;
    bool again = false;             // something happened while it was served
    bool nothing_left = false;      // the sampler had nothing when it was last asked
    std::int64_t unserved = 0;      // of those who waited when it was last served, so many got nothing
    std::int64_t arrived = 0;       // trials that were asked for since the last thought began
    Busiest busiest = {};           // how many were asked for in the time of a thought
    double last_thought = 0.0;      // seconds
    double last_round = 0.0;        // the same with the wait for a turn
    runner::Moment wanted_at = {};  // when the last one was
    runner::Moment asked_at = {};   // when the last ask came
    Payers payers = {};             // who asked for how many trials since the last thought began
    Payers last_payers = {};        // the same of the time before it
  };
  static constexpr double kNoticeable = 0.005;  // seconds of a thought that is not quick
  using Job = std::function<void()>;
  /// Threads that do one job after the other.
  struct Pool {
    std::deque<Job> jobs;
    std::condition_variable wake;
    std::vector<std::thread> threads;
  };

  void work(Pool& pool);
  void keep_time();
  void schedule_now(const std::string& study, Room& room);
  void serve(const std::string& study);
  bool forget(const std::string& study);
  void hand_out(const std::string& study, std::vector<std::shared_ptr<Pending>>& wishes);
  void start_trials(runner::Driver& driver, std::int64_t limit, storage::Revision seen,
                    std::vector<std::shared_ptr<Pending>>& wishes);
  void recover(runner::Driver& driver, std::vector<std::shared_ptr<Pending>>& wishes);
  static std::int64_t wanted_thought(const Room& room, std::int64_t missing, std::int64_t prepared,
                                     std::int64_t running);
  void think_now(const std::string& study, Room& room, std::int64_t count);
  void think(const std::string& study, std::int64_t count);
  static void bill(const Payers& payers, double seconds);
  void fail_all(const std::string& study, std::exception_ptr error);
  static void answer(const std::shared_ptr<Pending>& pending, AskReply reply);

  Operations& operations_;
  Options options_;
  mutable std::mutex mutex_;  // guards all below; never held while the store or a client is waited for
  std::map<std::string, Room> rooms_;
  Pool hands_;
  bool over_ = false;
  bool closed_ = false;
  bool turning_away_ = false;
  std::condition_variable tick_;
  std::atomic<std::int64_t> from_prepared_{0};
  std::atomic<std::int64_t> thoughts_{0};
  std::atomic<int> thinking_{0};
  std::thread clock_;
  std::optional<Thinkers> thinkers_;  // ends first, as thoughts use the others
};

}  // namespace hone::service
