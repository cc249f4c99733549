// SPDX-License-Identifier: MIT
#include "hone/server/query.hpp"

#include <algorithm>
#include <utility>

#include "hone/base/error.hpp"
#include "hone/base/text.hpp"
#include "hone/codec/shape.hpp"

namespace hone::server {
namespace {

void require_word(const QueryField& field, const std::string& word) {
  if (std::find(field.words.begin(), field.words.end(), word) != field.words.end()) return;
  throw Error(ErrorCode::InvalidArgument, text("there is no '", word, "'", did_you_mean(word, field.words)),
              "write one of " + join(field.words, ", "));
}

void require_whole(const QueryField& field, const std::string& given) {
  const auto number = parse_integer(given);
  if (number && *number >= field.low && *number <= field.high) return;
  throw Error(ErrorCode::InvalidArgument, text("'", given, "' is not a whole number in range"),
              text("write ", field.low, " to ", field.high));
}

void require_fit(const QueryField& field, const std::string& given) {
  switch (field.kind) {
    case QueryField::Kind::Text:
      return;
    case QueryField::Kind::Word:
      return require_word(field, given);
    case QueryField::Kind::Whole:
      return require_whole(field, given);
  }
}

std::vector<std::string> names_of(const std::vector<QueryField>& fields) {
  std::vector<std::string> names;
  for (const QueryField& field : fields) names.push_back(field.name);
  return names;
}

}  // namespace

QueryField text_field(std::string name) { return {.name = std::move(name)}; }

QueryField word_field(std::string name, std::vector<std::string> words) {
  return {.name = std::move(name), .kind = QueryField::Kind::Word, .words = std::move(words)};
}

QueryField whole_field(std::string name, std::int64_t low, std::int64_t high) {
  return {.name = std::move(name), .kind = QueryField::Kind::Whole, .low = low, .high = high};
}

void require_known_query(const std::map<std::string, std::string>& query,
                         const std::vector<std::string>& known) {
  for (const auto& [name, value] : query) {
    if (std::find(known.begin(), known.end(), name) != known.end()) continue;
    throw Error(ErrorCode::InvalidArgument, text("unknown parameter '", name, "'", did_you_mean(name, known)),
                known.empty() ? "this path has none" : "known are " + join(known, ", "))
        .within("query");
  }
}

void require_query(const std::map<std::string, std::string>& query, const std::vector<QueryField>& declared) {
  require_known_query(query, names_of(declared));
  for (const auto& [name, value] : query) {
    const auto field = std::find_if(declared.begin(), declared.end(),
                                    [&](const QueryField& one) { return one.name == name; });
    try {
      require_fit(*field, value);
    } catch (const Error& error) {
      throw Error(error).within("query." + name);
    }
  }
}

codec::Node query_shape(const QueryField& field) {
  namespace shape = codec::shape;
  switch (field.kind) {
    case QueryField::Kind::Text:
      return shape::text();
    case QueryField::Kind::Word:
      return shape::words(field.words);
    case QueryField::Kind::Whole:
      return shape::integer(field.low, field.high);
  }
  return shape::anything();
}

}  // namespace hone::server
