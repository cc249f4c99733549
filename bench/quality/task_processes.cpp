// SPDX-License-Identifier: MIT
#include "bench/quality/task_processes.hpp"

#include <limits>

#include "hone/base/text.hpp"
#include "hone/codec/json.hpp"

namespace hone::quality {

double TaskProcesses::loss(const TaskRequest& request) {
  const std::string key = request.task + request.params;
  if (const auto value = known(key)) return *value;
  std::unique_ptr<LineProcess> process = borrow();
  const std::string line = process->exchange(
      text("{\"task\":\"", request.task, "\",\"params\":", request.params, ",\"seed\":", request.seed, "}"));
  const codec::Json answer = codec::parse_json(line, "answer of the task");
  const codec::Json& loss = answer.at("loss");
  const double value = loss.is_null() ? std::numeric_limits<double>::quiet_NaN() : loss.get<double>();
  const std::lock_guard guard(mutex_);
  idle_.push_back(std::move(process));  // not reached when it failed: the next one starts anew
  if (answer.value("repeatable", false)) known_[key] = value;
  return value;
}

std::unique_ptr<LineProcess> TaskProcesses::borrow() {
  {
    const std::lock_guard guard(mutex_);
    if (!idle_.empty()) {
      auto process = std::move(idle_.back());
      idle_.pop_back();
      return process;
    }
  }
  return std::make_unique<LineProcess>(command_);
}

std::optional<double> TaskProcesses::known(const std::string& key) {
  const std::lock_guard guard(mutex_);
  const auto found = known_.find(key);
  return found == known_.end() ? std::nullopt : std::optional(found->second);
}

}  // namespace hone::quality
