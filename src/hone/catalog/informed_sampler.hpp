// SPDX-License-Identifier: MIT
#pragma once

#include <memory>

#include "hone/core/sampler.hpp"
#include "hone/storage/storage.hpp"

namespace hone::catalog {

/// The sampler of a study, told what it may know beside it: the study's sources, wherever they are, and the
/// artefacts of the store. For a sampler that does not learn from others nothing is resolved or read, and
/// this is make_sampler(). Throws as make_sampler() and runner::gather_knowledge() do.
std::unique_ptr<Sampler> make_informed_sampler(storage::Storage& storage, const Study& study);

}  // namespace hone::catalog
