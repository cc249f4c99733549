// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "hone/core/artefact.hpp"

// Which artefacts may be written from outside.
namespace hone::service {

/// The longest kind and name of an artefact from outside, in bytes.
inline constexpr std::size_t kLongestArtefactWord = 1000;

/// True for a kind that the service keeps for itself: it is neither shown nor given away.
bool is_service_kind(const std::string& kind);

/// Throws Error(Forbidden) for a kind that hone itself writes and reads again: what is wrong with such an
/// artefact would be met by whoever asks for a trial. Everything else is free.
void require_free_kind(const std::string& kind);

/// Throws Error: Forbidden as above, InvalidArgument when a word of it is too long, InvalidFile for a model
/// of meta-learning whose bytes are none, as samplers read those.
void require_writable(const ArtefactDraft& draft);

}  // namespace hone::service
