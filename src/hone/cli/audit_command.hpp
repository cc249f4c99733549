// SPDX-License-Identifier: MIT
#pragma once

#include "hone/cli/command.hpp"
#include "hone/cli/workspace.hpp"

namespace hone::cli {

/// `hone db audit`.
void add_audit(Command& db);

/// Keeps in the store's audit trail what somebody did with this program. Says on standard error when that
/// does not work.
void note_in_trail(const CommandStore& store, const std::string& what, const std::string& target,
                   Context& context);

}  // namespace hone::cli
