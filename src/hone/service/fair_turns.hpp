// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace hone::service {

/// Whose turn it is when several want the same threads: the one that had the least of their time. So all who
/// keep wanting get the same share, whether they want many short turns or few long ones, and who wants little
/// hardly waits. Nobody saves up by not wanting: who comes back starts level with the one that is served
/// (start-time fair queueing, Goyal, Vin and Cheng 1996). For one thread at a time.
class FairTurns {
 public:
  /// Wants a turn. Who wants one already gets no second place.
  void enter(const std::string& who);
  /// Whose turn it is, among those that may have it; who it is leaves the line. Nothing when there is none.
  std::optional<std::string> next(const std::function<bool(const std::string&)>& may = {});
  /// What a turn took, in seconds of a processor.
  void spent(const std::string& who, double seconds);
  bool empty() const noexcept { return line_.empty(); }

 private:
  std::map<std::string, double> had_;  // seconds; who has no entry is level with now_
  std::vector<std::string> line_;      // in the order in which they came
  double now_ = 0.0;                   // what the last one served had had
};

}  // namespace hone::service
