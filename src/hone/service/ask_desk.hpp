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
#include <string>
#include <thread>
#include <vector>

#include "hone/runner/moment.hpp"
#include "hone/service/client.hpp"
#include "hone/service/operations.hpp"

namespace hone::service {

/// What a worker far away asks for.
struct AskWish {
  std::string study = {};
  Client client = {};
  int count = 1;
  double wait = 20.0;                          ///< seconds, when nothing is free
  std::optional<std::int64_t> lease = 60'000;  ///< milliseconds; nothing: until it is told
  std::vector<std::int64_t> holding = {};      ///< trials of this client that it knows of
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
/// of threads that hands out, another in which samplers think. While a sampler thinks, points that it made
/// before are handed out (runner::Asker::prepare has the rule), and where thinking takes noticeable time and
/// several workers are busy it thinks ahead of the next asks.
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

  /// From now on nobody waits: who does, and who asks later, is answered as if the time were over.
  void close();

  /// Asks that were answered at once from what was prepared, and those that had to wait for a thought.
  std::int64_t from_prepared() const noexcept { return from_prepared_.load(); }
  std::int64_t thoughts() const noexcept { return thoughts_.load(); }
  std::int64_t waiting() const;
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
  /// Of one study; guarded by mutex_.
  struct Room {
    std::vector<std::shared_ptr<Pending>> waiting = {};
    bool serving = false;
    bool thinking = false;
    bool again = false;         // something happened while it was served
    bool nothing_left = false;  // the sampler had nothing when it was last asked
    int arrived = 0;            // asks since the last thought began
    double last_thought = 0.0;  // seconds
  };
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
  void hand_out(const std::string& study, std::vector<std::shared_ptr<Pending>>& wishes);
  void start_trials(runner::Driver& driver, std::int64_t limit, storage::Revision seen,
                    std::vector<std::shared_ptr<Pending>>& wishes);
  void recover(runner::Driver& driver, std::vector<std::shared_ptr<Pending>>& wishes);
  void think_now(const std::string& study, Room& room, int count);
  void think(const std::string& study, int count);
  void fail_all(const std::string& study, std::exception_ptr error);
  static void answer(const std::shared_ptr<Pending>& pending, AskReply reply);

  Operations& operations_;
  Options options_;
  mutable std::mutex mutex_;  // guards all below; never held while the store or a client is waited for
  std::map<std::string, Room> rooms_;
  Pool hands_;
  Pool thinkers_;
  bool over_ = false;
  bool closed_ = false;
  std::condition_variable tick_;
  std::atomic<std::int64_t> from_prepared_{0};
  std::atomic<std::int64_t> thoughts_{0};
  std::atomic<int> thinking_{0};
  std::thread clock_;
};

}  // namespace hone::service
