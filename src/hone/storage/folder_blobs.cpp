// SPDX-License-Identifier: MIT
#include "hone/storage/folder_blobs.hpp"

#include <fcntl.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>

#include <cerrno>
#include <filesystem>
#include <iterator>
#include <random>
#include <string_view>

#include "hone/base/error.hpp"
#include "hone/base/sha256.hpp"
#include "hone/base/text.hpp"

namespace hone::storage {
namespace {

namespace fs = std::filesystem;

constexpr const char* kUnfinished = "unfinished";  // holds what is being written
constexpr const char* kTurns = "lock";

[[noreturn]] void refuse(const std::string& what, const std::string& path, int number) {
  const std::string problem = text("cannot ", what, " '", path, "': ", ::strerrordesc_np(number));
  if (number == ENOSPC || number == EDQUOT)
    throw Error(ErrorCode::StorageFull, problem, "free some space on that disk");
  if (number == EROFS || number == EACCES || number == EPERM)
    throw Error(ErrorCode::StorageReadOnly, problem, "check the permissions of the folder");
  throw Error(ErrorCode::StorageFailed, problem, "look at the disk that it is on");
}

FileHandle open_file(const std::string& path, int flags) {
  return FileHandle(::open(path.c_str(), flags | O_CLOEXEC | O_NOFOLLOW, 0600));
}

/// What was made in it is there after a power cut, too.
void keep_folder(const std::string& path) {
  const FileHandle folder(::open(path.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (!folder.is_open() || ::fsync(folder.get()) != 0) refuse("keep the folder", path, errno);
}

void make_folder(const std::string& path) {
  if (::mkdir(path.c_str(), 0700) == 0) return keep_folder(fs::path(path).parent_path().string());
  if (errno == EEXIST) return;
  refuse("make the folder", path, errno);
}

void make_folders(const fs::path& path) {
  std::error_code ignored;
  if (path.has_parent_path() && !fs::exists(path.parent_path(), ignored)) make_folders(path.parent_path());
  make_folder(path.string());
}

void write_piece(const FileHandle& file, std::string_view piece, const std::string& path) {
  while (!piece.empty()) {
    const ssize_t written = ::write(file.get(), piece.data(), piece.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) refuse("write", path, errno);
    piece.remove_prefix(static_cast<std::size_t>(written));
  }
}

std::string random_name() {
  std::random_device device;
  std::string name;
  for (int i = 0; i < 4; ++i) name += text(device(), i < 3 ? "-" : "");
  return name;
}

/// A file that is gone again unless it was given its name.
class Unfinished {
 public:
  explicit Unfinished(const std::string& folder) : path_(text(folder, "/", kUnfinished, "/", random_name())) {
    file_ = open_file(path_, O_WRONLY | O_CREAT | O_EXCL);
    if (!file_.is_open()) refuse("make the file", path_, errno);
  }
  ~Unfinished() {
    if (!path_.empty()) ::unlink(path_.c_str());
  }
  Unfinished(const Unfinished&) = delete;
  Unfinished& operator=(const Unfinished&) = delete;

  void write(std::string_view piece) { write_piece(file_, piece, path_); }
  void finish() {
    if (::fsync(file_.get()) != 0) refuse("write", path_, errno);
  }
  void give_name(const std::string& path) {
    if (::rename(path_.c_str(), path.c_str()) != 0) refuse("make the file", path, errno);
    path_.clear();
  }

 private:
  std::string path_;
  FileHandle file_;
};

/// Several may put at a time; who removes is alone.
class FolderLock {
 public:
  FolderLock(const std::string& folder, int operation) {
    const std::string path = text(folder, "/", kTurns);
    file_ = open_file(path, O_RDWR | O_CREAT);
    if (!file_.is_open()) refuse("open", path, errno);
    while (::flock(file_.get(), operation) != 0)
      if (errno != EINTR) refuse("lock", path, errno);
  }

 private:
  FileHandle file_;
};

Timestamp changed(const struct stat& status) {
  return static_cast<Timestamp>(status.st_mtim.tv_sec) * 1000 + status.st_mtim.tv_nsec / 1'000'000;
}

bool is_hash(const std::string& name) {
  return name.size() == 64 && name.find_first_not_of("0123456789abcdef") == std::string::npos;
}

}  // namespace

std::string FolderBlobs::path_of(const std::string& hash) const {
  return text(folder_, "/", hash.substr(0, 2), "/", hash);
}

// Written anew also when they are there: the hash is known at the end only, and what had its name may have
// been damaged. The file gets its name when it is whole, and its folder is kept before anybody is told.
StoredBlob FolderBlobs::put(const ByteSource& source, std::int64_t most) {
  require_blob_size(source.size(), most);
  make_folders(fs::absolute(folder_));
  make_folder(text(folder_, "/", kUnfinished));
  Unfinished file(folder_);
  Sha256 hash;
  StoredBlob stored;
  for (std::string piece; !(piece = source.read(stored.size, kPieceOfBytes)).empty();) {
    stored.size += std::ssize(piece);
    require_blob_size(stored.size, most);
    if (stored.beginning.empty()) stored.beginning = piece.substr(0, kBlobBeginning);
    hash.add(piece);
    file.write(piece);
  }
  file.finish();
  stored.hash = hash.digits();
  const std::string path = path_of(stored.hash);
  const std::string shelf = fs::path(path).parent_path().string();
  make_folder(shelf);
  const FolderLock turn(folder_, LOCK_SH);
  file.give_name(path);
  keep_folder(shelf);
  return stored;
}

std::unique_ptr<ByteSource> FolderBlobs::find(const std::string& hash) {
  if (!is_hash(hash)) return nullptr;
  const std::string path = path_of(hash);
  FileHandle file = open_file(path, O_RDONLY | O_NONBLOCK);
  struct stat status {};
  if (!file.is_open() && (errno == ENOENT || errno == ENOTDIR)) return nullptr;
  if (!file.is_open() || ::fstat(file.get(), &status) != 0) refuse("open", path, errno);
  if (!S_ISREG(status.st_mode))
    throw Error(ErrorCode::StorageCorrupt, text("'", path, "' is not a plain file"), "remove it");
  return std::make_unique<FileSource>(std::move(file), status.st_size);
}

std::vector<ListedBlob> FolderBlobs::list() {
  std::vector<ListedBlob> found;
  std::error_code problem;
  if (!fs::exists(folder_, problem)) return found;
  for (fs::recursive_directory_iterator entry(folder_, problem), end; !problem && entry != end;
       entry.increment(problem)) {
    const std::string hash = entry->path().filename().string();
    struct stat status {};
    if (!is_hash(hash) || ::lstat(entry->path().c_str(), &status) != 0 || !S_ISREG(status.st_mode)) continue;
    found.push_back({hash, status.st_size, changed(status)});
  }
  if (problem) refuse("read the folder", folder_, problem.value());
  return found;
}

// Looked at while nobody puts: it may have been put again since it was listed.
bool FolderBlobs::remove(const std::string& hash, Timestamp put_before) {
  const std::string path = path_of(hash);
  const FolderLock turn(folder_, LOCK_EX);
  struct stat status {};
  if (::lstat(path.c_str(), &status) != 0) return true;
  if (changed(status) > put_before) return false;
  if (::unlink(path.c_str()) != 0 && errno != ENOENT) refuse("delete", path, errno);
  return true;
}

void FolderBlobs::tidy(Timestamp before) {
  std::error_code ignored;
  for (const auto& entry : fs::directory_iterator(text(folder_, "/", kUnfinished), ignored)) {
    struct stat status {};
    if (::lstat(entry.path().c_str(), &status) == 0 && S_ISREG(status.st_mode) && changed(status) <= before)
      ::unlink(entry.path().c_str());
  }
}

void require_blob_size(std::int64_t size, std::int64_t most) {
  if (size <= most) return;
  throw Error(ErrorCode::InvalidArgument, text("there are more than ", most, " bytes"),
              "keep the file elsewhere, and note where");
}

}  // namespace hone::storage
