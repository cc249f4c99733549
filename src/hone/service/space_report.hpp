// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "hone/codec/json.hpp"
#include "hone/service/operations.hpp"

namespace hone::service {

/// What became of a change of a study's definition, for a program.
codec::Json space_report_json(const std::string& study, const Operations::Redefined& done);

}  // namespace hone::service
