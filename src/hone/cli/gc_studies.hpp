// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>

#include "hone/cli/context.hpp"

namespace hone::cli {

/// `hone gc --studies`: what becomes of studies that nobody has worked on for a while.
struct GcStudiesOptions {
  std::optional<std::string> study;
  std::optional<std::string> store;
  std::string archive;
  double age = 0.0;  ///< seconds
  bool yes = false;
  bool json = false;
};

int run_gc_studies(const GcStudiesOptions& options, Context& context);

}  // namespace hone::cli
