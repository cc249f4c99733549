// SPDX-License-Identifier: MIT
#include "hone/service/audit_trail.hpp"

#include <exception>

#include "hone/base/printable.hpp"
#include "hone/codec/iso_time.hpp"

namespace hone::service {
namespace {

constexpr int kRefusalsOfAMinute = 60;
constexpr int kFirstRefusedStatus = 400;
constexpr std::size_t kLongestText = 500;

/// Printable, which is valid UTF-8, and cut between characters.
std::string audit_text(const std::string& given) {
  const std::string safe = printable(given.substr(0, kLongestText));
  std::size_t end = 0;
  while (end < safe.size()) {
    const std::size_t next = end + first_character(std::string_view(safe).substr(end)).bytes;
    if (next > kLongestText) break;
    end = next;
  }
  return safe.substr(0, end);
}

}  // namespace

bool AuditTrail::has_room() {
  const std::lock_guard guard(mutex_);
  const runner::Moment now = watch_();
  if (refusals_ == 0 || runner::seconds_between(minute_, now) >= 60.0) {
    minute_ = now;
    refusals_ = 0;
  }
  return ++refusals_ <= kRefusalsOfAMinute;
}

std::string AuditTrail::note(AuditEntry entry) noexcept {
  try {
    if (entry.status >= kFirstRefusedStatus && !has_room()) return "";
    for (std::string* text : {&entry.who, &entry.origin, &entry.what, &entry.target, &entry.detail})
      *text = audit_text(*text);
    store_().record(entry);
    return "";
  } catch (const std::exception& error) {
    return error.what();
  }
}

codec::Json audit_json(const AuditEntry& entry) {
  return {{"number", entry.number}, {"time", codec::iso_time(entry.time)},
          {"who", entry.who},       {"origin", entry.origin},
          {"what", entry.what},     {"target", entry.target},
          {"status", entry.status}, {"detail", entry.detail}};
}

}  // namespace hone::service
