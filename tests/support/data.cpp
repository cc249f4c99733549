// SPDX-License-Identifier: MIT
#include "support/data.hpp"

namespace hone::test {

std::filesystem::path data(const std::filesystem::path& relative) {
  return std::filesystem::path(HONE_TEST_DATA) / relative;
}

}  // namespace hone::test
