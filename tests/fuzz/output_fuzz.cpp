// SPDX-License-Identifier: MIT
// What a command prints, read as its result and as the end of a message.
#include <cstdint>

#include "result_checks.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace hone;
  const std::string_view output(reinterpret_cast<const char*>(data), size);
  fuzz::check_all_rules(
      [&](const runner::ResultReader& reader) { return reader.read_text("", output, "s-01234567/1"); });
  const std::string line = runner::last_line(output);
  fuzz::require(printable(line) == line);
  const std::string lines = runner::last_lines(output);
  fuzz::require(printable_lines(lines) == lines);
  fuzz::require(unescaped(escaped(output)) == output);
  return 0;
}
