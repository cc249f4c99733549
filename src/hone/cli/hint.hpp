// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>

#include "hone/cli/context.hpp"

// Command lines that are proposed to a person: ready to be pasted into a shell, and about the same store.
namespace hone::cli {

/// " --store x.db", quoted for a shell, when the store is not the one that would be used without it.
std::string store_hint(const Context& context, const std::optional<std::string>& given);

/// "'my study' --store x.db": the study as the person calls it, and its store.
std::string study_hint(const Context& context, const std::string& study,
                       const std::optional<std::string>& store);

/// The message with the study and the store of this command line added to every command in quotes that lacks
/// them, as in "'hone trials' lists them" or "mend it with `hone db check`". Who throws it may know nothing
/// of command lines.
std::string with_store(const std::string& message, const Context& context);

}  // namespace hone::cli
