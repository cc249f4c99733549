// SPDX-License-Identifier: MIT
#include "hone/codec/source_schema.hpp"

#include <cmath>
#include <filesystem>
#include <utility>

#include "hone/base/text.hpp"
#include "hone/codec/files.hpp"
#include "hone/codec/import_rows.hpp"
#include "hone/codec/name_schema.hpp"
#include "hone/codec/space_schema.hpp"
#include "hone/codec/yaml_reader.hpp"
#include "hone/core/store_address.hpp"

namespace hone::codec {
namespace {

// ---- Paths and addresses

/// From the study's folder, or from the program's when the study did not come from a file.
std::string absolute_path(const Field& field, const std::string& given) {
  if (field.origin().trusted) return given;
  const std::filesystem::path folder = field.origin().folder.value_or(".");
  return std::filesystem::absolute(folder / given).lexically_normal().string();
}

TableSource read_table(const Field& field, const std::string& given) {
  const std::string extension = extension_of(given);
  if (extension != ".csv" && extension != ".json" && !field.origin().trusted)
    field.refuse(in_quotes(given) + " is neither .csv nor .json",
                 "save the results as one of these, as `hone export` does");
  if (field.origin().folder) {
    const std::string path = resolve_path(field);
    std::error_code ignored;
    if (!std::filesystem::exists(path, ignored))
      field.refuse("there is no file " + path, "check the name and the folder", ErrorCode::NotFound);
  }
  return {absolute_path(field, given)};
}

/// Whether a json file holds trials. Otherwise it holds a list of sources.
bool is_export(const Field& path) {
  const std::string resolved = resolve_path(path);
  return begins_with_trial(path.inside([&] { return read_file(resolved, kLargestTable); }));
}

/// The address of another store: a path, sqlite:PATH, or the address of a server.
std::string read_store(const Field& field, const std::string& given) {
  if (field.origin().trusted) return given;
  if (given.empty() || given == "sqlite" || given == kSqliteScheme)
    field.refuse("the store has no name", "write it like other.db:STUDY");
  if (given == "memory" || given == kMemoryStore)
    field.refuse("a store in memory holds nothing of earlier studies", "name a file");
  if (without_password(given) != given) {
    field.refuse("the address of the store has a password, which the study would keep",
                 "leave it out and put it into ~/.pgpass");
  }
  if (given.find("://") != std::string::npos) return given;
  const auto [scheme, rest] = split_store_address(given);
  if (scheme != kSqliteScheme) return absolute_path(field, given);
  return std::string(scheme) + absolute_path(field, std::string(rest));
}

// ---- Studies

Source named_study(const Field& field, std::string store, std::string name, const std::string& own) {
  if (name.empty()) field.refuse("the study has no name", "write one, a pattern such as svm-*, or all");
  if (store.empty() && name == own && !field.origin().trusted) {
    field.refuse("the study " + in_quotes(own) + " cannot be its own source",
                 "remove it: its own trials are always used");
  }
  return StudySource{std::move(store), std::move(name)};
}

/// "all", "svm-adult", "svm-*".
Source studies_meant(const Field& field, std::string store, const std::string& word, const std::string& own) {
  if (word == "all") return StudiesSource{std::move(store), "*"};
  if (word.find_first_of("*?") != std::string::npos) return StudiesSource{std::move(store), word};
  return named_study(field, std::move(store), word, own);
}

Source read_reference(const Field& field, const std::string& own) {
  const std::string given = field.text();
  if (const std::string extension = extension_of(given); extension == ".csv" || extension == ".json")
    return read_table(field, given);
  const std::size_t colon = given.rfind(':');
  if (colon == std::string::npos) return studies_meant(field, "", given, own);
  return studies_meant(field, read_store(field, given.substr(0, colon)), given.substr(colon + 1), own);
}

// ---- Rows

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
  RowsSource::Row row = {};

  void declare(MapForm& map) {
    map.needed("params", shape::row, "the values of the parameters",
               [&](const Field& field) { row.params = read_row(field); });
    map.needed("value", source_value_shape, "the result; null when the trial has none",
               [&](const Field& field) { row.value = read_source_value(field); });
    map.mention("state", shape::text, "only complete trials are used");
    for (const char* name :
         {"number", "created", "started", "finished", "attributes", "notes", "reports", "error", "attempt",
          "worker", "version", "outside", "former", "remarks", "violations"}) {
      map.mention(name, shape::anything, "of an export; not used");
    }
  }
};

std::vector<RowsSource::Row> read_source_rows(const Field& trials) {
  std::vector<RowsSource::Row> rows;
  for (const Field& row : trials.items("a list of trials, or the path of a json file")) {
    if (!is_unfinished(row)) rows.push_back(read_map<SourceRowForm>(row).row);
  }
  return rows;
}

std::vector<RowsSource::Row> read_source_trials(const Field& trials) {
  if (trials.node().scalar() == nullptr) return read_source_rows(trials);
  Origin origin;
  const Node tree = read_json_file(trials, origin);
  return trials.inside([&] { return read_source_rows(Field(tree, origin)); });
}

Node source_trials_shape() { return shape::either({shape::text(), shape::list(shape_of<SourceRowForm>())}); }

struct RowsForm {
  RowsSource source = {};

