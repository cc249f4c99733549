// SPDX-License-Identifier: MIT
// How a writer of a SQLite file waits for its turn.
#include <sqlite3.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <utility>

#include "hone/base/error.hpp"
#include "hone/storage/sqlite_database.hpp"
#include "hone/storage/sqlite_error.hpp"
#include "hone/storage/sqlite_statement.hpp"

namespace hone::storage {
namespace {

/// Somebody in the line may stand still for so long before others look whether the file is free.
constexpr auto kStandstill = std::chrono::seconds(1);

/// How often one in the line looks at those ahead: about twice for each turn of theirs, as far as he has seen
/// how long those take. Not more often: dozens who wake up all the time keep a busy machine from the disk's
/// work that the one whose turn it is waits for.
class LinePace {
 public:
  /// Microseconds until the next look, when so many are ahead.
  long long pause(std::int64_t ahead) {
    const auto now = std::chrono::steady_clock::now();
    if (const std::int64_t moved = ahead_ - ahead; moved > 0) {
      turn_ = std::chrono::duration_cast<std::chrono::microseconds>(now - looked_).count() / moved;
    } else {
      turn_ *= 2;
    }
    turn_ = std::clamp(turn_, 100LL, 4000LL);
    ahead_ = ahead;
    looked_ = now;
    return std::min(ahead * turn_ / 2, 100'000LL);
  }

 private:
  long long turn_ = 100;  // microseconds
  std::int64_t ahead_ = 0;
  std::chrono::steady_clock::time_point looked_;
};

}  // namespace

// Waits behind those who came before, as long as they move: a long line is no reason to give up, one that
// stands still is. Somebody in it may be stopped, so everybody behind looks now and then whether the file is
// free.
void SqliteDatabase::begin_in_turn() {
  queue_.enter();
  try {
    if (!begin_from_line()) patiently([&] { Query(*this, "BEGIN IMMEDIATE").run(); });
  } catch (...) {
    queue_.leave();
    throw;
  }
}

// False when our turn has come; true when the file was free while somebody ahead stood still. He is not
// waited for again.
bool SqliteDatabase::begin_from_line() {
  using Steady = std::chrono::steady_clock;
  LinePace pace;
  std::int64_t first = 0;
  Steady::time_point since;
  for (auto ahead = queue_.ahead();; ahead = queue_.ahead()) {
    if (ahead != passed_) passed_.reset();
    if (!ahead || ahead == passed_) return false;
    if (std::exchange(first, *ahead) != *ahead) {
      patience_.start();
      since = Steady::now();
    }
    const bool patient = patience_.wait(pace.pause(queue_.place() - *ahead));
    if (patient && Steady::now() - since < kStandstill) continue;
    since = Steady::now();
    if (begin_at_once()) {
      passed_ = ahead;
      return true;
    }
    if (!patient) throw sqlite_error(SQLITE_BUSY, no_locks_ ? ENOLCK : 0, path_, "");
  }
}

bool SqliteDatabase::begin_at_once() {
  waits_ = false;
  try {
    Query(*this, "BEGIN IMMEDIATE").run();
  } catch (const Error& error) {
    waits_ = true;
    if (error.code() != ErrorCode::StorageBusy) throw;
    return false;
  }
  waits_ = true;
  return true;
}

}  // namespace hone::storage
