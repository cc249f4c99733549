// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>

namespace hone::charts {

/// Collects the sections of a page and closes it: one file that asks nobody for anything. Its policy forbids
/// every load and every script but the one that sorts tables.
class ReportPage {
 public:
  explicit ReportPage(std::string_view title);

  /// Begins a section with a heading; `id` is a word of ours, for the list of contents.
  void section(const char* id, const char* heading);
  void paragraph(std::string_view text, const char* look = "");
  /// Markup that is safe already: a picture or a table.
  void html(std::string_view html) { body_ += html; }

  std::string finish();

 private:
  std::string title_;
  std::string contents_;
  std::string body_;
  bool open_ = false;
};

}  // namespace hone::charts
