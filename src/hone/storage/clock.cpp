// SPDX-License-Identifier: MIT
#include <chrono>

#include "hone/storage/storage.hpp"

namespace hone::storage {

Timestamp system_time() {
  using std::chrono::duration_cast;
  using std::chrono::milliseconds;
  return duration_cast<milliseconds>(std::chrono::system_clock::now().time_since_epoch()).count();
}

}  // namespace hone::storage
