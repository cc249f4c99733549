// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>

// Who may do what.
namespace hone::service {

/// Each may do what the ones before may.
enum class Role { None, Read, Work, Admin };

std::string to_text(Role role);
/// "read", "work", "admin".
std::optional<Role> parse_role(const std::string& word);

/// What a caller may do.
struct Grant {
  Role role = Role::None;
  std::string studies = "*";  ///< a pattern of names
  std::string name = {};      ///< of the token, for the log

  bool covers(const std::string& study) const;
};

}  // namespace hone::service
