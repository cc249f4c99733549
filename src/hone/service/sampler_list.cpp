// SPDX-License-Identifier: MIT
#include "hone/service/sampler_list.hpp"

#include "hone/catalog/samplers.hpp"

namespace hone::service {
namespace {

codec::Json described(const catalog::SamplerInfo& info) {
  codec::Json options = codec::Json::array();
  for (const samplers::OptionInfo& option : info.options) {
    options.push_back({{"name", option.name},
                       {"values", option.values},
                       {"default", option.fallback},
                       {"summary", option.summary}});
  }
  return {{"name", info.name}, {"summary", info.summary}, {"options", options}};
}

}  // namespace

codec::Json sampler_list() {
  codec::Json list = codec::Json::array();
  for (const catalog::SamplerInfo& info : catalog::samplers()) list.push_back(described(info));
  return list;
}

}  // namespace hone::service
