// SPDX-License-Identifier: MIT
#pragma once

#include "hone/analysis/diagnosis.hpp"
#include "hone/codec/json.hpp"

namespace hone::service {

/// A diagnosis for a program: what was tested, what came of it, and the advice.
codec::Node diagnosis_shape();
codec::Json diagnosis_json(const Study& study, const analysis::Diagnosis& diagnosis);

}  // namespace hone::service
