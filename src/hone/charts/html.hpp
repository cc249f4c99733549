// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>
#include <vector>

// Pieces of HTML. Every text goes through html_escape(); what is called `html` is taken as it stands.
namespace hone::charts {

/// Text made safe inside an element or an attribute in double quotes, on one line: markup, quotes, control
/// characters and marks that turn the direction of text lose their meaning.
std::string html_escape(std::string_view text);

/// A cell of a table; numbers stand on the right.
struct HtmlCell {
  std::string text;
  bool number = false;
  /// A class of the style sheet, such as one for a state; a word of ours.
  const char* look = "";
};

/// A table whose columns can be sorted by a click on their heading.
class HtmlTable {
 public:
  explicit HtmlTable(const std::vector<std::string>& headings);
  void row(const std::vector<HtmlCell>& cells);
  std::string finish();

 private:
  std::string out_;
};

/// The hash of a script in the words of a Content-Security-Policy: 'sha256-...'. Nothing else runs.
std::string script_hash(std::string_view script);

}  // namespace hone::charts
