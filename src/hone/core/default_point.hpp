// SPDX-License-Identifier: MIT
#pragma once

#include <optional>

#include "hone/core/study.hpp"

namespace hone {

/// What a study tries first when it is made: the defaults of its parameters, of the others what their priors
/// like best or the middle of their ranges. Nothing when no parameter has a default, when the study does not
/// want it (Study::start_default), or when nothing with these defaults is allowed.
std::optional<Configuration> default_point(const Study& study);

}  // namespace hone