  void declare(MapForm& map) {
    map.needed("name", name_shape, "how it is called in messages",
               [&](const Field& field) { source.name = read_name(field); });
    map.needed("trials", source_trials_shape, "rows of an export, or the path of a json file with them",
               [&](const Field& field) { source.rows = read_source_trials(field); });
  }
};

// ---- References

constexpr const char* kStoreSummary = "the address of another store; otherwise that of this study";

struct StudyReferenceForm {
  void declare(MapForm& map) const {
    map.must_mention("study", shape::text, "the name of a study");
    map.mention("store", shape::text, kStoreSummary);
  }
};
struct StudiesReferenceForm {
  void declare(MapForm& map) const {
    map.must_mention("studies", shape::text, "a pattern such as svm-*, or all");
    map.mention("store", shape::text, kStoreSummary);
  }
};
struct TableReferenceForm {
  void declare(MapForm& map) const {
    map.must_mention("file", shape::text, "a csv or json file of results, as `hone export` writes it");
  }
};

// ---- One source

Source read_source(const Field& field, const std::string& own) {
  static const std::vector<std::string> any = {"study", "studies", "store", "file", "name", "trials"};
  if (field.node().scalar() != nullptr) return read_reference(field, own);
  field.only(any);
  std::string store;
  if (const auto f = field.find("store")) store = read_store(*f, f->text());
  if (const auto f = field.find("study")) {
    check_names<StudyReferenceForm>(field);
    return named_study(*f, std::move(store), f->text(), own);
  }
  if (const auto f = field.find("studies")) {
    check_names<StudiesReferenceForm>(field);
    return StudiesSource{std::move(store), f->text() == "all" ? "*" : f->text()};
  }
  if (const auto f = field.find("file")) {
    check_names<TableReferenceForm>(field);
    return read_table(*f, f->text());
  }
  return read_map<RowsForm>(field).source;
}

Node rows_node(const RowsSource& source) {
  Node::List rows;
  for (const RowsSource::Row& row : source.rows) {
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

Node reference_node(const char* field, const std::string& value, const std::string& store) {
  Node node;
  put(node, field, leaf(value));
  if (!store.empty()) put(node, "store", leaf(store));
  return node;
}

struct NodeOfSource {
  Node operator()(const RowsSource& source) const { return rows_node(source); }
  Node operator()(const StudySource& source) const {
    return reference_node("study", source.name, source.store);
  }
  Node operator()(const StudiesSource& source) const {
    return reference_node("studies", source.pattern, source.store);
  }
  Node operator()(const TableSource& source) const { return reference_node("file", source.path, ""); }
};

}  // namespace

std::vector<Source> read_sources(const Field& field, const std::string& study) {
  if (const Value* value = field.node().scalar(); value != nullptr) {
    if (extension_of(to_text(*value)) != ".json" || is_export(field)) return {read_reference(field, study)};
    Origin origin;
    const Node tree = read_json_file(field, origin);
    return field.inside([&] { return read_sources(Field(tree, origin), study); });
  }
  std::vector<Source> sources;
  for (const Field& item : field.items("a source such as all, a list of them, or the path of a json file"))
    sources.push_back(read_source(item, study));
  return sources;
}

std::vector<Source> sources_from_words(std::span<const std::string> words, const std::string& where,
                                       const std::string& study) {
  const Origin origin{.name = where, .folder = "."};
  std::vector<Source> sources;
  for (const std::string& word : words) {
    if (word.starts_with('{')) {
      const Node map = read_yaml(checked_text(word, where), where);
      sources.push_back(read_source(Field(map, origin), study));
      continue;
    }
    const Node node = leaf(word);
    for (Source& source : read_sources(Field(node, origin), study)) sources.push_back(std::move(source));
  }
  return sources;
}

Node sources_shape() {
  const Node one =
      shape::either({shape::text(), shape_of<StudyReferenceForm>(), shape_of<StudiesReferenceForm>(),
                     shape_of<TableReferenceForm>(), shape_of<RowsForm>()});
  return shape::either({one, shape::list(one)});
}

Node sources_node(std::span<const Source> sources) {
  Node::List list;
  for (const Source& source : sources) list.push_back(std::visit(NodeOfSource{}, source));
  return {std::move(list)};
}

}  // namespace hone::codec
