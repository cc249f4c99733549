// SPDX-License-Identifier: MIT
#include "hone/codec/study_file.hpp"

#include <filesystem>

#include "hone/base/text.hpp"
#include "hone/codec/files.hpp"
#include "hone/codec/json_reader.hpp"
#include "hone/codec/study_schema.hpp"
#include "hone/codec/yaml_reader.hpp"

namespace hone::codec {

Study parse_study(std::string_view text, const std::string& file, const std::string& folder) {
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
  const std::filesystem::path path(file);
  const Node tree = path.extension() == ".json" ? read_json(content, file) : read_yaml(content, file);
  const Origin origin{.name = file, .folder = folder};
  const std::string stem = path.stem().string();
  return read_study(Field(tree, origin), stem.empty() ? "study" : stem);
}

Study read_study_file(const std::string& path) {
  const std::string folder = std::filesystem::path(path).parent_path().string();
  Study study = parse_study(read_file(path), path, folder.empty() ? "." : folder);
  // Absolute, because the study may be gone on with from anywhere.
  const std::string& directory = study.plan.directory.empty() ? folder : study.plan.directory;
  study.plan.directory =
      std::filesystem::absolute(directory.empty() ? "." : directory).lexically_normal().string();
  return study;
}

}  // namespace hone::codec
