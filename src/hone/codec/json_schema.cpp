// SPDX-License-Identifier: MIT
#include "hone/codec/json_schema.hpp"

#include "hone/codec/method_shape.hpp"
#include "hone/codec/study_schema.hpp"

namespace hone::codec {

Node study_json_schema(std::span<const MethodInfo> samplers, std::span<const MethodInfo> pruners) {
  Node schema;
  put(schema, "$schema", leaf(std::string("https://json-schema.org/draft/2020-12/schema")));
  put(schema, "title", leaf(std::string("hone study file")));
  Node study = study_shape(method_shape(samplers), method_shape(pruners));
  for (Node::Member& member : std::get<Node::Map>(study.content))
    put(schema, std::move(member.key), std::move(member.value));
  return schema;
}

}  // namespace hone::codec
