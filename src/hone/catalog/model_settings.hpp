// SPDX-License-Identifier: MIT
#pragma once

#include "hone/analysis/diagnosis.hpp"
#include "hone/core/study.hpp"

namespace hone::catalog {

/// The model that a diagnosis of the study examines: that of its own sampler when this is led by a Gaussian
/// process, otherwise that of the default sampler, which the study could have.
analysis::StudyModel model_settings(const Study& study);

}  // namespace hone::catalog
