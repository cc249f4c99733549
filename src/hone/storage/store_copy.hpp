// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <span>
#include <string>

#include "hone/storage/blobs.hpp"
#include "hone/storage/database.hpp"

namespace hone::storage {

/// What was copied from one store to another.
struct CopyCounts {
  std::int64_t studies = 0;
  std::int64_t versions = 0;  ///< of definitions
  std::int64_t trials = 0;
  std::int64_t reports = 0;
  std::int64_t artefacts = 0;
  std::int64_t trial_artefacts = 0;
};

/// Where the bytes of both are.
struct BlobPlaces {
  OpenBlobs from = {};
  OpenBlobs to = {};
};

/// Copies all studies with their versions, what people wrote on them, keys of enqueue and trials (numbers,
/// states, reports, attributes, remarks, leases), and all artefacts, as they are at one moment, into a
/// database of the latest tables: all of it or, when it throws, nothing. What is damaged is refused
/// (StorageCorrupt): everything is compared with its seal and sealed anew. The target may hold other studies
/// and artefacts; throws AlreadyExists naming the first whose name is taken. Studies keep their ids in an
/// empty store and get new ones otherwise.
///
/// What trials left is copied with its bytes, each before the row that names it. Throws InvalidArgument when
/// there is some, and one of the two has no place for bytes. Without any place the bytes stay where they are,
/// as with a backup.
///
/// With names, only those studies are copied, and no artefacts; throws NotFound when one is not there.
CopyCounts copy_database(Database& from, Database& to, std::span<const std::string> names = {},
                         const BlobPlaces& places = {});

}  // namespace hone::storage
