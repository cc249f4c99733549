// SPDX-License-Identifier: MIT
#include "hone/codec/parameter_fields.hpp"

#include <algorithm>
#include <iterator>
#include <limits>
#include <map>
#include <utility>

#include "hone/codec/prior_schema.hpp"

namespace hone::codec {
namespace {

Node any_integer() { return shape::integer(std::numeric_limits<std::int64_t>::min()); }
Node any_number() { return shape::number(); }
Node all_scales() { return shape::words(scale_words()); }
Node integer_scales() { return shape::words({"linear", "log"}); }
Node integer_step() { return shape::integer(1); }

Node conditions_shape() {
  const Node conditions = shape::map(
      shape::either({shape::scalar(), shape::list(shape::anything(), 1), shape_of<BetweenForm>()}));
  return shape::either({conditions, shape::list(conditions)});
}

void declare_range(MapForm& map, bool whole) {
  const auto bound = whole ? any_integer : any_number;
  map.must_mention("low", bound, "the smallest value");
  map.must_mention("high", bound, "the largest value");
  map.mention("scale", whole ? integer_scales : all_scales, "on which distances are measured");
  map.mention("step", whole ? integer_step : shape::above_zero, "between neighbouring values, from low on");
}

void declare_own(MapForm& map, const std::string& type) {
  if (type == "float" || type == "int") declare_range(map, type == "int");
  if (type == "categorical")
    map.must_mention("choices", shape::choices,
                     "its values: texts, numbers, true and false, null, lists and maps");
  if (type == "ordinal") map.must_mention("choices", shape::choices, "its values, in their order");
  if (type == "constant") map.must_mention("value", shape::anything, "its only value");
}

void declare_common(MapForm& map) {
  map.mention("when", conditions_shape, "it exists only for these values of another parameter");
  map.mention("default", shape::anything,
              "what a new study tries first, and what trials from before this parameter existed are taken to "
              "have had");
  map.mention("prior", prior_shape, "where good values are thought to be, before anything was tried");
  map.mention("optional", shape::flag,
              "trials from before this parameter existed lack it, and count: what it was there is not known");
  map.mention("unit", shape::text, "shown to people");
  map.mention("description", shape::text, "shown to people");
}

// Logarithms exist above 0, and log odds between 0 and 1.
Node scale_rules() {
  Node above = shape::with({}, "low", shape::with({}, "exclusiveMinimum", leaf(std::int64_t{0})));
  Node inside = shape::with(above, "high", shape::with({}, "exclusiveMaximum", leaf(std::int64_t{1})));
  return {Node::List{shape::when_word("scale", "log", shape::with({}, "properties", std::move(above))),
                     shape::when_word("scale", "logit", shape::with({}, "properties", std::move(inside)))}};
}

Node long_form(const std::string& type) {
  MapForm map;
  declare_own(map, type);
  declare_common(map);
  std::vector<shape::Member> members = map.members();
  members.insert(members.begin(), {"type", shape::constant(type), true});
  const bool scaled = type == "float" || type == "int";
  return scaled ? shape::with(shape::object(members), "allOf", scale_rules()) : shape::object(members);
}

}  // namespace

const std::vector<std::string>& parameter_types() {
  static const std::vector<std::string> types = {"float",   "int",  "categorical",
                                                 "ordinal", "bool", "constant"};
  return types;
}

const std::vector<std::string>& scale_words() {
  static const std::vector<std::string> words = {"linear", "log", "logit"};
  return words;
}

const std::vector<std::string>& common_parameter_fields() {
  static const std::vector<std::string> names = [] {
    MapForm map;
    declare_common(map);
    std::vector<std::string> common = map.names();
    common.insert(common.begin(), "type");
    return common;
  }();
  return names;
}

const std::vector<std::string>& own_parameter_fields(const std::string& type) {
  static const auto by_type = [] {
    std::map<std::string, std::vector<std::string>> names;
    for (const std::string& each : parameter_types()) {
      MapForm map;
      declare_own(map, each);
      names[each] = map.names();
    }
    return names;
  }();
  return by_type.at(type);
}

const std::vector<std::string>& all_parameter_fields() {
  static const std::vector<std::string> names = [] {
    std::vector<std::string> all = {"type"};
    const auto add = [&all](const std::vector<std::string>& more) {
      std::copy_if(more.begin(), more.end(), std::back_inserter(all), [&all](const std::string& name) {
        return std::find(all.begin(), all.end(), name) == all.end();
      });
    };
    for (const std::string& type : parameter_types()) add(own_parameter_fields(type));
    add(common_parameter_fields());
    return all;
  }();
  return names;
}

void BetweenForm::declare(MapForm& map) {
  map.field("min", any_number, "the smallest value that it holds for",
            [&](const Field& field) { between.low = field.number(); });
  map.field("max", any_number, "the largest", [&](const Field& field) { between.high = field.number(); });
}

Node parameter_shape() {
  std::vector<Node> shapes;
  for (const std::string& type : parameter_types()) shapes.push_back(long_form(type));
  shapes.push_back(shape::described("short for categorical", shape::choices()));
  shapes.push_back(shape::described("short for constant", shape::scalar()));
  return shape::either(std::move(shapes));
}

}  // namespace hone::codec
