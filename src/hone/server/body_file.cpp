// SPDX-License-Identifier: MIT
#include "hone/server/body_file.hpp"

#include <fcntl.h>
#include <string.h>

#include <cerrno>
#include <cstdlib>
#include <filesystem>

#include "hone/base/text.hpp"
#include "hone/server/http.hpp"

namespace hone::server {
namespace {

constexpr int kMostBodyFiles = 64;  // at a time

[[noreturn]] void no_room(const std::string& what) {
  throw Refusal(503, "storage_full", "the server has no room for this now; try again later",
                {{"Retry-After", "5"}}, text("a temporary file: ", what));
}

storage::FileHandle nameless_file() {
  std::error_code problem;
  std::string folder = std::filesystem::temp_directory_path(problem).string();
  if (problem) folder = "/tmp";
  storage::FileHandle file(::open(folder.c_str(), O_TMPFILE | O_RDWR | O_CLOEXEC, 0600));
  if (file.is_open() || (errno != EOPNOTSUPP && errno != EISDIR && errno != ENOENT)) return file;
  std::string name = folder + "/hone-XXXXXX";
  file = storage::FileHandle(::mkostemp(name.data(), O_CLOEXEC));
  if (file.is_open()) ::unlink(name.c_str());
  return file;
}

}  // namespace

BodyFile::BodyFile(std::atomic<int>& open) : open_(open) {
  if (++open_ > kMostBodyFiles) {
    --open_;
    no_room("there are as many as may be");
  }
  file_ = nameless_file();
  if (file_.is_open()) return;
  --open_;
  no_room(::strerrordesc_np(errno));
}

void BodyFile::write(const std::string& bytes) {
  for (std::size_t at = 0; at < bytes.size();) {
    const ssize_t written = ::write(file_.get(), bytes.data() + at, bytes.size() - at);
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) no_room(::strerrordesc_np(errno));
    at += static_cast<std::size_t>(written);
  }
  size_ += std::ssize(bytes);
}

std::string BodyFile::read(std::int64_t offset, std::size_t most) const {
  std::string part(most, '\0');
  std::size_t length = 0;
  while (length < most) {
    const ssize_t size =
        ::pread(file_.get(), part.data() + length, most - length, offset + static_cast<std::int64_t>(length));
    if (size < 0 && errno == EINTR) continue;
    if (size < 0) no_room(::strerrordesc_np(errno));
    if (size == 0) break;
    length += static_cast<std::size_t>(size);
  }
  part.resize(length);
  return part;
}

}  // namespace hone::server
