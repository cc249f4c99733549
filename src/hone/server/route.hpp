// SPDX-License-Identifier: MIT
#pragma once

#include <functional>
#include <map>
#include <span>
#include <string>
#include <vector>

#include "hone/codec/node.hpp"
#include "hone/server/http.hpp"
#include "hone/server/query.hpp"
#include "hone/service/access.hpp"
#include "hone/service/operations.hpp"

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

/// What handlers work with.
struct Service {
  service::Operations& operations;
  EventHub& events;
  Metrics& metrics;
  bool read_only = false;
  std::string address = {};  ///< of the store, for messages
  std::string version = {};
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
  bool flag(const std::string& name) const;  ///< false when it is left out
  std::int64_t integer(const std::string& name, std::int64_t otherwise) const;
};

/// What stands in the body of a request.
enum class Body { None, Object, Study, Bytes };

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
  const service::Verb* verb = nullptr;  ///< of which this is the route

  bool takes_json() const { return body == Body::Object || body == Body::Study; }
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

}  // namespace hone::server
