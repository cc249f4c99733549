// SPDX-License-Identifier: MIT
#include "hone/cli/context.hpp"

#include <ostream>

#include "hone/cli/exit_code.hpp"
#include "hone/codec/json_text.hpp"

namespace hone::cli {

int Context::answer(const nlohmann::ordered_json& json) const {
  out << codec::json_text(json);
  return kOk;
}

}  // namespace hone::cli
