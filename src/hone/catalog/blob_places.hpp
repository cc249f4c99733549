// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "hone/storage/blobs.hpp"

namespace hone::catalog {

/// Where stores keep the bytes that trials leave, as the variable HONE_ARTEFACTS says: a folder, in which
/// each store has one of its own. Nothing when it is not set: a store in a file has a folder beside it then,
/// and others have no place.
storage::OpenBlobs given_blobs();

/// The same of what it would say. Throws InvalidArgument for an address that is none.
storage::OpenBlobs blobs_at(const std::string& place);

}  // namespace hone::catalog
