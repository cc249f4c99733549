// SPDX-License-Identifier: MIT
#include "hone/codec/method_json.hpp"

#include <cmath>
#include <utility>

#include "hone/codec/shape.hpp"

namespace hone::codec {
namespace {

Json bound_json(double bound, OptionKind kind) {
  return kind == OptionKind::Integer ? Json(static_cast<std::int64_t>(bound)) : Json(bound);
}

Json variants_json(const OptionSpec& spec) {
  Json variants = Json::object();
  for (const auto& [variant, fallback] : spec.variants) {
    variants[variant] = fallback.words.empty() ? default_json(fallback, spec.kind) : Json(fallback.words);
  }
  return variants;
}

Json option_json(const OptionSpec& spec) {
  Json json = {{"name", spec.name}, {"kind", to_text(spec.kind)}};
  if (std::isfinite(spec.low)) json["low"] = bound_json(spec.low, spec.kind);
  if (std::isfinite(spec.high)) json["high"] = bound_json(spec.high, spec.kind);
  if (!spec.words.empty()) json["words"] = spec.words;
  json["values"] = values_text(spec);
  json["default"] = default_json(spec.fallback, spec.kind);
  if (!spec.fallback.words.empty()) json["default_words"] = spec.fallback.words;
  if (!spec.variants.empty()) json["variants"] = variants_json(spec);
  if (!spec.unit.empty()) json["unit"] = spec.unit;
  json["summary"] = spec.summary;
  return json;
}

}  // namespace

Json default_json(const OptionDefault& fallback, OptionKind kind) {
  if (!fallback.words.empty()) return nullptr;
  if (kind != OptionKind::Words) return to_json(fallback.values.at(0));
  Json list = Json::array();
  for (const Value& value : fallback.values) list.push_back(to_json(value));
  return list;
}

Node method_info_shape() {
  const Node option = shape::object({{"name", shape::text(), true},
                                     {"kind", shape::text(), true},
                                     {"low", shape::number()},
                                     {"high", shape::number()},
                                     {"words", shape::list(shape::text())},
                                     {"values", shape::text(), true},
                                     {"default", shape::anything(), true},
                                     {"default_words", shape::text()},
                                     {"variants", shape::map(shape::anything())},
                                     {"unit", shape::text()},
                                     {"summary", shape::text(), true}});
  return shape::object({{"name", shape::text(), true},
                        {"summary", shape::text(), true},
                        {"options", shape::list(option), true},
                        {"baseline", shape::flag()}});
}

Json to_json(const MethodInfo& method) {
  Json options = Json::array();
  for (const OptionSpec& spec : method.options) options.push_back(option_json(spec));
  Json json = {{"name", method.name}, {"summary", method.summary}, {"options", std::move(options)}};
  if (method.baseline) json["baseline"] = true;
  return json;
}

}  // namespace hone::codec
