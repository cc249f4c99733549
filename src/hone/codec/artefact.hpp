// SPDX-License-Identifier: MIT
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "hone/codec/json.hpp"
#include "hone/core/artefact.hpp"

namespace hone::codec {

/// kind, name, hash, size, created, maker, settings, sources: [{study, trials, revision}].
Json to_json(const ArtefactInfo& info);

/// What a store keeps of the studies that an artefact was made from. Reading throws Error(StorageCorrupt).
std::string sources_to_text(std::span<const ArtefactSource> sources);
std::vector<ArtefactSource> sources_from_text(std::string_view text);

}  // namespace hone::codec
