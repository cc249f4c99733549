// SPDX-License-Identifier: MIT
#include "storage/fault_vfs.hpp"

#include <cstring>
#include <fstream>

namespace hone::test {
namespace {

/// What SQLite takes for an open file. The real one lies behind it.
struct File {
  sqlite3_file base;
  FaultVfs* vfs;
  const char* name;  // SQLite keeps the name of an open file
  sqlite3_file* real;
};

File& of(sqlite3_file* file) { return *reinterpret_cast<File*>(file); }
sqlite3_file* real(sqlite3_file* file) { return of(file).real; }
const sqlite3_io_methods& methods(sqlite3_file* file) { return *real(file)->pMethods; }
/// Shared memory, temporary files and the like have no name, and nobody asks what becomes of them.
std::string name_of(sqlite3_file* file) { return of(file).name == nullptr ? "" : of(file).name; }

int close(sqlite3_file* file) { return methods(file).xClose(real(file)); }

int read(sqlite3_file* file, void* data, int size, sqlite3_int64 offset) {
  return methods(file).xRead(real(file), data, size, offset);
}

int write(sqlite3_file* file, const void* data, int size, sqlite3_int64 offset) {
  if (const int result = of(file).vfs->check(FaultVfs::Call::Write); result != SQLITE_OK) return result;
  const int result = methods(file).xWrite(real(file), data, size, offset);
  if (result == SQLITE_OK) of(file).vfs->written(name_of(file), data, size, offset);
  return result;
}

int truncate(sqlite3_file* file, sqlite3_int64 size) {
  const int result = methods(file).xTruncate(real(file), size);
  if (result == SQLITE_OK) of(file).vfs->truncated(name_of(file), size);
  return result;
}

int sync(sqlite3_file* file, int flags) {
  if (const int result = of(file).vfs->check(FaultVfs::Call::Sync); result != SQLITE_OK) return result;
  of(file).vfs->synced(name_of(file));
  return methods(file).xSync(real(file), flags);
}

int size(sqlite3_file* file, sqlite3_int64* out) { return methods(file).xFileSize(real(file), out); }
int lock(sqlite3_file* file, int level) { return methods(file).xLock(real(file), level); }
int unlock(sqlite3_file* file, int level) { return methods(file).xUnlock(real(file), level); }
int check_lock(sqlite3_file* file, int* out) { return methods(file).xCheckReservedLock(real(file), out); }
int control(sqlite3_file* file, int op, void* argument) {
  return methods(file).xFileControl(real(file), op, argument);
}
int sector_size(sqlite3_file* file) { return methods(file).xSectorSize(real(file)); }
int characteristics(sqlite3_file* file) { return methods(file).xDeviceCharacteristics(real(file)); }
int map_shared(sqlite3_file* file, int page, int bytes, int extend, void volatile** out) {
  return methods(file).xShmMap(real(file), page, bytes, extend, out);
}
int lock_shared(sqlite3_file* file, int offset, int n, int flags) {
  return methods(file).xShmLock(real(file), offset, n, flags);
}
void barrier(sqlite3_file* file) { methods(file).xShmBarrier(real(file)); }
int unmap_shared(sqlite3_file* file, int remove) { return methods(file).xShmUnmap(real(file), remove); }

constexpr sqlite3_io_methods kMethods = {2,
                                         close,
                                         read,
                                         write,
                                         truncate,
                                         sync,
                                         size,
                                         lock,
                                         unlock,
                                         check_lock,
                                         control,
                                         sector_size,
                                         characteristics,
                                         map_shared,
                                         lock_shared,
                                         barrier,
                                         unmap_shared,
                                         nullptr,
                                         nullptr};

int open(sqlite3_vfs* vfs, const char* name, sqlite3_file* file, int flags, int* out_flags) {
  auto* self = static_cast<FaultVfs*>(vfs->pAppData);
  File& shim = of(file);
  shim = {{nullptr}, self, name, reinterpret_cast<sqlite3_file*>(&shim + 1)};
  const int result = self->real()->xOpen(self->real(), name, shim.real, flags, out_flags);
  if (shim.real->pMethods != nullptr) shim.base.pMethods = &kMethods;
  if (result == SQLITE_OK) self->opened(name_of(file));
  return result;
}

int remove(sqlite3_vfs* vfs, const char* name, int sync_folder) {
  auto* self = static_cast<FaultVfs*>(vfs->pAppData);
  self->deleted(name);
  return self->real()->xDelete(self->real(), name, sync_folder);
}

}  // namespace

FaultVfs::FaultVfs() : vfs_(*sqlite3_vfs_find(nullptr)), real_(sqlite3_vfs_find(nullptr)) {
  vfs_.zName = "hone-fault";
  vfs_.szOsFile = static_cast<int>(sizeof(File)) + real_->szOsFile;
  vfs_.pAppData = this;
  vfs_.xOpen = &open;
  vfs_.xDelete = &remove;
  vfs_.pNext = nullptr;
  sqlite3_vfs_register(&vfs_, 1);
}

FaultVfs::~FaultVfs() {
  sqlite3_vfs_unregister(&vfs_);
  sqlite3_vfs_register(real_, 1);
}

void FaultVfs::fail(Call call, int after, int result, int times) {
  failing_ = call;
  passing_ = after;
  times_ = times;
  result_ = result;
  met_ = false;
}

bool FaultVfs::heal() {
  passing_ = -1;
  return met_;
}

int FaultVfs::check(Call call) {
  if (passing_ < 0 || call != failing_) return SQLITE_OK;
  if (passing_ > 0) {
    --passing_;
    return SQLITE_OK;
  }
  met_ = true;
  return times_-- > 0 ? result_ : SQLITE_OK;
}

void FaultVfs::opened(const std::string& file) {
  if (file.empty() || disks_.contains(file)) return;
  std::ifstream in(file, std::ios::binary | std::ios::ate);
  std::string& content = disks_[file].content;
  content.resize(static_cast<std::size_t>(in.tellg()));
  in.seekg(0).read(content.data(), static_cast<std::streamsize>(content.size()));
}

void FaultVfs::written(const std::string& file, const void* data, int size, std::int64_t offset) {
  disks_[file].pending.push_back(
      {offset, std::string(static_cast<const char*>(data), static_cast<std::size_t>(size)), false});
}

void FaultVfs::truncated(const std::string& file, std::int64_t size) {
  disks_[file].pending.push_back({size, "", true});
}

void FaultVfs::synced(const std::string& file) {
  ++syncs_;
  Disk& disk = disks_[file];
  for (const Pending& pending : disk.pending) apply(disk.content, pending);
  disk.pending.clear();
}

void FaultVfs::apply(std::string& content, const Pending& pending) {
  const auto offset = static_cast<std::size_t>(pending.offset);
  if (pending.truncates) {
    content.resize(offset);
    return;
  }
  if (content.size() < offset + pending.data.size()) content.resize(offset + pending.data.size());
  std::memcpy(content.data() + offset, pending.data.data(), pending.data.size());
}

void FaultVfs::cut_power(const std::string& source, const std::string& target, Rng& rng) const {
  for (const char* suffix : {"", "-wal"}) {
    const auto found = disks_.find(source + suffix);
    if (found == disks_.end()) continue;
    std::string content = found->second.content;
    for (const Pending& pending : found->second.pending) {
      if (rng.chance(0.5)) apply(content, pending);
    }
    std::ofstream(target + suffix, std::ios::binary) << content;
  }
}

}  // namespace hone::test
