// SPDX-License-Identifier: MIT
#include <limits>

#include "hone/base/error.hpp"
#include "hone/base/text.hpp"
#include "hone/codec/json_reader.hpp"
#include "hone/codec/record.hpp"
#include "hone/codec/study_schema.hpp"

namespace hone::codec {
namespace {

constexpr std::int64_t kFormat = 1;

/// Takes the format out of the tree and checks it.
void take_format(Node& root) {
  const Node* format = root.find("format");
  const Value* version = format != nullptr ? format->scalar() : nullptr;
  if (version == nullptr || !std::holds_alternative<std::int64_t>(*version)) {
    throw Error(ErrorCode::StorageCorrupt, "there is no format number", "go back to a backup");
  }
  if (std::get<std::int64_t>(*version) != kFormat) {
    throw Error(ErrorCode::StorageCorrupt,
                text("this has format ", to_text(*version), ", and this hone reads format ", kFormat),
                "use the version of hone that wrote it, or a newer one");
  }
  std::erase_if(std::get<Node::Map>(root.content),
                [](const Node::Member& member) { return member.key == "format"; });
}

}  // namespace

std::string study_to_text(const Study& study) {
  Node root;
  put(root, "format", leaf(kFormat));
  Node body = study_node(study);
  for (Node::Member& member : std::get<Node::Map>(body.content)) {
    std::get<Node::Map>(root.content).push_back(std::move(member));
  }
  return json_text(root);
}

Study study_from_text(std::string_view text) {
  constexpr TreeLimits kLimits = {.depth = 64, .nodes = std::numeric_limits<std::size_t>::max()};
  const Origin origin{.name = "stored study", .folder = std::nullopt, .trusted = true};
  try {
    Node root = read_json(text, origin.name, kLimits);
    unwrap_numbers(root);
    take_format(root);
    return read_study(Field(root, origin));
  } catch (const Error& error) {
    if (error.code() == ErrorCode::StorageCorrupt) throw error.within(origin.name);
    throw Error(ErrorCode::StorageCorrupt, hone::text("a stored study cannot be read: ", error.what()),
                "check the store with `hone db check` and go back to a backup");
  }
}

}  // namespace hone::codec
