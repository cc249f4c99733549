// SPDX-License-Identifier: MIT
// The format is that of https://sqlite.org/fileformat2.html, sections 1.3 and 4.
#include "hone/storage/sqlite_log.hpp"

#include <sqlite3.h>

#include <algorithm>
#include <array>
#include <bit>
#include <chrono>
#include <cstddef>
#include <cstring>
#include <fstream>
#include <thread>
#include <utility>
#include <vector>

#include "hone/base/error.hpp"
#include "hone/base/text.hpp"

namespace hone::storage {
namespace {

constexpr std::size_t kLogHeader = 32;
constexpr std::size_t kFrameHeader = 24;
constexpr std::uint32_t kLogMagic = 0x377f0682;  // and 1 when the words of checksums are big-endian
/// Where the header of a database has the number that is its user's.
constexpr std::size_t kUserVersion = 60;
/// A page on its way is whole when one looks again.
constexpr int kLooks = 4;
constexpr auto kBetweenLooks = std::chrono::milliseconds(5);

using LogBytes = std::vector<unsigned char>;

std::uint32_t big_endian(const unsigned char* bytes) {
  return std::uint32_t{bytes[0]} << 24 | std::uint32_t{bytes[1]} << 16 | std::uint32_t{bytes[2]} << 8 |
         std::uint32_t{bytes[3]};
}

/// SQLite's running checksum over pairs of words, each page's going on from the one before it.
struct LogSum {
  std::uint32_t first = 0;
  std::uint32_t second = 0;
  friend bool operator==(const LogSum&, const LogSum&) = default;

  static LogSum stored(const unsigned char* bytes) { return {big_endian(bytes), big_endian(bytes + 4)}; }

  // A log may have many megabytes, and is read whenever a store is opened beside others.
  LogSum over(const unsigned char* bytes, std::size_t size, bool big) const {
    const bool swap = big != (std::endian::native == std::endian::big);
    std::uint32_t one = first;
    std::uint32_t two = second;
    for (const unsigned char* end = bytes + size / 8 * 8; bytes != end; bytes += 8) {
      std::uint32_t words[2];
      std::memcpy(words, bytes, 8);
      one += (swap ? __builtin_bswap32(words[0]) : words[0]) + two;
      two += (swap ? __builtin_bswap32(words[1]) : words[1]) + one;
    }
    return {one, two};
  }
};

bool is_page_size(std::uint32_t size) { return std::has_single_bit(size) && size >= 512 && size <= 65536; }

class LogReading {
 public:
  LogReading(std::istream& in, const LogBase& base) : in_(in), base_(base) {}

  std::optional<LogLoss> run() && {
    if (!read_header()) return std::nullopt;
    while (next_frame()) {
      if (!bad_ && !good_) bad_ = number_;
      bad_ ? look_behind() : take();
    }
    if (lost_ == 0) return std::nullopt;
    return LogLoss{.page = *bad_, .commits = lost_};
  }

 private:
  /// False when there are no pages behind it.
  bool read_header() {
    std::array<unsigned char, kLogHeader> header{};
    if (!in_.read(reinterpret_cast<char*>(header.data()), kLogHeader)) return false;
    const std::uint32_t magic = big_endian(header.data());
    std::uint32_t size = big_endian(header.data() + 8);
    if (size == 1) size = 65536;
    const bool known = (magic & ~1U) == kLogMagic;
    big_ = known && (magic & 1U) != 0;
    sum_ = LogSum::stored(header.data() + 24);
    const bool whole = known && is_page_size(size) && LogSum().over(header.data(), 24, big_) == sum_;
    page_size_ = whole ? size : base_.page_size;
    frame_.resize(kFrameHeader + page_size_);
    if (whole) {
      salt_ = {big_endian(header.data() + 16), big_endian(header.data() + 20)};
    } else {
      bad_ = 0;  // the pages are those of this log when they go on from each other
      big_ = std::endian::native == std::endian::big;  // as SQLite writes on this machine
    }
    return true;
  }

  bool next_frame() {
    if (!in_.read(reinterpret_cast<char*>(frame_.data()), static_cast<std::streamsize>(frame_.size())))
      return false;
    ++number_;
    const std::pair salt{big_endian(frame_.data() + 8), big_endian(frame_.data() + 12)};
    if (bad_ == 0 && number_ == 1) salt_ = salt;
    ours_ = salt == salt_;
    const LogSum stored = LogSum::stored(frame_.data() + 16);
    // From what the page before it says of itself: behind a bad page the others still go on from each other.
    good_ = ours_ &&
            sum_.over(frame_.data(), 8, big_).over(frame_.data() + kFrameHeader, page_size_, big_) == stored;
    sum_ = stored;
    return true;
  }

