// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <limits>
#include <map>
#include <string>
#include <vector>

#include "hone/codec/node.hpp"

namespace hone::server {

/// A parameter of the query and what it may be: declared with the route, checked before its handler runs, and
/// written into the OpenAPI document.
struct QueryField {
  enum class Kind { Text, Word, Whole };

  std::string name;
  Kind kind = Kind::Text;
  std::vector<std::string> words = {};  ///< of Word
  std::int64_t low = 0;                 ///< of Whole
  std::int64_t high = std::numeric_limits<std::int64_t>::max();
};

QueryField text_field(std::string name);
QueryField word_field(std::string name, std::vector<std::string> words);
QueryField whole_field(std::string name, std::int64_t low = 0,
                       std::int64_t high = std::numeric_limits<std::int64_t>::max());

/// Throws Error(InvalidArgument) that names the first parameter which is not known.
void require_known_query(const std::map<std::string, std::string>& query,
                         const std::vector<std::string>& known);
/// Throws Error(InvalidArgument) that names the parameter which is not declared or is not what it may be.
void require_query(const std::map<std::string, std::string>& query, const std::vector<QueryField>& declared);

/// A piece of JSON Schema.
codec::Node query_shape(const QueryField& field);

}  // namespace hone::server
