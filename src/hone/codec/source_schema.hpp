// SPDX-License-Identifier: MIT
#pragma once

#include <span>
#include <string>
#include <vector>

#include "hone/codec/map_form.hpp"
#include "hone/core/source.hpp"

namespace hone::codec {

/// What `sources` may be: one source or a list of them. A source is
///   a text   "all", a study's name, a pattern such as "svm-*", "STORE:" in front of any of these, or a path
///            that ends in .csv;
///   a map    {study: NAME}, {studies: PATTERN}, both with an optional `store`; {file: PATH};
///            {name: NAME, trials: [{params: {...}, value: 1.5}, ...]}, or the path of a json file of these.
/// A path that ends in .json in place of the list is a file with the list. Paths begin at the study's folder
/// and become absolute, because the study may be resumed from anywhere. `study` is the study's own name,
/// which is refused.
std::vector<Source> read_sources(const Field& field, const std::string& study);
/// The same from the words of a command line: each is a text, or one map when it begins with a brace. Paths
/// begin at the program's folder. `where` stands in front of messages.
std::vector<Source> sources_from_words(std::span<const std::string> words, const std::string& where,
                                       const std::string& study);
Node sources_shape();
Node sources_node(std::span<const Source> sources);

}  // namespace hone::codec
