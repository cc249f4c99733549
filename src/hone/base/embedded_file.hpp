// SPDX-License-Identifier: MIT
#pragma once

#include <string_view>

namespace hone {

/// A file of the source tree that travels inside the program (cmake/HoneEmbed.cmake).
struct EmbeddedFile {
  std::string_view path;  ///< below the folder that was embedded: "xgboost/study.yaml"
  std::string_view content;
};

}  // namespace hone
