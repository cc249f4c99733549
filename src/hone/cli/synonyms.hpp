// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>

namespace hone::cli {

/// What to type instead of a word that other tools have for a command of ours: "run" is "'hone tune STUDY'
/// runs a study, ...". Nothing for words that are no such synonyms.
std::optional<std::string> meaning_of(const std::string& word);

}  // namespace hone::cli
