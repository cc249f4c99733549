// SPDX-License-Identifier: MIT
#pragma once

#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "bench/quality/line_process.hpp"

namespace hone::quality {

/// A request that a program of tasks understands.
struct TaskRequest {
  std::string task;
  std::string params;  ///< as JSON
  std::uint32_t seed;
};

/// Long-lived processes that evaluate tasks, as many as there are threads that ask at the same time. A
/// process answers {"task": ..., "params": {...}, "seed": ...} with {"loss": number or null, "repeatable":
/// bool}; repeatable answers are kept, so that no setting is computed twice. Safe to use from several
/// threads.
class TaskProcesses {
 public:
  /// With a file, repeatable answers of earlier processes are read from it, and new ones added.
  explicit TaskProcesses(std::vector<std::string> command, std::string file = {});

  /// NaN when the evaluation fails. Throws Error(System) when the program does.
  double loss(const TaskRequest& request);

 private:
  std::unique_ptr<LineProcess> borrow();
  std::optional<double> known(const std::string& key);
  void remember(const std::string& key, double value);

  std::vector<std::string> command_;
  std::string file_;
  std::mutex mutex_;
  std::vector<std::unique_ptr<LineProcess>> idle_;
  std::map<std::string, double> known_;
};

}  // namespace hone::quality
