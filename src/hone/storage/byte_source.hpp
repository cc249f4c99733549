// SPDX-License-Identifier: MIT
#pragma once

#include <unistd.h>

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>

namespace hone::storage {

/// Owns an open file.
class FileHandle {
 public:
  FileHandle() = default;
  explicit FileHandle(int fd) noexcept : fd_(fd) {}
  ~FileHandle() { reset(); }
  FileHandle(FileHandle&& other) noexcept : fd_(std::exchange(other.fd_, -1)) {}
  FileHandle& operator=(FileHandle&& other) noexcept {
    std::swap(fd_, other.fd_);
    return *this;
  }

  int get() const noexcept { return fd_; }
  bool is_open() const noexcept { return fd_ >= 0; }
  void reset() noexcept {
    if (fd_ >= 0) ::close(fd_);
    fd_ = -1;
  }

 private:
  int fd_ = -1;
};

/// Bytes that are read piece by piece, as often as wanted, so that a large file need not be in memory.
class ByteSource {
 public:
  virtual ~ByteSource() = default;
  /// When it was opened.
  virtual std::int64_t size() const = 0;
  /// Bytes from an offset on, at most so many; fewer at the end only. Throws Error when they cannot be read.
  virtual std::string read(std::int64_t offset, std::size_t most) const = 0;
};

/// Bytes that are in memory.
class MemorySource final : public ByteSource {
 public:
  explicit MemorySource(std::string bytes) : bytes_(std::move(bytes)) {}
  std::int64_t size() const override { return static_cast<std::int64_t>(bytes_.size()); }
  std::string read(std::int64_t offset, std::size_t most) const override {
    const auto begin = static_cast<std::size_t>(offset);
    return begin < bytes_.size() ? bytes_.substr(begin, most) : "";
  }

 private:
  std::string bytes_;
};

/// Those of an open file. Somebody may still write to it: each piece is what stands there when it is read.
class FileSource final : public ByteSource {
 public:
  FileSource(FileHandle file, std::int64_t size) : file_(std::move(file)), size_(size) {}
  std::int64_t size() const override { return size_; }
  std::string read(std::int64_t offset, std::size_t most) const override;

 private:
  FileHandle file_;
  std::int64_t size_;
};

/// Pieces in which bytes are moved.
inline constexpr std::size_t kPieceOfBytes = std::size_t{256} << 10;

/// All of it, at most so many bytes.
std::string read_all(const ByteSource& source, std::size_t most);

}  // namespace hone::storage
