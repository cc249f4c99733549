// SPDX-License-Identifier: MIT
#include "hone/storage/sqlite_fork.hpp"

#include <pthread.h>
#include <sqlite3.h>
#include <sys/stat.h>

#include <array>
#include <cstddef>

// SQLite keeps two things for the whole process that a new one must not inherit as they are.
//
// Its mutexes: one that another thread held at the fork is never released in the new process, as that thread
// is not there. So all of them are taken before the fork and released on both sides.
//
// What the process has locked in which file: the kernel's locks belong to a process and are not inherited,
// but SQLite looks them up in a list by the file's device and inode. By that list a connection of the new
// process would find the file locked by a transaction that the parent was in, for ever; or believe that it
// holds locks which it does not, and the parent would delete the log under its hands. So in the new process
// each file has another device than the parent's list says.
namespace hone::storage {
namespace {

/// All that SQLite names, but for those that are the application's. One that a build lacks is null, which
/// its functions pass over.
constexpr std::array kMutexIds = {
    SQLITE_MUTEX_STATIC_OPEN, SQLITE_MUTEX_STATIC_VFS1, SQLITE_MUTEX_STATIC_VFS2,
    SQLITE_MUTEX_STATIC_VFS3, SQLITE_MUTEX_STATIC_PRNG, SQLITE_MUTEX_STATIC_MAIN,
    SQLITE_MUTEX_STATIC_LRU,  SQLITE_MUTEX_STATIC_PMEM, SQLITE_MUTEX_STATIC_MEM};

using FileCall = int (*)(int, struct stat*);
using PathCall = int (*)(const char*, struct stat*);

// Set once; the generation in each new process, while it has one thread.
std::array<sqlite3_mutex*, kMutexIds.size()> fork_mutexes{};
sqlite3_vfs* system_files = nullptr;
FileCall system_fstat = nullptr;
PathCall system_stat = nullptr;
dev_t fork_generation = 0;

// As std::lock() does: who waits holds none, so that it does not matter in which order SQLite takes them.
void before_fork() {
  std::size_t first = 0;
  for (;;) {
    sqlite3_mutex_enter(fork_mutexes[first]);
    std::size_t held = 1;
    while (held < fork_mutexes.size() &&
           sqlite3_mutex_try(fork_mutexes[(first + held) % fork_mutexes.size()]) == SQLITE_OK)
      ++held;
    if (held == fork_mutexes.size()) return;
    const std::size_t busy = (first + held) % fork_mutexes.size();
    while (held > 0) sqlite3_mutex_leave(fork_mutexes[(first + --held) % fork_mutexes.size()]);
    first = busy;
  }
}

void after_fork() {
  for (sqlite3_mutex* mutex : fork_mutexes) sqlite3_mutex_leave(mutex);
}

// The kernel's numbers of devices have 32 bits.
void mark_device(struct stat& found) { found.st_dev ^= fork_generation << 32; }

int marked_fstat(int file, struct stat* found) {
  const int result = system_fstat(file, found);
  if (result == 0) mark_device(*found);
  return result;
}

int marked_stat(const char* path, struct stat* found) {
  const int result = system_stat(path, found);
  if (result == 0) mark_device(*found);
  return result;
}

template <class Call>
sqlite3_syscall_ptr as_system_call(Call call) {
  return reinterpret_cast<sqlite3_syscall_ptr>(call);
}

// Nothing of SQLite that takes a mutex may be called before they are released.
void after_fork_in_child() {
  ++fork_generation;
  if (system_fstat != nullptr && system_stat != nullptr) {
    system_files->xSetSystemCall(system_files, "fstat", as_system_call(&marked_fstat));
    system_files->xSetSystemCall(system_files, "stat", as_system_call(&marked_stat));
  }
  after_fork();
}

// The calls are one table for all of SQLite's own ways to files.
bool prepare_for_forks() {
  if (sqlite3_initialize() != SQLITE_OK) return false;  // opening will say why
  for (std::size_t i = 0; i < kMutexIds.size(); ++i) fork_mutexes[i] = sqlite3_mutex_alloc(kMutexIds[i]);
  system_files = sqlite3_vfs_find("unix");
  if (system_files != nullptr && system_files->iVersion >= 3) {
    system_fstat = reinterpret_cast<FileCall>(system_files->xGetSystemCall(system_files, "fstat"));
    system_stat = reinterpret_cast<PathCall>(system_files->xGetSystemCall(system_files, "stat"));
  }
  return ::pthread_atfork(&before_fork, &after_fork, &after_fork_in_child) == 0;
}

}  // namespace

void survive_forks() {
  static const bool prepared = prepare_for_forks();
  (void)prepared;
}

}  // namespace hone::storage
