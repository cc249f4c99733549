// SPDX-License-Identifier: MIT
#include "hone/base/regular_expression.hpp"

#include <re2/re2.h>

#include "hone/base/error.hpp"
#include "hone/base/text.hpp"

namespace hone {
namespace {

// Bytes, not characters: what a program prints need not be UTF-8.
RE2::Options byte_options() {
  RE2::Options options(RE2::Latin1);
  options.set_log_errors(false);
  return options;
}

bool is_backreference(std::string_view part) {
  return part.size() == 2 && part[0] == '\\' && part[1] >= '1' && part[1] <= '9';
}

// RE2 says "bad repetition operator: **" and the like; what people bring from other engines gets better
// words.
std::string problem_with(const RE2& compiled) {
  const std::string& part = compiled.error_arg();
  if (is_backreference(part)) {
    return "a backreference (" + part + ") is not supported, as it cannot be matched in linear time";
  }
  if (part.starts_with("(?=") || part.starts_with("(?!") || part.starts_with("(?<")) {
    return "looking ahead or behind (" + part + ") is not supported, as it cannot be matched in linear time";
  }
  return compiled.error();
}

}  // namespace

struct RegularExpression::Compiled {
  explicit Compiled(const std::string& pattern) : expression(pattern, byte_options()) {}
  RE2 expression;
};

RegularExpression::RegularExpression(const std::string& pattern)
    : compiled_(std::make_unique<Compiled>(pattern)) {
  if (compiled_->expression.ok()) return;
  throw Error(ErrorCode::InvalidOption,
              text("'", pattern, "' is not a regular expression: ", problem_with(compiled_->expression)),
              "write one such as 'loss: ([0-9.eE+-]+)'; the syntax is that of RE2");
}

RegularExpression::~RegularExpression() = default;
RegularExpression::RegularExpression(RegularExpression&&) noexcept = default;
RegularExpression& RegularExpression::operator=(RegularExpression&&) noexcept = default;

int RegularExpression::groups() const { return compiled_->expression.NumberOfCapturingGroups(); }

std::optional<std::vector<std::string>> RegularExpression::last_match(std::string_view given) const {
  const RE2& expression = compiled_->expression;
  const re2::StringPiece line(given.data(), given.size());
  // Where the matches are is found without their groups, which is faster; only the last one needs them.
  std::optional<std::size_t> last;
  for (std::size_t at = 0; at <= given.size();) {
    re2::StringPiece match;
    if (!expression.Match(line, at, line.size(), RE2::UNANCHORED, &match, 1)) break;
    last = static_cast<std::size_t>(match.data() - line.data());
    at = *last + std::max<std::size_t>(match.size(), 1);
  }
  if (!last) return std::nullopt;
  std::vector<re2::StringPiece> found(static_cast<std::size_t>(expression.NumberOfCapturingGroups()) + 1);
  expression.Match(line, *last, line.size(), RE2::ANCHOR_START, found.data(), static_cast<int>(found.size()));
  std::vector<std::string> texts;
  for (const re2::StringPiece& part : found) {
    texts.push_back(part.data() == nullptr ? std::string() : std::string(part.data(), part.size()));
  }
  return texts;
}

}  // namespace hone
