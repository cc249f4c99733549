// SPDX-License-Identifier: MIT
#pragma once

#include <span>
#include <string>
#include <vector>

#include "hone/codec/json.hpp"
#include "hone/core/study.hpp"

// What a report's script draws, as JSON (web/src/report/data.ts reads it).
namespace hone::charts {

/// The trials column by column: number, state, objectives, the parameters that vary, seconds, which limits
/// are broken when some are, and why it failed when some did, in short. Numbers have six digits; what has
/// names holds places among them, so that a name stands in the page once. What a trial does not have is null.
codec::Json report_columns(const Study& study, const std::vector<const Trial*>& trials);

/// The columns of as many of the trials, from the first on, as json_in_page() writes in so many bytes, but of
/// 100 in any case. They are in the order of their numbers.
codec::Json fitting_columns(const Study& study, std::vector<const Trial*> trials, std::size_t bytes);

/// The JSON as it may stand in a <script> that is not run: nothing in it can end the element or begin a
/// comment. Texts are as printable() has them, bytes that are not UTF-8 and marks that turn the direction of
/// text included.
std::string json_in_page(codec::Json json);

}  // namespace hone::charts
