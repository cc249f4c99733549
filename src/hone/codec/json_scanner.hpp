// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>

#include "hone/core/value.hpp"
#include "hone/core/value_json.hpp"

// Reading and writing JSON text piece by piece. A store reads a hundred thousand flat objects when it opens a
// study; a tree for each of them would be most of that time.
namespace hone::codec {

/// What a reader did not like, on which line, and what to do.
struct JsonProblem : std::runtime_error {
  JsonProblem(
      const std::string& problem, int line_number,
      std::string advice = "correct the JSON there; it takes no comments and no comma after the last item")
      : std::runtime_error(problem), line(line_number), remedy(std::move(advice)) {}
  int line;
  std::string remedy;
};

/// Walks over one JSON text. Strict in its grammar (no comments, no trailing commas), lenient in one thing:
/// bytes of a string are not checked to be UTF-8. Every failure is a JsonProblem. The text must outlive the
/// scanner.
class JsonScanner {
 public:
  explicit JsonScanner(std::string_view text) : text_(text) {}

  /// The next character that is not blank, without taking it; '\0' at the end.
  char peek();
  /// Takes the next character when it is this one.
  bool accept(char wanted);
  void expect(char wanted);

  /// Reads a string into `out`, whose old content is dropped: a caller in a loop keeps its memory.
  void string(std::string& out);
  /// A string, a number (one without point and exponent that fits is an integer), true or false.
  Value scalar();
  /// Takes the word null when it is next.
  bool accept_null();
  /// Refuses anything but blanks after the value.
  void finish();

  /// Line of the next character, from 1. Costs a pass over the text since the last call.
  int line();

 private:
  [[noreturn]] void fail(const std::string& problem);
  bool accept_word(std::string_view word);
  void escape(std::string& out);
  unsigned hex4();
  Value number();
  void digits();
  bool accept_raw(std::string_view any_of);

  std::string_view text_;
  std::size_t at_ = 0;
  std::size_t counted_ = 0;
  int line_ = 1;
};

// Writing is the same wherever values are (core/value_json.hpp).
using hone::append_json;

}  // namespace hone::codec
