// SPDX-License-Identifier: MIT
#pragma once

#include "hone/analysis/diagnosis.hpp"
#include "hone/cli/context.hpp"

namespace hone::cli {

/// How a diagnosis is shown.
struct DiagnosisView {
  bool details = false;  ///< with the statistics, tables and drawings behind the words
  bool ascii = false;    ///< drawings without Unicode characters
};

/// Tables, charts and advice for a person.
void print_diagnosis(Context& context, const Study& study, const analysis::Diagnosis& diagnosis,
                     const DiagnosisView& view);

}  // namespace hone::cli
