// SPDX-License-Identifier: MIT
#pragma once

#include <atomic>
#include <condition_variable>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "hone/server/http.hpp"
#include "hone/service/access.hpp"
#include "hone/service/operations.hpp"

namespace hone::server {

using service::Grant;
using service::Permit;

/// Tells who watches what changed: server-sent events (docs/guide/api.md). One thread looks at the marks of
/// the studies, at once after a change made here and every half second for those made by others, and then at
/// those studies that have another one: a stream of a store in which nothing happens costs next to nothing.
class EventHub {
 public:
  explicit EventHub(service::Operations& operations);
  /// Ends all streams.
  ~EventHub();
  EventHub(const EventHub&) = delete;
  EventHub& operator=(const EventHub&) = delete;

  /// Sends what changed in a study after a revision, for as long as the permit holds: the stream ends when
  /// its token expires or is revoked. `hold` is let go with the stream.
  void watch(const std::string& study, storage::Revision since, const Permit& permit,
             std::shared_ptr<Stream> stream, std::shared_ptr<void> hold = {});
  /// Sends the entries of the list of studies that change.
  void watch_all(Grant grant, const Permit& permit, std::shared_ptr<Stream> stream,
                 std::shared_ptr<void> hold = {});
  /// Something changed in this study.
  void news(const std::string& study);

 private:
  using MarksPointer = std::shared_ptr<const service::StudyList::Marks>;
  struct Watcher {
    std::string study = {};  // empty: all
    storage::Revision since = 0;
    Grant grant = {};
    Permit permit = {};
    std::shared_ptr<Stream> stream = {};
    std::shared_ptr<void> hold = {};
    std::string definition = {};           // as it was last told
    std::optional<std::string> mark = {};  // of the study, as of then
    MarksPointer told = {};                // of the list: what was told of
    bool first = true;
  };

  void run();
  void add(Watcher watcher);
  void look(std::vector<std::shared_ptr<Watcher>>& watchers);
  void look_at(Watcher& watcher, const MarksPointer& now);
  void tell(Watcher& watcher);
  void tell_list(Watcher& watcher, const MarksPointer& now);

  service::Operations& operations_;
  std::mutex mutex_;
  std::condition_variable wake_;
  std::vector<std::shared_ptr<Watcher>> watchers_;
  bool news_ = false;
  std::atomic<bool> over_{false};
  std::thread thread_;
};

}  // namespace hone::server
