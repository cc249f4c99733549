// SPDX-License-Identifier: MIT
#pragma once

#include <condition_variable>
#include <deque>
#include <exception>
#include <functional>
#include <map>
#include <mutex>
#include <span>
#include <string>
#include <thread>
#include <vector>

#include "hone/codec/work_request.hpp"
#include "hone/service/operations.hpp"

namespace hone::service {

/// Takes the results of workers far away. Those that come for one study while others of it are on their way
/// to the disk are recorded together, in one transaction; each request still happens wholly or not at all,
/// and gets its own answer: one that is refused does not keep the others out.
///
/// Answers come after the results are on disk. Who tells again what is stored already, because the first
/// answer was lost, is answered as the first time.
class TellDesk {
 public:
  /// Is called once, in any thread: with the number of results that were stored by this request (none when
  /// they were before), or with what went wrong.
  using Reply = std::function<void(std::size_t results, std::exception_ptr)>;

  /// `hands`: studies whose results are recorded at a time; the store may join them to one transaction.
  explicit TellDesk(Operations& operations, int hands = 8);
  ~TellDesk();
  TellDesk(const TellDesk&) = delete;
  TellDesk& operator=(const TellDesk&) = delete;

  /// `request` as codec::read_work_tell() reads it.
  void tell(const std::string& study, codec::Node request, Reply reply);

  /// Waits until all that was told so far is answered, or so many seconds have passed. From then on tell()
  /// answers before it returns.
  void close(double seconds);

 private:
  struct Request {
    codec::Node body;
    Reply reply;
    codec::WorkTell told = {};
    std::vector<storage::Outcome> outcomes = {};
  };

  void work();
  void record(const std::string& study, std::vector<Request> requests);
  void record_all(runner::Driver& driver, std::span<Request> requests);
  /// Nothing when all of them are stored; otherwise none is.
  static std::exception_ptr recorded(runner::Driver& driver, std::span<const Request> requests);
  void find_leases(runner::Driver& driver, Request& request, bool with_token);
  void answer_failure(const runner::Driver& driver, const Request& request, std::exception_ptr failure);
  bool told_before(const runner::Driver& driver, const codec::WorkTell& told);

  Operations& operations_;
  std::mutex mutex_;  // guards all below; never held while the store or a client is waited for
  /// By study. One that is here is in ready_, or a thread is busy with it.
  std::map<std::string, std::vector<Request>> waiting_;
  std::deque<std::string> ready_;
  std::condition_variable wake_;
  std::condition_variable idle_;
  bool closed_ = false;
  bool over_ = false;
  std::vector<std::thread> hands_;
};

}  // namespace hone::service
