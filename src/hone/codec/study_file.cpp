// SPDX-License-Identifier: MIT
#include "hone/codec/study_file.hpp"

#include <filesystem>

#include "hone/base/text.hpp"
#include "hone/codec/files.hpp"
#include "hone/codec/json_reader.hpp"
#include "hone/codec/study_schema.hpp"
#include "hone/codec/yaml_reader.hpp"

namespace hone::codec {

namespace {

Node tree_of(std::string_view text, const std::string& file) {
  if (text.size() > kLargestFile) {
    throw Error(ErrorCode::InvalidFile, hone::text("the file is larger than ", kLargestFile >> 20, " MB"),
                "keep large tables of candidates in a csv file of their own and name it under `candidates`")
        .within(file);
  }
  const std::string_view content = checked_text(text, file);
  if (trim(content).empty()) {
    throw Error(ErrorCode::InvalidFile, "the file is empty",
                "write at least `parameters:`, or let `hone init` write an example")
        .within(file);
  }
  return std::filesystem::path(file).extension() == ".json" ? read_json(content, file)
                                                            : read_yaml(content, file);
}

std::string name_from(const std::string& file) {
  const std::string stem = std::filesystem::path(file).stem().string();
  return stem.empty() ? "study" : stem;
}

std::string folder_of(const std::string& path) {
  const std::string folder = std::filesystem::path(path).parent_path().string();
  return folder.empty() ? "." : folder;
}

// Absolute, because the study may be resumed from anywhere.
void settle_directory(Study& study, const std::string& path) {
  const std::string directory = study.plan.directory.empty() ? folder_of(path) : study.plan.directory;
  study.plan.directory = without_last_slash(std::filesystem::absolute(directory).lexically_normal().string());
}

}  // namespace

Study parse_study(std::string_view text, const std::string& file, const std::string& folder) {
  const Node tree = tree_of(text, file);
  const Origin origin{.name = file, .folder = folder};
  return read_study(Field(tree, origin), name_from(file));
}

Study parse_foreign_study(std::string_view text, const std::string& where) {
  const Node tree = tree_of(text, where);
  const Origin origin{.name = where, .folder = std::nullopt};
  return read_study(Field(tree, origin));
}

Study read_study_file(const std::string& path) {
  Study study = parse_study(read_file(path), path, folder_of(path));
  settle_directory(study, path);
  return study;
}

Error StudyExamination::at(const std::string& field, const Error& error) const {
  const auto place = places.find(field);
  return place == places.end() ? error : error.within(place->second);
}

StudyExamination examine_study_file(const std::string& path) {
  const std::string content = read_file(path);
  StudyExamination found;
  try {
    const Node tree = tree_of(content, path);
    const Origin origin{.name = path, .folder = folder_of(path), .problems = &found.problems};
    const Field root(tree, origin);
    found.study = read_study(root, name_from(path), &found.space_is_known);
    for (const auto& [name, field] : root.members("a map")) found.places.emplace(name, field.where());
    settle_directory(*found.study, path);
  } catch (const Error& error) {
    found.problems.push_back(error);
  }
  return found;
}

}  // namespace hone::codec
