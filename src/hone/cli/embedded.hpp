// SPDX-License-Identifier: MIT
#pragma once

#include <span>
#include <string_view>

namespace hone::cli {

/// A file of the source tree that travels inside the program (cmake/HoneEmbed.cmake).
struct EmbeddedFile {
  std::string_view path;  ///< below the folder that was embedded: "xgboost/study.yaml"
  std::string_view content;
};

/// The files of share/templates.
std::span<const EmbeddedFile> embedded_templates();

}  // namespace hone::cli
