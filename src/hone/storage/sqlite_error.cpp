// SPDX-License-Identifier: MIT
#include "hone/storage/sqlite_error.hpp"

#include <sqlite3.h>

#include <cerrno>
#include <system_error>

#include "hone/base/text.hpp"

namespace hone::storage {
namespace {

bool no_space(int system) { return system == ENOSPC || system == EDQUOT || system == EFBIG; }
bool no_permission(int system) { return system == EACCES || system == EPERM || system == EROFS; }

/// "I/O error (Input/output error)": SQLite's words, and the system's where there are any.
std::string reason(int system, const std::string& detail) {
  if (system == 0) return detail;
  return text(detail, " (", std::generic_category().message(system), ")");
}

Error full(const std::string& file, int system) {
  if (system == EFBIG) {
    return Error(ErrorCode::StorageFull,
                 text("'", file, "' may not grow any more: there is a limit on file sizes"),
                 "raise it (ulimit -f) and repeat; what was accepted before is safe");
  }
  return Error(ErrorCode::StorageFull, text("the disk is full: '", file, "' cannot be written"),
               "free some space and repeat; what was accepted before is safe");
}

Error read_only(const std::string& file, const std::string& why) {
  return Error(ErrorCode::StorageReadOnly, text("'", file, "' cannot be written: ", why),
               "check the permissions of the file and of its folder, or use another store");
}

Error busy(const std::string& file) {
  return Error(ErrorCode::StorageBusy, text("'", file, "' stayed locked by another process"),
               "try again, or end the process that holds it");
}

// SQLite says "busy" when the system has no lock to give, as if somebody else had it.
Error no_locks(const std::string& file, int system) {
  return Error(ErrorCode::StorageFailed,
               text("'", file, "' cannot be locked: ", std::generic_category().message(system)),
               "keep the store on a local disk, as some network file systems have no locks; if it is on one, "
               "the machine has run out of them: end other programs");
}

bool is_about_locks(int result, int system) {
  switch (result) {
    case SQLITE_IOERR_LOCK:
    case SQLITE_IOERR_RDLOCK:
    case SQLITE_IOERR_UNLOCK:
    case SQLITE_IOERR_SHMLOCK:
    case SQLITE_IOERR_CHECKRESERVEDLOCK:
      return system != 0;
    default:
      return system == ENOLCK;
  }
}

Error corrupt(const std::string& file, const std::string& why) {
  return Error(ErrorCode::StorageCorrupt, text("'", file, "' is damaged: ", why),
               text("restore a backup, or save what is readable with `sqlite3 '", file, "' .recover`"));
}

Error not_a_database(const std::string& file) {
  return Error(ErrorCode::StorageCorrupt, text("'", file, "' is not a store of hone, nor any database"),
               "check the name, or choose a file that does not exist yet");
}

Error cannot_open(int system, const std::string& file, const std::string& detail) {
  if (no_permission(system)) return read_only(file, reason(system, detail));
  return Error(ErrorCode::StorageFailed, text("'", file, "' cannot be opened: ", reason(system, detail)),
               "check that the folder exists and that the name is a file's");
}

Error failed(int result, int system, const std::string& file, const std::string& detail) {
  return Error(ErrorCode::StorageFailed,
               text("'", file, "' failed: ", reason(system, detail), " [", result, "]"),
               "check the disk and its messages, then run `hone db check`");
}

}  // namespace

Error side_files_error(const std::string& names) {
  return Error(ErrorCode::StorageReadOnly,
               text(names, " may not be written, and the store needs that although its own file may be"),
               "their owner can make them writable (chmod u+w), which loses nothing");
}

Error sqlite_error(int result, int system, const std::string& file, const std::string& detail) {
  if (result == SQLITE_IOERR_CORRUPTFS) return corrupt(file, detail);
  if (is_about_locks(result, system)) return no_locks(file, system);
  switch (result & 0xff) {
    case SQLITE_FULL:
      return full(file, system);
    case SQLITE_BUSY:
    case SQLITE_LOCKED:
    case SQLITE_PROTOCOL:
      return busy(file);
    case SQLITE_READONLY:
    case SQLITE_PERM:
    case SQLITE_AUTH:
      return read_only(file, reason(system, detail));
    case SQLITE_CANTOPEN:
      return cannot_open(system, file, detail);
    case SQLITE_CORRUPT:
      return corrupt(file, detail);
    case SQLITE_NOTADB:
      return not_a_database(file);
    case SQLITE_IOERR:
      return no_space(system) ? full(file, system) : failed(result, system, file, detail);
    case SQLITE_CONSTRAINT:
      return Error(ErrorCode::Conflict, text("'", file, "' refused a change: ", detail),
                   "look at the study and try again");
    default:
      return failed(result, system, file, detail);
  }
}

}  // namespace hone::storage
