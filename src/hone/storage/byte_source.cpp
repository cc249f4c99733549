// SPDX-License-Identifier: MIT
#include "hone/storage/byte_source.hpp"

#include <string.h>

#include <algorithm>
#include <cerrno>

#include "hone/base/error.hpp"
#include "hone/base/text.hpp"

namespace hone::storage {

std::string FileSource::read(std::int64_t offset, std::size_t most) const {
  std::string part(most, '\0');
  std::size_t length = 0;
  while (length < most) {
    const ssize_t size =
        ::pread(file_.get(), part.data() + length, most - length, offset + static_cast<std::int64_t>(length));
    if (size < 0 && errno == EINTR) continue;
    if (size < 0)
      throw Error(ErrorCode::System, text("a file cannot be read: ", ::strerrordesc_np(errno)),
                  "look at the disk that it is on");
    if (size == 0) break;
    length += static_cast<std::size_t>(size);
  }
  part.resize(length);
  return part;
}

std::string read_all(const ByteSource& source, std::size_t most) {
  std::string all;
  while (all.size() < most) {
    const std::string piece =
        source.read(static_cast<std::int64_t>(all.size()), std::min(most - all.size(), kPieceOfBytes));
    if (piece.empty()) break;
    all += piece;
  }
  return all;
}

}  // namespace hone::storage
