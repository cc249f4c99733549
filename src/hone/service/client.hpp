// SPDX-License-Identifier: MIT
#pragma once

#include <string>

namespace hone::service {

/// Who asks for trials from far away.
struct Client {
  std::string name = {};  ///< a worker's name, which it keeps when it is restarted; holds no '#'
  std::string key = {};   ///< of this ask: the same again is answered with the same trials

  /// The name under which the store keeps trials of this ask.
  std::string stored_name() const { return key.empty() ? name : name + "#" + key; }
  friend bool operator==(const Client&, const Client&) = default;
};

/// Who a stored name stands for.
inline Client client_of(const std::string& stored_name) {
  const std::size_t mark = stored_name.find('#');
  if (mark == std::string::npos) return {.name = stored_name};
  return {.name = stored_name.substr(0, mark), .key = stored_name.substr(mark + 1)};
}

}  // namespace hone::service
