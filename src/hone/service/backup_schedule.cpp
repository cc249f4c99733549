// SPDX-License-Identifier: MIT
#include "hone/service/backup_schedule.hpp"

#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <ctime>
#include <filesystem>
#include <system_error>
#include <vector>

#include "hone/base/error.hpp"
#include "hone/base/text.hpp"

namespace hone::service {
namespace {

namespace fs = std::filesystem;

constexpr const char* kPattern = "hone-%Y%m%dT%H%M%SZ.db";
constexpr std::size_t kNameLength = 24;  // of hone-20261119T040000Z.db
constexpr double kAfterFailure = 60.0;   // seconds to the next try, unless copies are due more often
constexpr auto kAbandoned = std::chrono::hours(1);  // since a part of a copy was last written to

/// When the copy of this name was made; nothing when it is not the name of one.
std::optional<std::int64_t> time_in(const std::string& name) {
  std::tm time{};
  const char* end = name.size() == kNameLength ? ::strptime(name.c_str(), kPattern, &time) : nullptr;
  if (end == nullptr || *end != '\0') return std::nullopt;
  return static_cast<std::int64_t>(::timegm(&time));
}

std::string name_at(std::int64_t seconds) {
  const auto clock = static_cast<std::time_t>(seconds);
  std::tm time{};
  ::gmtime_r(&clock, &time);
  char name[kNameLength + 1];
  return {name, std::strftime(name, sizeof name, kPattern, &time)};
}

std::int64_t backup_clock() { return storage::system_time() / 1000; }

/// The times of the copies in a folder, the oldest first.
std::vector<std::int64_t> copies_in(const std::string& folder) {
  std::vector<std::int64_t> times;
  std::error_code ignored;
  for (const auto& entry : fs::directory_iterator(folder, ignored))
    if (const auto time = time_in(entry.path().filename().string())) times.push_back(*time);
  std::sort(times.begin(), times.end());
  return times;
}

void require_writable(const std::string& folder) {
  std::error_code error;
  fs::create_directories(fs::path(folder).parent_path(), error);
  const bool made = ::mkdir(folder.c_str(), 0700) == 0 || errno == EEXIST;
  if (made && ::access(folder.c_str(), W_OK | X_OK) == 0) return;
  throw Error(ErrorCode::System,
              text("cannot write backups into '", folder, "': ", std::generic_category().message(errno)),
              "name a folder that may be written");
}

}  // namespace

BackupSchedule::BackupSchedule(BackupPlan plan, Open open, Told told)
    : plan_(std::move(plan)), open_(std::move(open)), told_(std::move(told)) {
  require_writable(plan_.folder);
  const std::vector<std::int64_t> there = copies_in(plan_.folder);
  if (!there.empty()) newest_ = there.back();
  thread_ = std::thread([this] { run(); });
}

BackupSchedule::~BackupSchedule() {
  {
    const std::lock_guard guard(mutex_);
    over_ = true;
    wake_.notify_all();
  }
  thread_.join();
}

void BackupSchedule::run() {
  std::int64_t failed_before = 0;
  for (std::unique_lock lock(mutex_);;) {
    const bool again = failed_.load() > failed_before;
    failed_before = failed_.load();
    const double pause = again ? std::min(kAfterFailure, plan_.every) : seconds_to_next();
    wake_.wait_for(lock, std::chrono::duration<double>(pause), [this] { return over_; });
    if (over_) return;
    if (!again && seconds_to_next() > 0) continue;  // another server made one
    lock.unlock();
    busy_ = true;
    make_one();
    busy_ = false;
    lock.lock();
  }
}

double BackupSchedule::seconds_to_next() const {
  const std::vector<std::int64_t> there = copies_in(plan_.folder);
  if (there.empty()) return 0.0;
  const double age = static_cast<double>(backup_clock() - there.back());
  // A copy of the future was made before the clock was set back.
  return age < 0 ? plan_.every : std::max(0.0, plan_.every - age);
}

void BackupSchedule::make_one() {
  const std::int64_t now = backup_clock();
  const std::string file = (fs::path(plan_.folder) / name_at(now)).string();
  try {
    open_()->backup(file);
    ++made_;
    newest_ = now;
    clear_away();
    told_(file, "");
  } catch (const std::exception& error) {
    std::error_code ignored;
    if (fs::exists(file, ignored)) {  // another server's, of this second
      newest_ = now;
      return;
    }
    ++failed_;
    told_(file, error.what());
  }
}

// Only what has such a name is ours.
void BackupSchedule::clear_away() const {
  std::error_code ignored;
  std::vector<std::int64_t> there = copies_in(plan_.folder);
  for (std::size_t i = 0; i + static_cast<std::size_t>(plan_.keep) < there.size(); ++i)
    fs::remove(fs::path(plan_.folder) / name_at(there[i]), ignored);
  for (const auto& entry : fs::directory_iterator(plan_.folder, ignored)) {
    const std::string name = entry.path().filename().string();
    const bool part = name.find(".partial") != std::string::npos && time_in(name.substr(0, kNameLength));
    if (!part) continue;
    const auto written = entry.last_write_time(ignored);
    if (!ignored && fs::file_time_type::clock::now() - written > kAbandoned) fs::remove(entry, ignored);
  }
}

}  // namespace hone::service
