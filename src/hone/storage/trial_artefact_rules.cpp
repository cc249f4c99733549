// SPDX-License-Identifier: MIT
#include "hone/storage/trial_artefact_rules.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include "hone/base/error.hpp"
#include "hone/base/printable.hpp"
#include "hone/base/text.hpp"

namespace hone::storage {
namespace {

constexpr std::size_t kLongestArtefactName = 200;  // bytes; file systems allow 255

using Mark = std::pair<std::string_view, std::string_view>;
constexpr std::array kPictures = {Mark{"\x89PNG\r\n\x1a\n", "image/png"}, Mark{"\xff\xd8\xff", "image/jpeg"},
                                  Mark{"GIF87a", "image/gif"}, Mark{"GIF89a", "image/gif"}};
constexpr std::array kTexts = {Mark{".csv", "text/csv"}, Mark{".tsv", "text/tab-separated-values"},
                               Mark{".json", "application/json"}};

bool is_webp(std::string_view bytes) {
  return bytes.size() >= 12 && bytes.starts_with("RIFF") && bytes.substr(8, 4) == "WEBP";
}

// The last character may be cut off.
bool is_text(std::string_view bytes) {
  while (!bytes.empty()) {
    const Character character = first_character(bytes);
    const bool control = character.code < 32 && (character.code < 9 || character.code > 13);
    if (!character.valid && bytes.size() >= 4) return false;
    if (character.valid && (control || character.code == 127)) return false;
    bytes.remove_prefix(character.bytes);
  }
  return true;
}

std::string lower_ending(std::string_view name) {
  const std::size_t dot = name.rfind('.');
  std::string ending(dot == std::string_view::npos ? "" : name.substr(dot));
  std::transform(ending.begin(), ending.end(), ending.begin(),
                 [](char c) { return static_cast<char>(c >= 'A' && c <= 'Z' ? c | 32 : c); });
  return ending;
}

}  // namespace

std::string artefact_name_problem(std::string_view name) {
  if (name.empty()) return "is empty";
  if (name.size() > kLongestArtefactName) return text("is longer than ", kLongestArtefactName, " bytes");
  if (name.front() == '.') return "begins with a dot";
  if (name.front() == ' ' || name.back() == ' ') return "begins or ends with a space";
  if (name.find_first_of("/\\") != std::string_view::npos) return "names a folder";
  for (std::string_view rest = name; !rest.empty();) {
    const Character character = first_character(rest);
    if (!character.valid) return "is not UTF-8";
    if (!is_harmless(character)) return "has characters that are not shown";
    rest.remove_prefix(character.bytes);
  }
  return "";
}

void require_artefact_name(std::string_view name) {
  const std::string problem = artefact_name_problem(name);
  if (problem.empty()) return;
  throw Error(ErrorCode::InvalidArgument,
              text("'", printable(name.substr(0, kLongestArtefactName)),
                   "' cannot be the name of an artefact: it ", problem),
              "name it like a file of one folder, such as loss.png");
}

std::string artefact_type(std::string_view name, std::string_view beginning) {
  for (const auto& [mark, type] : kPictures)
    if (beginning.starts_with(mark)) return std::string(type);
  if (is_webp(beginning)) return "image/webp";
  if (!is_text(beginning)) return "application/octet-stream";
  const std::string ending = lower_ending(name);
  for (const auto& [mark, type] : kTexts)
    if (ending == mark) return std::string(type);
  return "text/plain";
}

// As with results (require_ends): a worker that lost the trial may still be the first to tell one.
void require_may_leave(std::optional<std::int64_t> fence, const Holding& holding) {
  if (!fence) return;
  const bool was_given = *fence >= 1 && *fence <= holding.fence;
  const bool given_up = holding.state == TrialState::Failed && holding.lease_until.has_value();
  if (was_given && (!is_finished(holding.state) || given_up)) return;
  throw Error(
      ErrorCode::LeaseLost,
      text("trial ", holding.number,
           was_given ? text(" is ", to_text(holding.state)) : std::string(" was not given to this worker")),
      "leave artefacts before the result is told");
}

void require_artefact_room(std::int64_t others, std::int64_t bytes_of_others, std::int64_t size) {
  if (others >= kMostArtefactsOfTrial)
    throw Error(ErrorCode::InvalidArgument,
                text("the trial has ", others, " artefacts, which is as many as it may"),
                "pack several into one, or delete some");
  if (bytes_of_others + size > kArtefactBytesOfTrial)
    throw Error(ErrorCode::InvalidArgument,
                text("the trial would have ", bytes_of_others + size, " bytes of artefacts, and may have ",
                     kArtefactBytesOfTrial),
                "keep large files elsewhere, and note where");
}

void throw_artefact_damaged(const TrialArtefact& artefact, const std::string& how) {
  throw Error(ErrorCode::StorageCorrupt,
              text("the artefact '", printable(artefact.name), "' of trial ", artefact.number, " ", how,
                   " (hash ", artefact.hash.substr(0, 12), ")"),
              "restore its file from a backup of the artefacts, or delete it");
}

}  // namespace hone::storage
