// SPDX-License-Identifier: MIT
#include "hone/storage/postgres_error.hpp"

#include <array>
#include <string_view>
#include <utility>

#include "hone/base/text.hpp"

namespace hone::storage {
namespace {

// Classes and codes of appendix A of PostgreSQL's manual.
constexpr std::string_view kSerializationFailure = "40001";
constexpr std::string_view kDeadlock = "40P01";

Error read_only_database(const std::string& store, const std::string& detail) {
  return Error(ErrorCode::StorageReadOnly, text("'", store, "' cannot be written: ", detail),
               "ask for the rights (GRANT ALL ON SCHEMA and ON ALL TABLES IN SCHEMA of the store), or name "
               "the primary server when this one is a standby");
}

Error failed_statement(const PostgresFailure& failure, const std::string& store) {
  return Error(ErrorCode::StorageFailed,
               text("'", store, "' failed: ", failure.detail, " [", failure.state, "]"),
               "look at the server's log, then run `hone db check`");
}

bool contains_any(const std::string& detail, std::initializer_list<std::string_view> phrases) {
  for (const std::string_view phrase : phrases) {
    if (detail.find(phrase) != std::string::npos) return true;
  }
  return false;
}

}  // namespace

bool is_collision(const std::string& state) { return state == kSerializationFailure || state == kDeadlock; }

// 57P01 to 57P05: the server was told to shut down, crashed or is starting; 25P03: we were silent for too
// long in a transaction; 08P01 is a message that makes no sense to the server, which goes on.
bool is_disconnection(const std::string& state) {
  return state.empty() || (state.starts_with("08") && state != "08P01") || state.starts_with("57P") ||
         state == "25P03";
}

Error postgres_error(const PostgresFailure& failure, const std::string& store) {
  const std::string& state = failure.state;
  if (is_collision(state) || state == "55P03" || state == "57014") {
    return Error(ErrorCode::StorageBusy, text("'", store, "' stayed locked by another process"),
                 "try again, or end the process that holds it");
  }
  if (is_disconnection(state)) {
    return Error(ErrorCode::StorageFailed, text("the connection to '", store, "' was lost: ", failure.detail),
                 "see that the server runs and can be reached; what was accepted before is safe");
  }
  if (state == "53100") {
    return Error(ErrorCode::StorageFull, text("the disk of '", store, "' is full: ", failure.detail),
                 "free some space on the server and repeat; what was accepted before is safe");
  }
  if (state == "42501" || state == "25006") return read_only_database(store, failure.detail);
  if (state == "42P01" || state == "3F000" || state == "3D000") {
    return Error(ErrorCode::StorageGone, text("the tables of '", store, "' are gone: ", failure.detail),
                 "somebody dropped them: restore a backup, or open the store anew to begin an empty one");
  }
  if (state.starts_with("XX00")) {
    return Error(ErrorCode::StorageCorrupt, text("'", store, "' is damaged: ", failure.detail),
                 "look at the server's log and restore a backup");
  }
  if (state.starts_with("23")) {
    return Error(ErrorCode::Conflict, text("'", store, "' refused a change: ", failure.detail),
                 "look at the study and try again");
  }
  return failed_statement(failure, store);
}

ConnectionRefusal refusal_of(const std::string& detail) {
  if (contains_any(detail, {"starting up", "shutting down", "recovery mode", "too many clients",
                            "remaining connection slots", "not yet accepting", "terminating connection",
                            "server closed the connection"}))
    return ConnectionRefusal::NotReady;
  if (contains_any(detail, {"authentication failed", "no password supplied", "pg_hba.conf",
                            "is not permitted to log in", "permission denied for database"}))
    return ConnectionRefusal::Denied;
  if (contains_any(detail, {"database \""}) && contains_any(detail, {"does not exist"}))
    return ConnectionRefusal::NoDatabase;
  if (contains_any(detail, {"role \""}) && contains_any(detail, {"does not exist"}))
    return ConnectionRefusal::Denied;
  if (contains_any(detail, {"Connection refused", "No such file or directory", "timeout expired", "timed out",
                            "could not translate host name", "No route to host", "Network is unreachable",
                            "Is the server running"}))
    return ConnectionRefusal::Unreachable;
  return ConnectionRefusal::Other;
}

Error connection_error(const std::string& detail, const std::string& store) {
  const std::string problem = text("cannot connect to '", store, "': ", detail);
  switch (refusal_of(detail)) {
    case ConnectionRefusal::Unreachable:
      return Error(ErrorCode::StorageFailed, problem,
                   "see that the server runs there and listens on this host and port");
    case ConnectionRefusal::NotReady:
      return Error(ErrorCode::StorageBusy, problem, "wait until the server is ready and try again");
    case ConnectionRefusal::Denied:
      return Error(
          ErrorCode::StorageFailed, problem,
          "check the user, and its password in ~/.pgpass, PGPASSWORD or the address, and the server's "
          "pg_hba.conf");
    case ConnectionRefusal::NoDatabase:
      return Error(ErrorCode::NotFound, problem, "make it with `createdb`, or correct the address");
    case ConnectionRefusal::Other:
      break;
  }
  return Error(ErrorCode::StorageFailed, problem, "check the address and the server's log");
}

}  // namespace hone::storage
