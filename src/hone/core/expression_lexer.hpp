// SPDX-License-Identifier: MIT
#pragma once

#include <charconv>
#include <cstddef>
#include <string>
#include <string_view>

#include "hone/base/text.hpp"
#include "hone/core/expression.hpp"

// Of expression.cpp alone.
namespace hone {

enum class TokenKind { Number, String, Word, QuotedName, Symbol, End };

struct Token {
  TokenKind kind = TokenKind::End;
  std::size_t place = 0;
  std::string text;
  double number = 0.0;
};

inline bool is_word_start(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' ||
         static_cast<unsigned char>(c) >= 0x80;
}
inline bool is_digit(char c) { return c >= '0' && c <= '9'; }
inline bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\r' || c == '\n'; }

/// The words of an expression, one after the other.
class Lexer {
 public:
  explicit Lexer(std::string_view text) : text_(text) {}

  Token next() {
    while (at_ < text_.size() && is_blank(text_[at_])) ++at_;
    if (at_ == text_.size()) return {TokenKind::End, at_, "the end", 0.0};
    const char c = text_[at_];
    if (is_digit(c) || (c == '.' && at_ + 1 < text_.size() && is_digit(text_[at_ + 1]))) return number();
    if (is_word_start(c)) return word();
    if (c == '\'' || c == '"') return quoted(c, TokenKind::String, "string");
    if (c == '`') return quoted(c, TokenKind::QuotedName, "name");
    return symbol();
  }

 private:
  Token number() {
    Token token{TokenKind::Number, at_, {}, 0.0};
    const char* begin = text_.data() + at_;
    const auto result = std::from_chars(begin, text_.data() + text_.size(), token.number);
    const auto length = static_cast<std::size_t>(result.ptr - begin);
    token.text = std::string(text_.substr(at_, length));
    if (result.ec != std::errc()) {
      refuse_expression(text_, at_, "the number '" + token.text + "' is too large or too small",
                        "write another");
    }
    at_ += length;
    if (at_ < text_.size() && is_word_start(text_[at_])) {
      refuse_expression(text_, at_, "a number runs into '" + std::string(1, text_[at_]) + "'",
                        "put an operator between them");
    }
    return token;
  }

  Token word() {
    const std::size_t begin = at_;
    while (at_ < text_.size() && (is_word_start(text_[at_]) || is_digit(text_[at_]) || joins_words())) ++at_;
    return {TokenKind::Word, begin, std::string(text_.substr(begin, at_ - begin)), 0.0};
  }

  // A dot inside a name: attr.epochs.
  bool joins_words() const {
    return text_[at_] == '.' && at_ + 1 < text_.size() &&
           (is_word_start(text_[at_ + 1]) || is_digit(text_[at_ + 1]));
  }

  // Inside quotes the quote itself is written twice.
  Token quoted(char quote, TokenKind kind, const char* what) {
    Token token{kind, at_, {}, 0.0};
    for (++at_; at_ < text_.size(); ++at_) {
      if (text_[at_] == quote) {
        const bool doubled = at_ + 1 < text_.size() && text_[at_ + 1] == quote;
        if (!doubled) {
          ++at_;
          return token;
        }
        ++at_;
      }
      token.text += text_[at_];
    }
    refuse_expression(text_, token.place, text("a ", what, " is not closed"), text("add a closing ", quote));
  }

  Token symbol() {
    constexpr std::array<std::string_view, 17> kSymbols = {"<=", ">=", "==", "!=", "**", "<", ">", "+", "-",
                                                           "*",  "/",  "%",  "^",  "(",  ")", ",", "["};
    const std::string_view rest = text_.substr(at_);
    for (const std::string_view candidate : kSymbols) {
      if (rest.starts_with(candidate)) return take(candidate);
    }
    if (rest.starts_with("]")) return take("]");
    const std::string remedy = rest.starts_with("=")                            ? "write == to compare"
                               : rest.starts_with("&") || rest.starts_with("|") ? "write and, or"
                               : rest.starts_with("!")                          ? "write not or !="
                                                                                : "remove it";
    refuse_expression(text_, at_, "an unexpected character '" + std::string(rest.substr(0, 1)) + "'", remedy);
  }

  Token take(std::string_view symbol) {
    const std::size_t begin = at_;
    at_ += symbol.size();
    return {TokenKind::Symbol, begin, std::string(symbol), 0.0};
  }

  std::string_view text_;
  std::size_t at_ = 0;
};

}  // namespace hone
