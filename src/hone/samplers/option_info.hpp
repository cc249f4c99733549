// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

namespace hone::samplers {

/// An option of a sampler as people are told of it. The catalog's test holds the names to what is read.
struct OptionInfo {
  std::string name;
  std::string values;    ///< what may be given
  std::string fallback;  ///< what it is when nothing is given
  std::string summary;
};

using OptionInfos = std::vector<OptionInfo>;

}  // namespace hone::samplers
