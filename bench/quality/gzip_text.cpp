// SPDX-License-Identifier: MIT
#include "bench/quality/gzip_text.hpp"

#include <zlib.h>

#include <array>
#include <memory>

#include "hone/base/error.hpp"

namespace hone::quality {

std::string read_text(const std::string& path) {
  const std::unique_ptr<gzFile_s, int (*)(gzFile)> file(gzopen(path.c_str(), "rb"), gzclose);
  if (!file) {
    throw Error(ErrorCode::NotFound, "cannot open " + path,
                "give the folder that holds the benchmark data with --data");
  }
  std::string content;
  std::array<char, 1 << 16> block{};
  int got = 0;
  while ((got = gzread(file.get(), block.data(), block.size())) > 0) {
    content.append(block.data(), static_cast<std::size_t>(got));
  }
  int code = Z_OK;
  const char* message = gzerror(file.get(), &code);
  if (got < 0 || (code != Z_OK && code != Z_STREAM_END)) {
    throw Error(ErrorCode::InvalidFile, path + ": " + message, "fetch the file again");
  }
  return content;
}

}  // namespace hone::quality
