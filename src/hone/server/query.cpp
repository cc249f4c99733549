// SPDX-License-Identifier: MIT
#include "hone/server/query.hpp"

#include <algorithm>
#include <utility>

#include "hone/base/error.hpp"
#include "hone/base/text.hpp"
#include "hone/codec/shape.hpp"

namespace hone::server {
namespace {

const std::vector<std::string> kYes = {"", "true", "1"};
const std::vector<std::string> kNo = {"false", "0"};

bool holds(const std::vector<std::string>& words, const std::string& word) {
  return std::find(words.begin(), words.end(), word) != words.end();
}

void require_word(const QueryField& field, const std::string& word) {
  if (holds(field.words, word)) return;
  throw Error(ErrorCode::InvalidArgument, text("there is no '", word, "'", did_you_mean(word, field.words)),
              "write one of " + join(field.words, ", "));
}

void require_words(const QueryField& field, const std::string& given) {
  for (const std::string& word : split(given, ',')) {
    if (!word.empty()) require_word(field, word);
  }
}

void require_flag(const std::string& given) {
  if (holds(kYes, given) || holds(kNo, given)) return;
  throw Error(ErrorCode::InvalidArgument, text("'", given, "' is neither true nor false"),
              "write true or false");
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
    case QueryField::Kind::Words:
      return require_words(field, given);
    case QueryField::Kind::Flag:
      return require_flag(given);
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

QueryField words_field(std::string name, std::vector<std::string> words) {
  return {.name = std::move(name), .kind = QueryField::Kind::Words, .words = std::move(words)};
}

QueryField flag_field(std::string name) { return {.name = std::move(name), .kind = QueryField::Kind::Flag}; }

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

// A list is one text with commas in the query: an array that is not exploded would be the same, but for the
// empty list.
codec::Node query_shape(const QueryField& field) {
  namespace shape = codec::shape;
  switch (field.kind) {
    case QueryField::Kind::Text:
      return shape::text();
    case QueryField::Kind::Word:
      return shape::words(field.words);
    case QueryField::Kind::Words: {
      const std::string word = "(" + join(field.words, "|") + ")";
      return shape::text_like("^(" + word + "(," + word + ")*)?$");
    }
    case QueryField::Kind::Flag: {
      std::vector<std::string> both = kYes;
      both.insert(both.end(), kNo.begin(), kNo.end());
      return shape::words(both);
    }
    case QueryField::Kind::Whole:
      return shape::integer(field.low, field.high);
  }
  return shape::anything();
}

}  // namespace hone::server
