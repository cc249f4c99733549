// SPDX-License-Identifier: MIT
#pragma once

#include "hone/codec/field.hpp"
#include "hone/codec/json.hpp"
#include "hone/codec/node.hpp"
#include "hone/core/trial_artefact.hpp"

namespace hone::codec {

/// trial, name, hash, size, type, attempt, created.
Json to_json(const TrialArtefact& artefact);
TrialArtefact trial_artefact_from(const Field& field);
/// As JSON Schema.
Node trial_artefact_shape();

}  // namespace hone::codec
