// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>

#include "hone/cli/workspace.hpp"

// The store is hone.db in the present folder, whatever folder the study file is in, so that `hone studies`
// and names of studies need no file. Whoever works in two folders has two of them, and is told.
namespace hone::cli {

/// Another hone.db that has a study of this name: beside the study file or in a folder above it, for a study
/// that is given by its name above the present folder, as far up as nobody but this user may write. Nothing
/// when the store was named, by --store or HONE_STORE.
std::optional<std::string> other_store_with(const Context& context, const StudyOptions& options,
                                            const std::string& name);

/// What to know of a study when another store has one of its name, too; otherwise empty.
std::string other_store_remark(const Context& context, const StudyOptions& options, const OpenStudy& open);

/// Says it as a warning, unless JSON was asked for.
void warn_of_other_store(Context& context, const StudyOptions& options, const OpenStudy& open);

}  // namespace hone::cli
