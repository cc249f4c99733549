// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include "hone/core/study.hpp"

namespace hone::runner {

/// One thing that differs between two definitions of a study.
struct FieldChange {
  /// What may become of it.
  enum class Part {
    Objective,  ///< never: the values of old trials would mean something else
    Space,      ///< when it is wished: old trials are fitted to the new space
    Run,        ///< at once, as a new version: how trials are run
    Other,      ///< at once: budget, sampler, ...
  };
  Part part = Part::Other;
  std::string field;  ///< as the study file has it: "parameters.C", "budget.trials"
  /// For machines: "widened", "narrowed", "moved", "rescaled", "stepped", "new_choice", "removed_choice",
  /// "reordered", "new_parameter", "removed_parameter", "retyped", "condition", "default", "wording",
  /// "changed".
  std::string kind;
  std::string what;  ///< "widened from [1, 10] to [0.1, 100]"
};

/// "parameters.C: widened from [1, 10] to [0.1, 100]".
std::string change_text(const FieldChange& change);

/// All that differs, in the order of a study file: objectives, parameters, constraints, then how it is run.
/// Names are not compared.
std::vector<FieldChange> differences(const Study& stored, const Study& given);

/// "parameters.C: widened from ..., parameters.x: new (0 to 1)": the first few, then how many more.
std::string in_short(const std::vector<FieldChange>& changes, FieldChange::Part part);

}  // namespace hone::runner
