// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "hone/core/artefact.hpp"
#include "hone/storage/database.hpp"

// How artefacts lie in the table `artefacts`. Everything here runs inside the caller's transaction.
namespace hone::storage::rows {

/// Makes the draft, whose info is given, the newest version of its name. False when it is that already and
/// nothing changes; `info` is then as stored.
bool put_artefact(Database& database, ArtefactInfo& info, const std::string& bytes);
/// With its bytes as they are stored: whoever reads them compares the hash.
std::optional<Artefact> read_artefact(Database& database, const ArtefactKey& key);
/// Of one kind, or of all when it is empty; by kind and name, the newest version first.
std::vector<ArtefactInfo> read_artefacts(Database& database, const std::string& kind);
/// All, in the order in which they became the newest of their names.
std::vector<ArtefactInfo> read_artefacts_by_age(Database& database);
/// How many versions there were.
std::int64_t delete_artefacts(Database& database, const ArtefactKey& key);

}  // namespace hone::storage::rows
