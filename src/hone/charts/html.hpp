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

/// A cell of a table.
struct HtmlCell {
  std::string text;
  const char* look = "";  ///< classes of the style sheet; words of ours
};

/// A table that can be scrolled when it is wider than the page.
class HtmlTable {
 public:
  /// `name` is what it is called where it is not seen; a word of ours.
  HtmlTable(const char* name, const std::vector<std::string>& headings);
  void row(const std::vector<HtmlCell>& cells);
  std::string finish();

 private:
  std::string out_;
};

/// The hash of a script or a style sheet in the words of a Content-Security-Policy: 'sha256-...'. Nothing
/// else runs.
std::string policy_hash(std::string_view source);

}  // namespace hone::charts
