// SPDX-License-Identifier: MIT
#include "hone/meta/model_file.hpp"

#include "hone/base/error.hpp"
#include "hone/base/sha256.hpp"
#include "hone/base/text.hpp"

namespace hone::meta {
namespace {

constexpr std::string_view kSealLine = "hone model-file sha256 ";

}  // namespace

std::string to_model_file(std::string_view bytes) {
  std::string content = text(kSealLine, sha256(bytes), "\n");
  content += bytes;
  return content;
}

std::string from_model_file(std::string_view content) {
  if (!content.starts_with(kSealLine)) return std::string(content);
  const std::size_t end = content.find('\n');
  const std::string_view hash = content.substr(0, end).substr(kSealLine.size());
  const std::string_view bytes = end == std::string_view::npos ? "" : content.substr(end + 1);
  if (sha256(bytes) != hash)
    throw Error(ErrorCode::InvalidFile,
                "the file is damaged: its content does not have the checksum it begins with",
                "export the model again");
  return std::string(bytes);
}

}  // namespace hone::meta
