// SPDX-License-Identifier: MIT
#include "bench/quality/text_file.hpp"

#include <fstream>

#include "hone/base/error.hpp"

namespace hone::quality {

void write_file(const std::string& path, const std::string& content) {
  std::ofstream file(path, std::ios::binary);
  file << content;
  file.close();
  if (!file) throw Error(ErrorCode::System, "cannot write " + path, "give another --out, or make room");
}

}  // namespace hone::quality
