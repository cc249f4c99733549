// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <string>
#include <string_view>

#include "hone/codec/json.hpp"

// What is asked of a service. The verbs are declared in service/, which is built upon this folder; a test
// holds this table to them (tests/server/surfaces_test.cpp), and no other path is written here.
namespace hone::remote {

struct RemoteRoute {
  std::string_view name;  ///< of the verb
  std::string_view method;
  std::string_view path;  ///< names in braces are fields of the request
  /// What it does it does anew each time it arrives, or refuses the second time: it is not sent to a second
  /// server when the first may have done it.
  bool once = false;
};

inline constexpr std::array kRoutes = {
    RemoteRoute{"create", "POST", "/v1/studies", true},
    RemoteRoute{"studies", "GET", "/v1/studies"},
    RemoteRoute{"rename", "POST", "/v1/studies/{study}:rename", true},
    RemoteRoute{"replace", "PUT", "/v1/studies/{study}", true},
    RemoteRoute{"drop", "DELETE", "/v1/studies/{study}", true},
    RemoteRoute{"definition", "GET", "/v1/studies/{study}/definition"},
    RemoteRoute{"versions", "GET", "/v1/studies/{study}/versions"},
    RemoteRoute{"preview", "POST", "/v1/studies/{study}:preview"},
    RemoteRoute{"notes", "GET", "/v1/studies/{study}/notes"},
    RemoteRoute{"set_notes", "PUT", "/v1/studies/{study}/notes"},
    RemoteRoute{"set_attributes", "PUT", "/v1/studies/{study}/attributes"},
    RemoteRoute{"stop", "POST", "/v1/studies/{study}:stop"},
    RemoteRoute{"resume", "POST", "/v1/studies/{study}:resume"},
    RemoteRoute{"trials", "GET", "/v1/studies/{study}/trials"},
    RemoteRoute{"trial", "GET", "/v1/studies/{study}/trials/{number}"},
    RemoteRoute{"insert", "POST", "/v1/studies/{study}/trials", true},
    RemoteRoute{"enqueue", "POST", "/v1/studies/{study}:enqueue"},
    RemoteRoute{"ask", "POST", "/v1/studies/{study}:ask"},
    RemoteRoute{"start", "POST", "/v1/studies/{study}:start"},
    RemoteRoute{"claim", "POST", "/v1/studies/{study}:claim"},
    RemoteRoute{"heartbeat", "POST", "/v1/studies/{study}:heartbeat"},
    RemoteRoute{"report", "POST", "/v1/studies/{study}:report"},
    RemoteRoute{"tell", "POST", "/v1/studies/{study}:tell"},
    RemoteRoute{"requeue", "POST", "/v1/studies/{study}:requeue"},
    RemoteRoute{"note", "POST", "/v1/studies/{study}:note", true},
    RemoteRoute{"retry", "POST", "/v1/studies/{study}:retry", true},
    RemoteRoute{"delete", "POST", "/v1/studies/{study}:remove", true},
    RemoteRoute{"amend", "POST", "/v1/studies/{study}:amend", true},
    RemoteRoute{"trial_artefacts", "GET", "/v1/studies/{study}/artefacts"},
    RemoteRoute{"delete_trial_artefact", "POST", "/v1/studies/{study}:removeArtefact"},
    // Of HTTP alone.
    RemoteRoute{"getReadiness", "GET", "/readyz"},
    RemoteRoute{"listArtefacts", "GET", "/v1/artefacts"},
    RemoteRoute{"getArtefact", "GET", "/v1/artefacts/{kind}/{name}"},
    RemoteRoute{"putArtefact", "PUT", "/v1/artefacts/{kind}/{name}"},
    RemoteRoute{"deleteArtefact", "DELETE", "/v1/artefacts/{kind}/{name}"},
    RemoteRoute{"getTrialArtefact", "GET", "/v1/studies/{study}/trials/{number}/artefacts/{name}"},
    RemoteRoute{"putTrialArtefact", "PUT", "/v1/studies/{study}/trials/{number}/artefacts/{name}"},
    RemoteRoute{"listTokens", "GET", "/v1/tokens"},
    RemoteRoute{"createToken", "POST", "/v1/tokens", true},
    RemoteRoute{"revokeToken", "DELETE", "/v1/tokens/{id}", true},
    RemoteRoute{"getAudit", "GET", "/v1/audit"},
};

/// One of the table by its name; a name that is not in it does not compile.
class RouteName {
 public:
  consteval RouteName(const char* name) : entry_(&find(name)) {}
  const RemoteRoute* operator->() const { return entry_; }

 private:
  static consteval const RemoteRoute& find(std::string_view name) {
    for (const RemoteRoute& entry : kRoutes)
      if (entry.name == name) return entry;
    throw "there is no such route";
  }
  const RemoteRoute* entry_;
};

/// Where a request with these fields goes. Those that the path names stand in it, and are taken out of
/// `fields`; with `in_query` all others follow it.
std::string target_of(std::string_view path, codec::Json& fields, bool in_query);

}  // namespace hone::remote
