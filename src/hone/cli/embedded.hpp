// SPDX-License-Identifier: MIT
#pragma once

#include <span>

#include "hone/base/embedded_file.hpp"

namespace hone::cli {

/// The files of share/templates.
std::span<const EmbeddedFile> embedded_templates();

}  // namespace hone::cli
