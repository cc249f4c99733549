// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "hone/storage/rules.hpp"
#include "hone/storage/trial_artefact_store.hpp"

// What every store decides alike about the artefacts of trials.
namespace hone::storage {

/// Throws InvalidArgument.
void require_artefact_name(std::string_view name);

/// What it is. Pictures are known by their first bytes; texts by being UTF-8, and what kind of text by their
/// name. Everything else is application/octet-stream: nothing is believed that a browser might run.
std::string artefact_type(std::string_view name, std::string_view beginning);

/// Throws LeaseLost unless who has this fence may leave something in the trial.
void require_may_leave(std::optional<std::int64_t> fence, const Holding& holding);

/// Throws InvalidArgument when one more of this size is too much beside the others of its trial.
void require_artefact_room(std::int64_t others, std::int64_t bytes_of_others, std::int64_t size);

/// Throws StorageCorrupt: the bytes are not what was put.
[[noreturn]] void throw_artefact_damaged(const TrialArtefact& artefact, const std::string& how);

}  // namespace hone::storage
