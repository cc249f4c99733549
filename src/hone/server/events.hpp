// SPDX-License-Identifier: MIT
#pragma once

#include <condition_variable>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include "hone/server/http.hpp"
#include "hone/service/access.hpp"
#include "hone/service/operations.hpp"

namespace hone::server {

using service::Grant;
using service::Permit;

/// Tells who watches what changed: server-sent events (docs/guide/api.md). One thread looks at the studies
/// that somebody watches, at once after a change made here and every half second for those made by others.
class EventHub {
 public:
  explicit EventHub(service::Operations& operations);
  /// Ends all streams.
  ~EventHub();
  EventHub(const EventHub&) = delete;
  EventHub& operator=(const EventHub&) = delete;

  /// Sends what changed in a study after a revision, for as long as the permit holds: the stream ends when
  /// its token expires or is revoked.
  void watch(const std::string& study, storage::Revision since, const Permit& permit,
             std::shared_ptr<Stream> stream);
  /// Sends the entries of the list of studies that change.
  void watch_all(Grant grant, const Permit& permit, std::shared_ptr<Stream> stream);
  /// Something changed in this study.
  void news(const std::string& study);
  std::int64_t watchers() const;

 private:
  struct Watcher {
    std::string study;  // empty: all
    storage::Revision since = 0;
    Grant grant = {};
    Permit permit = {};
    std::shared_ptr<Stream> stream;
    std::string definition = {};                   // as it was last told
    std::map<std::string, std::string> told = {};  // of the list: name -> entry
    bool first = true;
  };

  void run();
  void look(std::vector<std::shared_ptr<Watcher>>& watchers);
  void tell(Watcher& watcher);
  void tell_list(Watcher& watcher);

  service::Operations& operations_;
  mutable std::mutex mutex_;
  std::condition_variable wake_;
  std::vector<std::shared_ptr<Watcher>> watchers_;
  bool news_ = false;
  bool over_ = false;
  std::thread thread_;
};

}  // namespace hone::server
