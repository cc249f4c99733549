// SPDX-License-Identifier: MIT
#pragma once

#include <iosfwd>
#include <optional>
#include <string>
#include <string_view>

#include "hone/cli/workspace.hpp"
#include "hone/codec/request.hpp"
#include "hone/service/conversation.hpp"

namespace hone::cli {

/// The operations of hone as JSON lines: one request on a line, one answer on a line. docs/guide/stdio.md has
/// them all.
///
///   {"op":"create","parameters":{...},...}   -> {"ok":true,"study":"...","trials":0}
///   {"op":"ask","count":8}                   -> {"trials":[{"number":0,"params":{...}},...]}
///   {"op":"tell","results":[{"number":0,"value":0.5},{"number":1,"state":"failed"}]}   -> {"ok":true}
class StdioServer {
 public:
  /// Keeps studies in the store of that address; in memory without one.
  explicit StdioServer(std::optional<std::string> store = {}, codec::RequestLimits limits = {});

  /// Works on this study from the start, as if it had been created by a request. Throws as a request would
  /// complain.
  void open(const Study& study) { conversation_.create(study); }
  /// The same with a study of the store.
  void open(const std::string& name) { conversation_.open(name); }

  /// Where it keeps studies.
  const CommandStore& opened() const { return store_; }

  /// The answer to one request, without line ends. Never throws.
  std::string handle(std::string_view line) { return conversation_.answer(line); }

  /// Answers line by line until the input ends. Empty lines are skipped.
  void serve(std::istream& in, std::ostream& out);

 private:
  codec::RequestLimits limits_;
  CommandStore store_;
  service::Conversation conversation_;
};

}  // namespace hone::cli
