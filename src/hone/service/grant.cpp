// SPDX-License-Identifier: MIT
#include "hone/service/grant.hpp"

#include <array>

#include "hone/base/pattern.hpp"

namespace hone::service {
namespace {

const std::array<std::string, 4> kRoleWords = {"none", "read", "work", "admin"};

}  // namespace

std::string to_text(Role role) { return kRoleWords[static_cast<std::size_t>(role)]; }

std::optional<Role> parse_role(const std::string& word) {
  for (std::size_t i = 1; i < kRoleWords.size(); ++i)
    if (kRoleWords[i] == word) return static_cast<Role>(i);
  return std::nullopt;
}

bool Grant::covers(const std::string& study) const { return matches_pattern(study, studies); }

}  // namespace hone::service
