// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>

#include "hone/charts/report_code.hpp"

namespace hone::charts {

/// Collects the sections of a page and closes it: one file that asks nobody for anything. What it tells is
/// text; what it draws is a place that its script fills. Its policy forbids every load, and every script and
/// style but its own.
class ReportPage {
 public:
  explicit ReportPage(std::string_view title);

  /// Begins a section with a heading; `id` is a word of ours, for the list of contents.
  void section(const char* id, const std::string& heading);
  void paragraph(std::string_view text, const char* look = "");
  /// Markup that is safe already: a table.
  void html(std::string_view html) { body_ += html; }
  /// A place for the figure of that name, a word of ours.
  void figure(const char* name);

  /// Bytes so far.
  std::size_t size() const { return body_.size() + contents_.size(); }

  /// `data` is what the script reads, as json_in_page() writes it.
  std::string finish(const ReportCode& code, std::string_view data);

 private:
  std::string title_;
  std::string contents_;
  std::string body_;
  bool open_ = false;
};

}  // namespace hone::charts
