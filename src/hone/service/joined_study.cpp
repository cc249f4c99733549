// SPDX-License-Identifier: MIT
#include "hone/service/joined_study.hpp"

#include <algorithm>
#include <array>
#include <string_view>

#include "hone/base/error.hpp"
#include "hone/base/text.hpp"
#include "hone/codec/field.hpp"
#include "hone/codec/prior_schema.hpp"
#include "hone/codec/request.hpp"
#include "hone/codec/study_schema.hpp"
#include "hone/codec/yaml_reader.hpp"

namespace hone::service {
namespace {

/// What every request says for itself, and what is settled once the space is known (keep_lessons()).
constexpr std::array<std::string_view, 7> kOwn = {"name",    "parameters",  "enqueue", "sources",
                                                  "removed", "prune_space", "priors"};
/// Fields of which a definition has one.
const std::array<std::vector<std::string>, 2> kAlternatives = {
    {{"objective", "objectives"}, {"result", "regex", "json"}}};

bool says(const codec::Node& fields, const std::string& field) {
  for (const std::vector<std::string>& words : kAlternatives) {
    if (std::find(words.begin(), words.end(), field) == words.end()) continue;
    return std::any_of(words.begin(), words.end(),
                       [&](const std::string& word) { return fields.find(word) != nullptr; });
  }
  return fields.find(field) != nullptr;
}

/// A budget's fields are kept one by one.
void keep_budget(codec::Node& whole, const codec::Node& stored) {
  for (codec::Node::Member& member : std::get<codec::Node::Map>(whole.content)) {
    if (member.key != "budget" || member.value.map() == nullptr) continue;
    for (const codec::Node::Member& kept : *stored.map())
      if (member.value.find(kept.key) == nullptr) codec::put(member.value, kept.key, kept.value);
  }
}

std::string shown(const std::vector<Source>& sources) {
  std::vector<std::string> names;
  for (const Source& source : sources) names.push_back(text("'", to_text(source), "'"));
  return names.empty() ? "none" : join(names, ", ");
}

std::string shown(const std::optional<Choice>& method) {
  return method ? text("'", method->name, "'") : "none";
}

/// The fields themselves, also where they are the text of a study file.
codec::Node written_out(const codec::Node& fields) {
  const codec::Node* file = fields.map()->size() == 1 ? fields.find("text") : nullptr;
  if (file == nullptr) return fields;
  return codec::read_yaml(codec::Field(*file, codec::request_origin()).text(), "text");
}

void tell_change(const Study& study, const std::string& field, const std::string& before,
                 const std::string& now, std::vector<std::string>& remarks) {
  remarks.push_back(
      text("the study '", study.name, "' had ", field, " ", before, ", and has ",
           now == before ? text(now, field == "sources" ? " with other rows" : " with other options") : now,
           " from now on; leave ", field, " out to keep what a study has"));
}

}  // namespace

std::optional<Study> gone_on_with(Operations& operations, const std::string& name, Store::Existing existing) {
  if (existing != Store::Existing::Resume) return std::nullopt;
  try {
    if (!operations.has(name)) return std::nullopt;
    return operations.stored(name).version.study;
  } catch (const Error& error) {
    if (error.code() == ErrorCode::NotFound) return std::nullopt;  // the store is not there yet
    throw;
  }
}

codec::Node joined(const codec::Node& fields, const Study& stored) {
  codec::Node whole = written_out(fields);
  const codec::Node before = codec::study_node(stored);
  for (const codec::Node::Member& member : *before.map()) {
    if (std::find(kOwn.begin(), kOwn.end(), member.key) != kOwn.end()) continue;
    if (!says(whole, member.key))
      codec::put(whole, member.key, member.value);
    else if (member.key == "budget")
      keep_budget(whole, member.value);
  }
  if (whole.find("priors") == nullptr) codec::keep_priors(whole, stored.priors);
  return whole;
}

void keep_lessons(Study& study, const codec::Node& fields, const Study& stored) {
  const codec::Node said = written_out(fields);
  if (!says(said, "sources")) study.sources = stored.sources;
  if (!says(said, "prune_space")) study.prune_space = stored.prune_space;
  if (!says(said, "removed") && study.space == stored.space) study.removed = stored.removed;
}

std::vector<std::string> changed_methods(const Study& stored, const Study& given) {
  std::vector<std::string> remarks;
  if (!(stored.sampler == given.sampler))
    tell_change(stored, "sampler", shown(stored.sampler), shown(given.sampler), remarks);
  if (!(stored.pruner == given.pruner))
    tell_change(stored, "pruner", shown(stored.pruner), shown(given.pruner), remarks);
  if (!(stored.sources == given.sources))
    tell_change(stored, "sources", shown(stored.sources), shown(given.sources), remarks);
  if (stored.seed != given.seed)
    tell_change(stored, "seed", std::to_string(stored.seed), std::to_string(given.seed), remarks);
  return remarks;
}

}  // namespace hone::service
