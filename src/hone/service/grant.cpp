// SPDX-License-Identifier: MIT
#include "hone/service/grant.hpp"

#include <algorithm>
#include <array>

#include "hone/base/pattern.hpp"
#include "hone/base/text.hpp"

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

bool TokenLimits::any() const {
  return std::any_of(kTokenLimitFields.begin(), kTokenLimitFields.end(),
                     [this](const TokenLimitField& field) { return (this->*field.member).has_value(); });
}

bool Grant::covers(const std::string& study) const { return matches_pattern(study, studies); }

std::string Grant::audit_name() const {
  if (id.empty()) return name;
  return name == id ? text("token ", id) : text("token ", id, " (", name, ")");
}

}  // namespace hone::service
