// SPDX-License-Identifier: MIT
#include "hone/codec/artefact.hpp"

#include <utility>

#include "hone/base/error.hpp"
#include "hone/codec/field.hpp"
#include "hone/codec/files.hpp"
#include "hone/codec/iso_time.hpp"
#include "hone/codec/json_reader.hpp"

namespace hone::codec {

Json to_json(const ArtefactInfo& info) {
  Json sources = Json::array();
  for (const ArtefactSource& source : info.sources) {
    sources.push_back(
        {{"study", to_utf8(source.study)}, {"trials", source.trials}, {"revision", source.revision}});
  }
  return {{"kind", to_utf8(info.kind)},
          {"name", to_utf8(info.name)},
          {"hash", info.hash},
          {"size", info.size},
          {"created", iso_time(info.created)},
          {"maker", to_utf8(info.maker)},
          {"settings", to_utf8(info.settings)},
          {"sources", std::move(sources)}};
}

std::string sources_to_text(std::span<const ArtefactSource> sources) {
  Node::List list;
  for (const ArtefactSource& source : sources) {
    Node node;
    put(node, "study", leaf(source.study));
    put(node, "trials", leaf(source.trials));
    put(node, "revision", leaf(source.revision));
    list.push_back(std::move(node));
  }
  return json_text(Node{std::move(list)});
}

std::vector<ArtefactSource> sources_from_text(std::string_view text) {
  try {
    const Origin origin{.name = "stored artefact", .folder = std::nullopt, .trusted = true};
    const Node tree = read_json(text, origin.name);
    std::vector<ArtefactSource> sources;
    for (const Field& item : Field(tree, origin).items("a list of sources")) {
      sources.push_back({.study = item.at("study").text(),
                         .trials = item.at("trials").integer(),
                         .revision = item.at("revision").integer()});
    }
    return sources;
  } catch (const Error& error) {
    throw Error(ErrorCode::StorageCorrupt,
                std::string("the sources of an artefact cannot be read: ") + error.what(),
                "check the store with `hone db check` and go back to a backup");
  }
}

}  // namespace hone::codec
