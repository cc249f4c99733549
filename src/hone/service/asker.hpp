// SPDX-License-Identifier: MIT
#pragma once

#include <string>

namespace hone::service {

/// Who asks for trials from far away.
struct Asker {
  std::string client = {};  ///< a worker's name, which it keeps when it is restarted; holds no '#'
  std::string key = {};     ///< of this ask: the same again is answered with the same trials

  /// The name under which the store keeps trials of this ask.
  std::string stored_name() const { return key.empty() ? client : client + "#" + key; }
  friend bool operator==(const Asker&, const Asker&) = default;
};

/// Who a stored name stands for.
inline Asker asker_of(const std::string& stored_name) {
  const std::size_t mark = stored_name.find('#');
  if (mark == std::string::npos) return {.client = stored_name};
  return {.client = stored_name.substr(0, mark), .key = stored_name.substr(mark + 1)};
}

}  // namespace hone::service
