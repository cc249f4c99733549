// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>
#include <vector>

namespace hone::cli {

/// What to type instead of a word that other tools have for a command of ours: "run" is "'hone tune STUDY'
/// runs a study, ...". Nothing for words that are no such synonyms.
std::optional<std::string> meaning_of(const std::string& word);

/// " (here it is called 'front')" for the word of another tool, such as "pareto", when ours is among those
/// that are known; otherwise a guess at a typing error, or nothing.
std::string our_word_for(const std::string& word, const std::vector<std::string>& known);

}  // namespace hone::cli
