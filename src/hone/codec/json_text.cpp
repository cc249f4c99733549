// SPDX-License-Identifier: MIT
#include "hone/codec/json_text.hpp"

#include <nlohmann/json.hpp>

#include "hone/base/printable.hpp"

namespace hone::codec {

std::string json_text(const nlohmann::ordered_json& json) {
  return printable_json(json.dump(2, ' ', false, nlohmann::ordered_json::error_handler_t::replace)) + "\n";
}

std::string json_line(const nlohmann::ordered_json& json) {
  return json.dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace);
}

}  // namespace hone::codec
