// SPDX-License-Identifier: MIT
// Feeds lines to the stdio protocol: whatever they hold, each gets one line of valid JSON.
#include <cstdint>
#include <cstdlib>
#include <nlohmann/json.hpp>
#include <string_view>

#include "hone/cli/stdio_server.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  hone::cli::StdioServer server({}, {.line = 1 << 16, .depth = 64});
  server.handle(
      R"({"op":"create","parameters":{"x":{"type":"float","low":0,"high":1},"k":{"type":"categorical","choices":["a",1]}}})");
  server.handle(R"({"op":"ask","count":3})");
  std::string_view text(reinterpret_cast<const char*>(data), size);
  while (!text.empty()) {
    const std::size_t end = text.find('\n');
    const std::string answer = server.handle(text.substr(0, end));
    if (answer.find('\n') != std::string::npos || !nlohmann::json::accept(answer)) std::abort();
    text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
  }
  return 0;
}
