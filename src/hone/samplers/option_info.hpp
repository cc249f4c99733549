// SPDX-License-Identifier: MIT
#pragma once

#include <initializer_list>
#include <string>

#include "hone/base/text.hpp"
#include "hone/core/option_spec.hpp"

namespace hone::samplers {

/// An option of a sampler that tells its options apart from reading them.
struct OptionInfo {
  std::string name;
  std::string values;    ///< what may be given
  std::string fallback;  ///< what it is when nothing is given
  std::string summary;
};

inline OptionSpec spec_of(const OptionInfo& info) {
  OptionSpec spec{.name = info.name, .fallback = {.words = info.fallback}, .summary = info.summary};
  if (info.values == "true, false") return spec;
  const std::size_t to = info.values.find(" to ");
  if (to != std::string::npos) {
    spec.kind = info.fallback.starts_with("0.") ? OptionKind::Real : OptionKind::Integer;
    spec.low = parse_number(info.values.substr(0, to)).value();
    spec.high = parse_number(info.values.substr(to + 4)).value();
    return spec;
  }
  spec.kind = OptionKind::Word;
  for (const std::string& word : split(info.values, ',')) spec.words.emplace_back(trim(word));
  return spec;
}

struct OptionInfos : OptionSpecs {
  OptionInfos(std::initializer_list<OptionInfo> infos) {
    for (const OptionInfo& info : infos) push_back(spec_of(info));
  }
};

}  // namespace hone::samplers
