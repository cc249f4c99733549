// SPDX-License-Identifier: MIT
#pragma once

#include "hone/cli/context.hpp"
#include "hone/cli/diagnosis.hpp"
#include "hone/codec/json.hpp"

namespace hone::cli {

/// Tables, charts and advice for a person.
void print_diagnosis(Context& context, const Study& study, const Diagnosis& diagnosis, bool ascii);

/// The same for a program.
codec::Json diagnosis_json(const Study& study, const Diagnosis& diagnosis);

}  // namespace hone::cli
