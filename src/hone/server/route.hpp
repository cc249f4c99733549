// SPDX-License-Identifier: MIT
#pragma once

#include <atomic>
#include <functional>
#include <map>
#include <span>
#include <string>
#include <vector>

#include "hone/codec/node.hpp"
#include "hone/server/http.hpp"
#include "hone/server/query.hpp"
#include "hone/service/access.hpp"
#include "hone/service/backup_schedule.hpp"
#include "hone/service/operations.hpp"
#include "hone/service/store_meter.hpp"
#include "hone/service/store_probe.hpp"

namespace hone::service {
struct Verb;
}

namespace hone::server {

using service::Grant;
using service::Permit;
using service::Role;
using service::to_text;
using service::TokenBook;

class EventHub;
class Metrics;
struct Identities;

/// What handlers work with.
struct Service {
  service::Operations& operations;
  EventHub& events;
  Metrics& metrics;
  bool read_only = false;
  std::string address = {};  ///< of the store, for messages
  std::string version = {};
  service::StoreProbe* probe = nullptr;              ///< nullptr: readiness is a look at the store itself
  Identities* identities = nullptr;                  ///< nullptr: there is one caller, who may do everything
  const service::StoreMeter* meter = nullptr;        ///< of the store's calls
  const service::BackupSchedule* backups = nullptr;  ///< nullptr: none are made
  /// Nothing new is handed out; whoever has a trial is served as ever.
  std::atomic<bool> draining{false};
  std::function<void(bool on)> on_drain = {};

  void drain(bool on);
};

/// A request whose path was understood and whose caller may make it.
struct Call {
  const HttpRequest& request;
  std::map<std::string, std::string> path = {};   ///< "study" -> "svm"
  std::map<std::string, std::string> query = {};  ///< parameters, each as the route declares it
  codec::Node body = {};                          ///< null for routes without one
  Grant grant = {};
  Permit permit = {};  ///< for what lasts longer than the call

  const std::string& study() const { return path.at("study"); }
  std::string word(const std::string& name, const std::string& otherwise = "") const;
  std::int64_t integer(const std::string& name, std::int64_t otherwise) const;
};

/// What stands in the body of a request.
enum class Body { None, Object, Study, Bytes, File };

/// One line of the table from which requests are routed and the OpenAPI document is written.
struct Route {
  std::string method;
  std::string pattern;  ///< "/v1/studies/{study}:ask"
  Role role;
  std::string operation;  ///< "askTrials"
  std::string summary;
  std::function<void(Service&, const Call&, const Respond&)> handler;
  Body body = Body::None;
  std::vector<QueryField> query = {};
  bool changes = true;       ///< it may be refused by a server that only reads; GET never changes anything
  bool whole_store = false;  ///< only for who may see all studies
  bool takes_all = false;    ///< it looks at all trials of a study, which takes a while
  codec::Node (*request)() = nullptr;   ///< JSON Schema of a body that no verb declares
  const service::Verb* verb = nullptr;  ///< of which this is the route

  bool hands_out() const;
  bool changes_something() const { return method != "GET" && changes; }
  bool takes_json() const { return body == Body::Object || body == Body::Study; }
  Lane lane() const;
};

std::span<const Route> routes();

/// The route of a request and what its path says.
struct Match {
  const Route* route = nullptr;  ///< nullptr: there is none
  std::map<std::string, std::string> path = {};
  std::vector<std::string> allowed = {};  ///< methods of routes that have this path
};
/// Throws Refusal(400) when an escape is malformed.
Match match_route(std::span<const Route> table, const std::string& method, const Target& target);
/// Of a request that has none, it is that of quick looks. A long expression that is evaluated for every trial
/// is no quick look.
Lane lane_of(const HttpRequest& request);
bool takes_file(const HttpRequest& request);

}  // namespace hone::server
