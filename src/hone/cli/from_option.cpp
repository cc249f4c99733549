// SPDX-License-Identifier: MIT
#include "hone/cli/from_option.hpp"

#include <algorithm>
#include <filesystem>
#include <utility>

#include "hone/base/error.hpp"
#include "hone/base/printable.hpp"
#include "hone/base/text.hpp"
#include "hone/cli/version_text.hpp"
#include "hone/codec/source_schema.hpp"
#include "hone/codec/study_file.hpp"
#include "hone/core/store_address.hpp"

namespace hone::cli {
namespace {

constexpr std::size_t kSourcesShown = 5;

/// One word for each source. A map holds commas of its own, so it stands alone.
std::vector<std::string> words_of_from(const std::vector<std::string>& from) {
  std::vector<std::string> words;
  for (const std::string& given : from) {
    if (std::string_view whole = trim(given); whole.starts_with('{')) {
      words.emplace_back(whole);
      continue;
    }
    for (const std::string& word : split(given, ',')) words.emplace_back(trim(word));
  }
  return words;
}

}  // namespace

void add_from(Command& command, std::vector<std::string>& from) {
  command.list("--from", from, "SOURCES",
               "learn from these too: studies, patterns, STORE:STUDY, csv or json files of trials, all or "
               "none; separated by "
               "commas");
}

void append_sources(std::vector<Source>& sources, const std::vector<std::string>& from,
                    const std::string& study) {
  for (const std::string& word : words_of_from(from)) {
    if (word == "none") {
      sources.clear();
      continue;
    }
    for (Source& source : codec::sources_from_words(std::span(&word, 1), "--from", study)) {
      if (std::find(sources.begin(), sources.end(), source) == sources.end())
        sources.push_back(std::move(source));
    }
  }
}

GivenStudy given_study(const Context& context, const StudyOptions& options, const CommandStore& store,
                       const std::vector<std::string>& from) {
  if (!names_file(options.study, store)) {
    Study study = open_study(context, options, store).study;
    GivenStudy given{store, study, std::move(study)};
    append_sources(given.study.sources, from, given.study.name);
    return given;
  }
  GivenStudy given{store, codec::read_study_file(options.study), std::nullopt};
  if (auto found = store.find(given.study.name)) given.stored = std::move(found->version.study);
  if (given.stored && given.study.sources.empty()) given.study.sources = given.stored->sources;
  append_sources(given.study.sources, from, given.study.name);
  return given;
}

std::string changed_sources_remark(const GivenStudy& given) {
  if (!given.stored || given.stored->sources == given.study.sources) return "";
  const auto words = [](const std::vector<Source>& sources) {
    return sources.empty() ? "no other study" : sources_in_short(sources);
  };
  return text("learns from ", words(given.study.sources),
              " from now on (before: ", words(given.stored->sources), ")");
}

std::string change_remark(const GivenStudy& given) {
  if (!given.stored) return "";
  std::vector<runner::FieldChange> changes = runner::differences(*given.stored, given.study);
  std::erase_if(changes, [](const runner::FieldChange& change) { return change.field == "sources"; });
  return changes.empty() ? "" : "changed since the last run\n" + changes_text(changes);
}

std::string sources_in_short(const std::vector<Source>& sources) {
  std::vector<std::string> names;
  for (std::size_t i = 0; i < std::min(sources.size(), kSourcesShown); ++i)
    names.push_back(shown_source(to_text(sources[i])));
  const std::size_t more = sources.size() - names.size();
  return join(names, ", ") + (more > 0 ? text(" and ", more, " more") : "");
}

std::string shown_source(const std::string& name) {
  std::error_code failed;
  const std::string folder = std::filesystem::current_path(failed).string() + "/";
  const bool sqlite = split_store_address(name).scheme == kSqliteScheme;
  const std::string_view scheme = sqlite ? kSqliteScheme : std::string_view();
  const std::string_view path = std::string_view(name).substr(scheme.size());
  if (failed || folder == "/" || !path.starts_with(folder)) return printable(name);
  return printable(text(scheme, path.substr(folder.size())));
}

}  // namespace hone::cli
