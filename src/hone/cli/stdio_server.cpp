// SPDX-License-Identifier: MIT
#include "hone/cli/stdio_server.hpp"

#include <signal.h>

#include <istream>
#include <ostream>

#include "hone/base/printable.hpp"
#include "hone/base/text.hpp"
#include "hone/core/store_address.hpp"

namespace hone::cli {
namespace {

CommandStore store_of(const std::optional<std::string>& given) {
  const std::string address = given.value_or(std::string(kMemoryStore));
  service::Store store = store_at(address, StoreUse::Asks);
  if (given) {
    store.lease = runner::kLease;
  } else {
    store.existing = service::Store::Existing::Replace;
  }
  return {address, std::make_shared<service::Operations>(std::move(store))};
}

/// A line without its end; false at the end of input. Of a line longer than `limit` only limit + 1 bytes are
/// kept.
bool read_line(std::istream& in, std::string& line, std::size_t limit) {
  line.clear();
  std::streambuf& buffer = *in.rdbuf();
  for (int c = buffer.sbumpc(); c != std::char_traits<char>::eof(); c = buffer.sbumpc()) {
    if (c == '\n') return true;
    if (line.size() <= limit) line += static_cast<char>(c);
  }
  return !line.empty();
}

}  // namespace

StdioServer::StdioServer(std::optional<std::string> store, codec::RequestLimits limits)
    : limits_(limits), store_(store_of(store)), conversation_(*store_.operations, limits) {}

void StdioServer::serve(std::istream& in, std::ostream& out) {
  ::signal(SIGPIPE, SIG_IGN);  // a reader that is gone is seen where the answer is written
  std::string line;
  while (out && read_line(in, line, limits_.line)) {
    if (trim(line).empty()) continue;
    out << printable_json(handle(line)) << '\n' << std::flush;
    if (!out) conversation_.take_back();
  }
}

}  // namespace hone::cli
