// SPDX-License-Identifier: MIT
// What a command leaves in HONE_RESULT_FILE. A result of another trial never counts.
#include <cstdint>

#include "hone/runner/last_json.hpp"
#include "result_checks.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace hone;
  const std::string_view file(reinterpret_cast<const char*>(data), size);
  const auto json = runner::last_json(file);
  const bool foreign = json && json->is_object() && json->contains("hone_trial_id") &&
                       (*json)["hone_trial_id"] != "s-01234567/1";
  fuzz::check_all_rules([&](const runner::ResultReader& reader) {
    runner::Result result = reader.read_text(file, "0.5\n", "s-01234567/1");
    if (foreign) fuzz::require(result.state == TrialState::Failed);
    return result;
  });
  return 0;
}
