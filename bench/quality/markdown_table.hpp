// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

namespace hone::quality {

/// A Markdown table that also reads well as plain text: the first column to the left, the others to the
/// right.
class MarkdownTable {
 public:
  explicit MarkdownTable(std::vector<std::string> header) { rows_.push_back(std::move(header)); }
  /// A row as long as the header.
  void add(std::vector<std::string> row) { rows_.push_back(std::move(row)); }

  /// The table and an empty line.
  std::string text() const;

 private:
  std::vector<std::vector<std::string>> rows_;
};

inline std::string bold(const std::string& cell, bool really) { return really ? "**" + cell + "**" : cell; }

}  // namespace hone::quality
