// SPDX-License-Identifier: MIT
#include "bench/quality/task_processes.hpp"

#include <cmath>
#include <fstream>
#include <limits>

#include "hone/base/text.hpp"
#include "hone/codec/json.hpp"

namespace hone::quality {

TaskProcesses::TaskProcesses(std::vector<std::string> command, std::string file)
    : command_(std::move(command)), file_(std::move(file)) {
  if (file_.empty()) return;
  std::ifstream lines(file_);
  for (std::string line; std::getline(lines, line);) {
    const std::size_t tab = line.find('\t');
    if (tab == std::string::npos || line.back() != ';') continue;  // half-written
    const auto value = parse_number(std::string_view(line).substr(tab + 1, line.size() - tab - 2));
    if (value) known_[line.substr(0, tab)] = *value;
  }
}

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
  if (answer.value("repeatable", false)) remember(key, value);
  return value;
}

void TaskProcesses::remember(const std::string& key, double value) {
  known_[key] = value;
  if (file_.empty() || std::isnan(value)) return;
  // A line that cannot be written costs time later and nothing now.
  std::ofstream(file_, std::ios::app) << text(key, "\t", number_text(value), ";\n") << std::flush;
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