  bool is_commit() const { return big_endian(frame_.data() + 4) != 0; }

  /// The last durable commit, as the first page has it.
  struct Number {
    std::uint32_t value = 0;
    bool is_base = false;  ///< the database has the same first page
  };
  void note_number() {
    if (big_endian(frame_.data()) != 1) return;
    const unsigned char* page = frame_.data() + kFrameHeader;
    pending_ = Number{.value = big_endian(page + kUserVersion),
                      .is_base = std::equal(base_.header.begin(), base_.header.end(), page)};
  }

  /// A page that SQLite reads, too.
  void take() {
    note_number();
    if (!is_commit()) return;
    if (const auto number = std::exchange(pending_, std::nullopt)) last_ = number->value;
  }

  void look_behind() {
    if (!ours_) return;
    if (good_ && std::exchange(waiting_, false)) ++lost_;  // something was written after it
    // The pages of one commit follow each other; only the bad one stands between.
    if (!good_ && number_ != *bad_) pending_.reset();
    note_number();
    if (!is_commit()) return;
    if (const auto number = std::exchange(pending_, std::nullopt)) judge(*number);
  }

  // The first page is written when the file grows, too, and then repeats the number of a durable commit
  // before it, perhaps of one in an earlier log.
  void judge(const Number& number) {
    const std::uint32_t base = big_endian(base_.header.data() + kUserVersion);
    const bool durable = number.value > last_.value_or(base);
    const bool copied = last_ ? durable && number.value <= base
                              : number.value < base || (number.value == base && number.is_base);
    last_ = std::max(number.value, last_.value_or(0));
    if (copied) {
      ++lost_;
    } else if (durable) {
      waiting_ = true;
    }
  }

  std::istream& in_;
  LogBase base_;
  std::uint32_t page_size_ = 0;
  bool big_ = false;
  std::pair<std::uint32_t, std::uint32_t> salt_;
  LogSum sum_;
  LogBytes frame_;
  std::int64_t number_ = 0;
  bool ours_ = false;  ///< the page is of this log, not of one that lay here before
  bool good_ = false;  ///< and is what was written
  std::optional<std::int64_t> bad_;
  std::optional<std::uint32_t> last_;  ///< number of a durable commit; nothing while the log has shown none
  std::optional<Number> pending_;      ///< in the transaction that is being read
  bool waiting_ = false;  ///< a durable commit behind the bad page is lost if something was written after it
  std::int64_t lost_ = 0;
};

std::optional<LogBase> base_of(sqlite3* handle) {
  sqlite3_file* file = nullptr;
  if (sqlite3_file_control(handle, "main", SQLITE_FCNTL_FILE_POINTER, &file) != SQLITE_OK)
    return std::nullopt;
  if (file == nullptr || file->pMethods == nullptr) return std::nullopt;
  LogBase base;
  if (file->pMethods->xRead(file, base.header.data(), static_cast<int>(base.header.size()), 0) != SQLITE_OK)
    return std::nullopt;
  const std::uint32_t size = std::uint32_t{base.header[16]} << 8 | base.header[17];
  base.page_size = size == 1 ? 65536 : size;
  if (!is_page_size(base.page_size)) return std::nullopt;  // SQLite will say what it is
  return base;
}

}  // namespace

std::optional<LogLoss> lost_in_log(const std::string& path, const LogBase& base) {
  std::ifstream in(path, std::ios::binary);
  return in ? LogReading(in, base).run() : std::nullopt;
}

// The file is read through the connection: who opened and closed it apart would take this process's locks
// away.
void require_whole_log(sqlite3* handle) {
  const char* file = sqlite3_db_filename(handle, "main");
  if (file == nullptr || *file == '\0') return;
  const std::string log = text(file, "-wal");
  std::optional<LogLoss> loss;
  for (int look = 0; look < kLooks; ++look) {
    if (look > 0) std::this_thread::sleep_for(kBetweenLooks);
    const auto base = base_of(handle);
    if (!base) return;
    const auto seen = lost_in_log(log, *base);
    if (!seen || (loss && seen->page != loss->page)) return;
    loss = seen;
  }
  const std::string where = loss->page == 0 ? "its beginning" : text("page ", loss->page, " of it");
  throw Error(ErrorCode::StorageCorrupt,
              text("'", log, "', the log of the store, is damaged: ", where, " is not what was written, and ",
                   loss->commits,
                   loss->commits == 1 ? " acknowledged change behind it" : " acknowledged changes behind it",
                   " would be dropped"),
              text("nothing was touched: copy '", file,
                   "' and the log, then go back to a backup; or move the "
                   "log away and look with `hone db check` at what the file has without it"));
}

}  // namespace hone::storage
