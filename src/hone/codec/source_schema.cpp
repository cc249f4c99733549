// SPDX-License-Identifier: MIT
#include "hone/codec/source_schema.hpp"

#include <cmath>
#include <utility>

#include "hone/base/text.hpp"
#include "hone/codec/files.hpp"
#include "hone/codec/name_schema.hpp"
#include "hone/codec/space_schema.hpp"

namespace hone::codec {
namespace {

/// True for the trials of an export that bring nothing: they failed or never ended.
bool is_unfinished(const Field& row) {
  const auto state = row.find("state");
  return state && to_text(state->value()) != "complete";
}

double read_source_value(const Field& field) {
  const double value = field.number();
  if (!std::isfinite(value) && !field.origin().trusted)
    field.refuse(text("the value is ", value), "leave out trials without a finite result");
  return value;
}

Node source_value_shape() { return shape::with({}, "type", shape::texts({"number", "null", "string"})); }

/// A row of an export; only two of its fields are used.
struct SourceRowForm {
  Source::Row row = {};

  void declare(MapForm& map) {
    map.needed("params", shape::row, "the values of the parameters",
               [&](const Field& field) { row.params = read_row(field); });
    map.needed("value", source_value_shape, "the result; null when the trial has none",
               [&](const Field& field) { row.value = read_source_value(field); });
    map.mention("state", shape::text, "only complete trials are used");
    for (const char* name : {"number", "created", "started", "finished", "attributes", "notes", "reports",
                             "error", "attempt", "worker"}) {
      map.mention(name, shape::anything, "of an export; not used");
    }
  }
};

std::vector<Source::Row> read_source_rows(const Field& trials) {
  std::vector<Source::Row> rows;
  for (const Field& row : trials.items("a list of trials, or the path of a json file")) {
    if (!is_unfinished(row)) rows.push_back(read_map<SourceRowForm>(row).row);
  }
  return rows;
}

std::vector<Source::Row> read_source_trials(const Field& trials) {
  if (trials.node().scalar() == nullptr) return read_source_rows(trials);
  Origin origin;
  const Node tree = read_json_file(trials, origin);
  return trials.inside([&] { return read_source_rows(Field(tree, origin)); });
}

Node source_trials_shape() { return shape::either({shape::text(), shape::list(shape_of<SourceRowForm>())}); }

struct SourceForm {
  Source source = {};

  void declare(MapForm& map) {
    map.needed("name", name_shape, "how it is called in messages",
               [&](const Field& field) { source.name = read_name(field); });
    map.needed("trials", source_trials_shape, "rows of an export, or the path of a json file with them",
               [&](const Field& field) { source.rows = read_source_trials(field); });
  }
};

Node source_node(const Source& source) {
  Node::List rows;
  for (const Source::Row& row : source.rows) {
    Node params;
    params.content = Node::Map();
    for (const auto& [name, value] : row.params) put(params, name, leaf(value));
    Node node;
    put(node, "params", std::move(params));
    put(node, "value", leaf(row.value));
    rows.push_back(std::move(node));
  }
  Node node;
  put(node, "name", leaf(source.name));
  put(node, "trials", Node{std::move(rows)});
  return node;
}

}  // namespace

std::vector<Source> read_sources(const Field& field) {
  if (field.node().scalar() != nullptr) {
    Origin origin;
    const Node tree = read_json_file(field, origin);
    return field.inside([&] { return read_sources(Field(tree, origin)); });
  }
  std::vector<Source> sources;
  for (const Field& item : field.items("a list of sources, or the path of a json file"))
    sources.push_back(read_map<SourceForm>(item).source);
  return sources;
}

Node sources_shape() { return shape::either({shape::text(), shape::list(shape_of<SourceForm>())}); }

Node sources_node(std::span<const Source> sources) {
  Node::List list;
  for (const Source& source : sources) list.push_back(source_node(source));
  return {std::move(list)};
}

}  // namespace hone::codec
