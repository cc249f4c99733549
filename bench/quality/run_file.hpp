// SPDX-License-Identifier: MIT
#pragma once

#include <map>
#include <mutex>
#include <string>
#include <string_view>
#include <vector>

#include "bench/quality/run.hpp"

namespace hone::quality {

/// The columns of a run file and one row of it. The curve is written as "evaluation:value" pairs.
const std::vector<std::string>& run_columns();
std::vector<std::string> to_row(const Run& run);

/// The runs in a file, the last one of each key; `name` stands in front of messages. A last line without its
/// end, left by a crash, is passed over. Throws Error(InvalidFile).
std::map<RunKey, Run> parse_runs(std::string_view text, const std::string& name);
/// The same from a path; none when there is no such file.
std::map<RunKey, Run> read_runs(const std::string& path);

/// Adds finished runs to a file, each with a single write under a lock, so that nothing is lost by a crash
/// and several processes may share the file. Safe to use from several threads.
class RunFile {
 public:
  /// Creates the file with its header, and cuts off a half-written last line. Throws Error(System).
  explicit RunFile(std::string path);
  ~RunFile();
  RunFile(const RunFile&) = delete;
  RunFile& operator=(const RunFile&) = delete;

  void append(const Run& run);

 private:
  void write_all(std::string_view text);

  std::string path_;
  int file_ = -1;
  std::mutex mutex_;
};

}  // namespace hone::quality
