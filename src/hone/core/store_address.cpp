// SPDX-License-Identifier: MIT
#include "hone/core/store_address.hpp"

#include <algorithm>
#include <array>

#include "hone/base/percent.hpp"

namespace hone {
namespace {

constexpr std::array<std::string_view, 4> kSecretWords = {"password", "passwd", "token", "secret"};

/// libpq takes pass%77ord= for password=.
bool is_secret(std::string_view keyword) {
  std::string word = percent_decoded(keyword).value_or(std::string(keyword));
  for (char& c : word) c = static_cast<char>(c >= 'A' && c <= 'Z' ? c | 32 : c);
  return std::any_of(kSecretWords.begin(), kSecretWords.end(),
                     [&](std::string_view secret) { return word.find(secret) != std::string::npos; });
}

/// "a=1&password=x" as "a=1&password=".
std::string without_secrets(std::string_view query) {
  std::string kept;
  while (true) {
    const std::string_view word = query.substr(0, query.find('&'));
    const std::size_t equals = word.find('=');
    const bool secret = equals != std::string_view::npos && is_secret(word.substr(0, equals));
    kept += secret ? word.substr(0, equals + 1) : word;
    if (word.size() == query.size()) return kept;
    kept += '&';
    query.remove_prefix(word.size() + 1);
  }
}

}  // namespace

std::string without_password(std::string_view address) {
  const std::size_t slashes = address.find("://");
  if (slashes == std::string_view::npos) return std::string(address);
  const std::size_t begin = slashes + 3;
  const std::size_t question = address.find('?');
  std::string shown(address.substr(0, question));
  // The last '@': whoever forgot to escape one in a password must not see the rest of it in a log.
  const std::size_t at = shown.rfind('@');
  const std::size_t colon = shown.find(':', begin);
  if (at != std::string::npos && at >= begin) {
    if (address.starts_with("http")) {
      shown.erase(begin, at + 1 - begin);  // a name alone may be a token
    } else if (colon < at) {
      shown.erase(colon, at - colon);
    }
  }
  if (question == std::string_view::npos) return shown;
  return shown + "?" + without_secrets(address.substr(question + 1));
}

}  // namespace hone
