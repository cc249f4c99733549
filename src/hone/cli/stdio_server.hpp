// SPDX-License-Identifier: MIT
#pragma once

#include <iosfwd>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "hone/cli/stdio_request.hpp"

namespace hone::cli {

/// Ask and tell as JSON lines: one request on a line, one answer on a line. The guide of the command line
/// describes it.
///
///   {"op":"create","parameters":{...},...}   -> {"ok":true,"study":"...","trials":0}    the fields of a
///   study file
///   {"op":"ask","count":8}                   -> {"trials":[{"number":0,"params":{...}},...]}
///   {"op":"tell","results":[{"number":0,"value":0.5},{"number":1,"state":"failed"}]}   -> {"ok":true}
///   {"op":"enqueue","points":[{...}]}        -> {"numbers":[0]}
///   {"op":"best"}                            -> {"best":{...}} or {"best":null}; {"front":[...]} for several
///   objectives
///   {"op":"trials"}                          -> {"trials":[...]}
///
/// A request may carry an "id", which comes back with its answer. A wrong request is answered with
/// {"error":{"code":...,"message":...}} and changes nothing; a tell counts wholly or not at all.
class StdioServer {
 public:
  /// Keeps studies in the store of that address; in memory without one.
  explicit StdioServer(std::optional<std::string> store = {}, StdioLimits limits = {});
  ~StdioServer();

  /// Works on this study from the start, as if it had been created by a request. Throws as a request would
  /// complain.
  void open(const Study& study);
  /// The same with a study of the store.
  void open(const std::string& name);

  /// The answer to one request, without line ends. Never throws.
  std::string handle(std::string_view line);

  /// Answers line by line until the input ends. Empty lines are skipped.
  void serve(std::istream& in, std::ostream& out);

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace hone::cli
