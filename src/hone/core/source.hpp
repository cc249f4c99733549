// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "hone/core/value.hpp"

// Where a study's sampler may learn from: references, as a study file writes them. Whoever runs the study
// resolves them into SourceStudies (sampler_input.hpp).
namespace hone {

/// Results that are written out in the study itself. They are of the study's own objective.
struct RowsSource {
  struct Row {
    std::vector<std::pair<std::string, Value>> params;
    double value = 0.0;
    friend bool operator==(const Row&, const Row&) = default;
  };
  std::string name;
  std::vector<Row> rows;
  friend bool operator==(const RowsSource&, const RowsSource&) = default;
};

/// One study by its name.
struct StudySource {
  std::string store;  ///< its address; empty: the store that the study itself is in
  std::string name;
  friend bool operator==(const StudySource&, const StudySource&) = default;
};

/// All studies whose names match a pattern (matches_pattern() in base/pattern.hpp), but for the study itself.
struct StudiesSource {
  std::string store;
  std::string pattern;
  friend bool operator==(const StudiesSource&, const StudiesSource&) = default;
};

/// A file of results, CSV or JSON.
struct TableSource {
  std::string path;
  friend bool operator==(const TableSource&, const TableSource&) = default;
};

using Source = std::variant<RowsSource, StudySource, StudiesSource, TableSource>;

/// What messages call it: "svm-adult", "other.db:svm-*", "old.csv".
std::string to_text(const Source& source);

}  // namespace hone
