// SPDX-License-Identifier: MIT
#include "hone/core/option_spec.hpp"

#include <algorithm>
#include <cmath>

#include "hone/base/error.hpp"
#include "hone/base/text.hpp"

namespace hone {
namespace {

// Integers up to 2^53 as people write them, not as 1e+06.
std::string bound_text(double bound) {
  return std::floor(bound) == bound && std::abs(bound) < 9e15 ? text(static_cast<std::int64_t>(bound))
                                                              : text(bound);
}

// Where an end is open, the other says it all.
std::string range_text(const OptionSpec& spec) {
  if (std::isfinite(spec.high)) return bound_text(spec.low) + " to " + bound_text(spec.high);
  return std::isfinite(spec.low) ? "at least " + bound_text(spec.low) : "any number";
}

std::string range_remedy(const OptionSpec& spec, const char* kind) {
  if (std::isfinite(spec.high)) return text("give ", kind, " from ", range_text(spec));
  return std::isfinite(spec.low) ? text("give ", kind, " of ", range_text(spec)) : text("give ", kind);
}

std::string value_text(const OptionDefault& fallback, OptionKind kind) {
  if (!fallback.words.empty()) return fallback.words;
  std::vector<std::string> words;
  for (const Value& value : fallback.values) words.push_back(to_text(value));
  const std::string joined = join(words, ", ");
  return kind == OptionKind::Words ? "[" + joined + "]" : joined;
}

std::string remedy_for(const OptionSpec& spec) {
  switch (spec.kind) {
    case OptionKind::Integer:
      return range_remedy(spec, "an integer");
    case OptionKind::Real:
      return range_remedy(spec, "a number");
    case OptionKind::Flag:
      return "give true or false";
    case OptionKind::Word:
      return "give one of " + join(spec.words, ", ");
    case OptionKind::Name:
      return "give a name";
    case OptionKind::Words:
      break;
  }
  return "list some of " + join(spec.words, ", ");
}

bool fits(const OptionSpec& spec, const Value& value) {
  if (spec.kind == OptionKind::Name) return !to_text(value).empty();
  if (spec.kind == OptionKind::Flag) return std::holds_alternative<bool>(value);
  if (spec.kind == OptionKind::Word || spec.kind == OptionKind::Words) {
    return std::find(spec.words.begin(), spec.words.end(), to_text(value)) != spec.words.end();
  }
  const auto number = as_number(value);
  const bool whole = spec.kind != OptionKind::Integer || (number && std::floor(*number) == *number);
  return number && whole && *number >= spec.low && *number <= spec.high;
}

}  // namespace

OptionSpec& OptionSpec::in(std::string of_unit) {
  unit = std::move(of_unit);
  return *this;
}

OptionSpec& OptionSpec::usually(std::string in_words) {
  fallback.words = std::move(in_words);
  return *this;
}

std::string to_text(OptionKind kind) {
  switch (kind) {
    case OptionKind::Integer:
      return "integer";
    case OptionKind::Real:
      return "number";
    case OptionKind::Flag:
      return "flag";
    case OptionKind::Word:
      return "word";
    case OptionKind::Name:
      return "name";
    case OptionKind::Words:
      break;
  }
  return "words";
}

std::string values_text(const OptionSpec& spec) {
  if (spec.kind == OptionKind::Flag) return "true, false";
  if (spec.kind == OptionKind::Name) return "a name";
  if (spec.kind == OptionKind::Word) return join(spec.words, ", ");
  if (spec.kind == OptionKind::Words) return "some of " + join(spec.words, ", ");
  return spec.unit.empty() ? range_text(spec) : range_text(spec) + " " + spec.unit;
}

std::string default_text(const OptionSpec& spec) {
  std::string told = value_text(spec.fallback, spec.kind);
  const char* before = "; ";
  for (const auto& [variant, fallback] : spec.variants) {
    told += std::exchange(before, ", ") + variant + ": " + value_text(fallback, spec.kind);
  }
  return told;
}

void check_option(const OptionSpec& spec, const OptionValues& given, const std::string& owner) {
  const auto refuse = [&](const std::string& problem, const std::string& remedy) {
    throw Error(ErrorCode::InvalidOption, text("option '", spec.name, "' of ", owner, " ", problem), remedy);
  };
  const bool list = spec.kind == OptionKind::Words;
  if (list && given.empty()) refuse("is an empty list", remedy_for(spec));
  if (!list && (given.is_list || given.size() != 1)) refuse("is a list", "give one value");
  for (const Value& value : given) {
    if (fits(spec, value)) continue;
    refuse((list ? "holds " : "is ") + to_text(value),
           remedy_for(spec) + did_you_mean(to_text(value), spec.words));
  }
}

}  // namespace hone
