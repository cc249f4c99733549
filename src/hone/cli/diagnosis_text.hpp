// SPDX-License-Identifier: MIT
#pragma once

#include "hone/analysis/diagnosis.hpp"
#include "hone/cli/context.hpp"

namespace hone::cli {

/// Tables, charts and advice for a person.
void print_diagnosis(Context& context, const Study& study, const analysis::Diagnosis& diagnosis, bool ascii);

}  // namespace hone::cli
