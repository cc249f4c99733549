// SPDX-License-Identifier: MIT
#include "hone/core/options.hpp"

#include <algorithm>

#include "hone/base/error.hpp"
#include "hone/base/text.hpp"

namespace hone {
namespace {

OptionSpec integer_spec(const std::string& name, std::int64_t low, std::int64_t high,
                        const std::string& summary) {
  return {.name = name,
          .kind = OptionKind::Integer,
          .low = static_cast<double>(low),
          .high = static_cast<double>(high),
          .summary = summary};
}

// A whole number may be written 1e3.
std::int64_t whole_number(const Value& value) {
  const auto* whole = std::get_if<std::int64_t>(&value);
  return whole != nullptr ? *whole : static_cast<std::int64_t>(*as_number(value));
}

OptionSpecs declared_by(const std::function<void(OptionReader&)>& declare, const Options& given) {
  OptionReader option("", given);
  declare(option);
  return option.declared();
}

void add_variant(OptionSpecs& specs, const std::string& variant, const OptionSpecs& under_it) {
  for (OptionSpec& spec : specs) {
    const auto same = [&](const OptionSpec& other) { return other.name == spec.name; };
    const auto other = std::find_if(under_it.begin(), under_it.end(), same);
    if (spec.presets || other == under_it.end() || other->fallback == spec.fallback) continue;
    spec.variants.emplace_back(variant, other->fallback);
  }
}

}  // namespace

OptionReader::OptionReader(std::string owner, const Options& given)
    : owner_(std::move(owner)), given_(given) {}

const std::vector<Value>* OptionReader::given(const OptionSpec& spec) {
  names_.push_back(spec.name);
  const auto found = given_.find(spec.name);
  if (found == given_.end()) return nullptr;
  check_option(spec, found->second, owner_);
  return &found->second;
}

const std::vector<Value>* OptionReader::declare(OptionSpec spec) {
  declared_.push_back(std::move(spec));
  return given(declared_.back());
}

OptionSpec& OptionReader::read_integer(const std::string& name, std::int64_t& value, std::int64_t low,
                                       std::int64_t high, const std::string& summary) {
  OptionSpec spec = integer_spec(name, low, high, summary);
  spec.fallback.values = {value};
  if (const auto* values = declare(std::move(spec))) value = whole_number(values->front());
  return declared_.back();
}

OptionSpec& OptionReader::real(const std::string& name, double& value, double low, double high,
                               const std::string& summary) {
  const auto* values = declare({.name = name,
                                .kind = OptionKind::Real,
                                .low = low,
                                .high = high,
                                .fallback = {{value}},
                                .summary = summary});
  if (values != nullptr) value = *as_number(values->front());
  return declared_.back();
}

OptionSpec& OptionReader::flag(const std::string& name, bool& value, const std::string& summary) {
  const auto* values =
      declare({.name = name, .kind = OptionKind::Flag, .fallback = {{value}}, .summary = summary});
  if (values != nullptr) value = std::get<bool>(values->front());
  return declared_.back();
}

OptionSpec& OptionReader::word(const std::string& name, std::string& value,
                               const std::vector<std::string>& known, const std::string& summary) {
  const auto* values = declare(
      {.name = name, .kind = OptionKind::Word, .words = known, .fallback = {{value}}, .summary = summary});
  if (values != nullptr) value = to_text(values->front());
  return declared_.back();
}

OptionSpec& OptionReader::name(const std::string& name, std::string& value, const std::string& fallback,
                               const std::string& summary) {
  const auto* values =
      declare({.name = name, .kind = OptionKind::Name, .fallback = {{}, fallback}, .summary = summary});
  if (values != nullptr) value = to_text(values->front());
  return declared_.back();
}

OptionSpec& OptionReader::switches(const std::string& name, const NamedValues<bool*>& known,
                                   const std::string& summary) {
  OptionSpec spec{.name = name, .kind = OptionKind::Words, .summary = summary};
  for (const auto& [word, on] : known) {
    spec.words.push_back(word);
    if (*on) spec.fallback.values.emplace_back(word);
  }
  if (const auto* values = declare(std::move(spec))) {
    for (const auto& [word, on] : known) {
      *on = std::any_of(values->begin(), values->end(),
                        [&word = word](const Value& value) { return to_text(value) == word; });
    }
  }
  return declared_.back();
}

OptionSpec& OptionReader::integers(const std::string& name, const std::string& placeholder,
                                   std::map<std::string, std::int64_t>& values, std::int64_t low,
                                   std::int64_t high, const std::string& summary) {
  for (auto& [key, value] : values) {
    if (const auto* one = given(integer_spec(text(name, ".", key), low, high, summary)))
      value = whole_number(one->front());
  }
  declared_.push_back(integer_spec(text(name, ".", placeholder), low, high, summary));
  return declared_.back();
}

void OptionReader::finish() const {
  for (const auto& [name, values] : given_) {
    if (std::find(names_.begin(), names_.end(), name) != names_.end()) continue;
    const std::string unknown = text("option '", name, "' of ", owner_, " does not exist");
    if (names_.empty())
      throw Error(ErrorCode::InvalidOption, unknown, owner_ + " takes no options; remove it");
    throw Error(ErrorCode::InvalidOption, unknown + did_you_mean(name, names_), "use " + join(names_, ", "));
  }
}

OptionSpecs describe_options(const std::function<void(OptionReader&)>& declare) {
  OptionSpecs specs = declared_by(declare, {});
  const auto presets =
      std::find_if(specs.begin(), specs.end(), [](const OptionSpec& spec) { return spec.presets; });
  if (presets == specs.end()) return specs;
  for (const std::string& variant : presets->words) {
    add_variant(specs, variant, declared_by(declare, {{presets->name, {variant}}}));
  }
  return specs;
}

}  // namespace hone
