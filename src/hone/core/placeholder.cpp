// SPDX-License-Identifier: MIT
#include "hone/core/placeholder.hpp"

#include <algorithm>
#include <array>
#include <utility>

namespace hone {
namespace {

constexpr std::array<std::string_view, 3> kTrialNames = {"trial", "workdir", "seed"};

/// The text in the braces with which `text` begins; empty when they are not closed.
std::string_view in_braces(std::string_view text) {
  const std::size_t end = text.find('}');
  return end == std::string_view::npos ? std::string_view() : text.substr(1, end - 1);
}

class PieceParser {
 public:
  PieceParser(std::string_view argument, const Space& space) : rest_(argument), space_(space) {}

  std::vector<ArgumentPiece> parse() {
    while (!rest_.empty()) step();
    end_literal();
    return std::move(pieces_);
  }

 private:
  void step() {
    const std::string_view name = rest_[0] == '{' ? in_braces(rest_) : std::string_view();
    if (rest_.starts_with("{{")) {
      ++doubled_;
      take_literal(2);
    } else if (rest_.starts_with("}}") && doubled_ > 0) {
      --doubled_;
      take_literal(2);
    } else if (!name.empty() && is_placeholder_name(space_, name)) {
      end_literal();
      pieces_.push_back({true, std::string(name)});
      rest_.remove_prefix(name.size() + 2);
    } else {
      take_literal(1);
    }
  }

  // One character, of which the text has one or two.
  void take_literal(std::size_t length) {
    literal_ += rest_[0];
    rest_.remove_prefix(length);
  }

  void end_literal() {
    if (!literal_.empty()) pieces_.push_back({false, std::exchange(literal_, {})});
  }

  std::string_view rest_;
  const Space& space_;
  std::string literal_;
  int doubled_ = 0;
  std::vector<ArgumentPiece> pieces_;
};

}  // namespace

std::vector<std::string> placeholder_names(const Space& space) {
  std::vector<std::string> names = *space.names();
  names.insert(names.end(), kTrialNames.begin(), kTrialNames.end());
  return names;
}

bool is_placeholder_name(const Space& space, std::string_view name) {
  return space.index_of(name) || is_trial_name(name);
}

bool is_trial_name(std::string_view name) {
  return std::find(kTrialNames.begin(), kTrialNames.end(), name) != kTrialNames.end();
}

std::vector<ArgumentPiece> argument_pieces(std::string_view argument, const Space& space) {
  return PieceParser(argument, space).parse();
}

std::vector<std::string> braced_texts(std::string_view argument) {
  std::vector<std::string> texts;
  for (std::size_t at = argument.find('{'); at != std::string_view::npos; at = argument.find('{', at + 1)) {
    const bool is_others = at > 0 && (argument[at - 1] == '$' || argument[at - 1] == '{');
    if (is_others || argument.substr(at).starts_with("{{")) continue;
    texts.emplace_back(in_braces(argument.substr(at)));
  }
  return texts;
}

bool looks_like_name(std::string_view text) {
  const auto letter = [](char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; };
  const auto fits = [&](char c) { return letter(c) || (c >= '0' && c <= '9') || c == '-' || c == '.'; };
  return !text.empty() && letter(text[0]) && std::all_of(text.begin(), text.end(), fits);
}

}  // namespace hone
