// SPDX-License-Identifier: MIT
#include "hone/service/token_form.hpp"

#include <limits>

#include "hone/base/error.hpp"
#include "hone/base/text.hpp"
#include "hone/codec/field.hpp"
#include "hone/codec/iso_time.hpp"
#include "hone/codec/shape.hpp"

namespace hone::service {
namespace {

constexpr double kDay = 86400.0;
constexpr double kLongest = 36525.0 * kDay;
constexpr std::size_t kLongestLabel = 200;
constexpr std::size_t kLongestPattern = 1000;

double at_most_longest(double seconds, const std::string& word) {
  if (seconds <= kLongest) return seconds;
  throw Error(ErrorCode::InvalidArgument, "'" + word + "' is more than a hundred years", "write 'never'");
}

const std::vector<std::string>& role_words() {
  static const std::vector<std::string> words = {"read", "work", "admin"};
  return words;
}

codec::Node role_shape() { return codec::shape::words(role_words()); }

struct LimitsForm {
  TokenLimits limits = {};
  void declare(codec::MapForm& map) {
    for (const TokenLimitField& field : kTokenLimitFields)
      map.integer(field.name, limits.*field.member, 0, std::numeric_limits<std::int64_t>::max(),
                  field.summary);
  }
};

}  // namespace

std::optional<double> token_lifetime(const std::string& word) {
  if (word == "never") return std::nullopt;
  if (word.ends_with('d')) {
    if (const auto days = parse_integer(word.substr(0, word.size() - 1)); days && *days > 0)
      return at_most_longest(static_cast<double>(*days) * kDay, word);
  }
  if (const auto seconds = codec::parse_duration(word); seconds && *seconds > 0)
    return at_most_longest(*seconds, word);
  throw Error(ErrorCode::InvalidArgument, "'" + word + "' is not a time", "write 90d, 12h or never");
}

void TokenForm::declare(codec::MapForm& map) {
  map.needed("role", role_shape, "what its bearer may do",
             [this](const codec::Field& field) { role = static_cast<Role>(field.choice(role_words()) + 1); });
  map.text("studies", studies, kLongestPattern, "a pattern of names of studies; left out: all");
  map.text("label", label, kLongestLabel, "who or what it is for");
  map.text("expires", expires, 40, "90d, 12h or never; left out: 90d");
  map.field("limits", codec::shape_of<LimitsForm>, "how much its bearer may have",
            [this](const codec::Field& field) { limits = codec::read_map<LimitsForm>(field).limits; });
}

TokenInfo TokenForm::token(Timestamp now) const {
  if (studies.empty())
    throw Error(ErrorCode::InvalidArgument, "the pattern of studies is empty",
                "write one such as 'svm-*', or leave it out");
  TokenInfo info{.label = label, .role = role, .studies = studies, .limits = limits};
  if (const auto seconds = token_lifetime(expires))
    info.expires = now + static_cast<Timestamp>(*seconds * 1000.0);
  return info;
}

std::string made_text(const TokenInfo& token) {
  return text("token ", token.id, ", ", to_text(token.role), " of ", token.studies);
}

codec::Json token_json(const TokenInfo& token) {
  return {
      {"id", token.id},
      {"label", token.label},
      {"role", to_text(token.role)},
      {"studies", token.studies},
      {"created", codec::iso_time(token.created)},
      {"expires", token.expires == 0 ? codec::Json(nullptr) : codec::Json(codec::iso_time(token.expires))},
      {"limits", limits_json(token.limits)}};
}

}  // namespace hone::service
