// SPDX-License-Identifier: MIT
#include "hone/cli/output_file.hpp"

#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>

#include "hone/base/error.hpp"
#include "hone/base/text.hpp"

namespace hone::cli {
namespace {

namespace fs = std::filesystem;

// Empty when it went well.
std::string write_to(const std::string& path, std::string_view content) {
  errno = 0;
  std::ofstream out(path, std::ios::binary | std::ios::trunc);
  out << content;
  out.close();
  if (out) return "";
  return errno == 0 ? "unknown reason" : std::strerror(errno);
}

}  // namespace

void write_file(const std::string& path, std::string_view content) {
  std::error_code ignored;
  const fs::file_status status = fs::symlink_status(path, ignored);
  // A pipe, a device or a link must stay what it is.
  const bool in_place = fs::exists(status) && !fs::is_regular_file(status);
  const std::string written = in_place ? path : text(path, ".", ::getpid(), ".tmp");
  std::string problem = write_to(written, content);
  if (problem.empty() && !in_place) {
    if (fs::exists(status)) fs::permissions(written, status.permissions(), ignored);
    std::error_code error;
    fs::rename(written, path, error);
    if (error) problem = error.message();
  }
  if (problem.empty()) return;
  if (!in_place) fs::remove(written, ignored);
  throw Error(ErrorCode::System, text("cannot write ", path, ": ", problem),
              "check the folder, its permissions and the room on the disk");
}

}  // namespace hone::cli
