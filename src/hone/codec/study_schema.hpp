// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "hone/codec/field.hpp"
#include "hone/core/study.hpp"

namespace hone::codec {

/// Reads the whole schema of a study, which is the same in a study file, in a request and in a store. `name`
/// is the study's name when the tree gives none. `space_is_known`, where problems are collected: false when
/// the parameters could not be read, and the space is a stand-in.
Study read_study(const Field& study, const std::string& name = "study", bool* space_is_known = nullptr);

/// The JSON Schema of what read_study() reads, with the shapes of what stands under `sampler` and `pruner`.
Node study_shape(Node sampler, Node pruner);

/// Writes what read_study() reads.
Node study_node(const Study& study);

}  // namespace hone::codec
