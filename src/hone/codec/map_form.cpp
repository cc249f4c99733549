// SPDX-License-Identifier: MIT
#include "hone/codec/map_form.hpp"

#include <limits>

namespace hone::codec {

void MapForm::declare(const char* name, Node shape, const char* summary, bool needed) {
  members_.push_back({name, shape::described(summary, std::move(shape)), needed});
}

std::vector<std::string> MapForm::names() const {
  std::vector<std::string> names;
  for (const shape::Member& member : members_) names.push_back(member.name);
  return names;
}

void MapForm::number(const char* name, std::optional<double>& value, const char* summary) {
  constexpr double kAny = std::numeric_limits<double>::infinity();
  field(
      name, [] { return shape::number(); }, summary,
      [&](const Field& member) { value = member.number(-kAny, kAny); });
}

void MapForm::duration(const char* name, double& value, const char* summary) {
  if (map_ == nullptr)
    return declare(name, shape::with(shape::duration(), "default", leaf(value)), summary, false);
  if (const auto member = map_->find(name)) member->attempt([&] { value = member->seconds(); });
}

void MapForm::duration_above_zero(const char* name, std::optional<double>& value, const char* summary) {
  field(name, shape::duration_above_zero, summary, [&](const Field& member) {
    value = member.seconds();
    if (member.origin().trusted || *value > 0.0) return;
    member.refuse("the time is 0", "give a duration above 0, or leave the field out for no limit",
                  ErrorCode::InvalidOption);
  });
}

}  // namespace hone::codec
