// SPDX-License-Identifier: MIT
#include "hone/remote/routes.hpp"

#include "hone/base/percent.hpp"

namespace hone::remote {
namespace {

std::string encoded(const codec::Json& value) {
  return percent_encoded(value.is_string() ? value.get<std::string>() : value.dump());
}

}  // namespace

std::string target_of(std::string_view path, codec::Json& fields, bool in_query) {
  std::string target(path);
  for (std::size_t begin = target.find('{'); begin != std::string::npos; begin = target.find('{', begin)) {
    const std::size_t end = target.find('}', begin);
    const std::string name = target.substr(begin + 1, end - begin - 1);
    const std::string value = encoded(fields.at(name));
    target.replace(begin, end - begin + 1, value);
    begin += value.size();
    fields.erase(name);
  }
  if (!in_query) return target;
  char mark = '?';
  for (const auto& [name, value] : fields.items()) {
    target += mark + name + "=" + encoded(value);
    mark = '&';
  }
  return target;
}

}  // namespace hone::remote
