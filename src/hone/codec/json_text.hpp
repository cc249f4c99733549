// SPDX-License-Identifier: MIT
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

namespace hone::codec {

/// JSON for --json: indented by two, bytes that are not UTF-8 replaced, characters that steer a terminal
/// escaped, ended by a line end.
std::string json_text(const nlohmann::ordered_json& json);

/// On one line without its end, for answers; bytes that are not UTF-8 become U+FFFD, so that it is JSON
/// whatever it is about.
std::string json_line(const nlohmann::ordered_json& json);

}  // namespace hone::codec
