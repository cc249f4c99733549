// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "hone/core/space.hpp"
#include "hone/designs/design.hpp"
#include "hone/encode/encoding.hpp"

// Designs as tables of levels, of points of the unit cube, or of settings in the user's units.
namespace hone::cli {

/// What the columns of a design stand for: x1, x2, ... or the parameters of a space, of which an unordered
/// choice takes one column for each of its values.
class DesignColumns {
 public:
  explicit DesignColumns(int factors);
  explicit DesignColumns(const Space& space);

  const std::vector<std::string>& names() const noexcept { return names_; }
  int factors() const noexcept { return static_cast<int>(names_.size()); }
  bool has_space() const noexcept { return encoding_.has_value(); }
  /// The settings of a design's runs. Throws Error(Unsatisfiable) when one violates a constraint.
  std::vector<Configuration> settings(const designs::Design& design) const;
  const encode::Encoding& encoding() const { return *encoding_; }
  const Space& space() const { return encoding_->space(); }
  std::vector<double> point(const Configuration& configuration) const {
    return encoding_->encode(configuration);
  }

 private:
  std::vector<std::string> names_;
  std::optional<encode::Encoding> encoding_;
};

/// A design as a file tells it.
struct DesignFile {
  std::vector<std::string> names;         ///< of the columns
  designs::Points points;                 ///< of the unit cube
  std::optional<designs::Design> levels;  ///< when the file holds whole numbers
};

/// Reads a CSV file: settings of the space when one is given, otherwise levels (whole numbers from 1;
/// `levels` of them, or as many as the largest) or points of the unit cube. Throws Error(InvalidFile) naming
/// the line.
DesignFile read_design(const std::string& path, const Space* space, std::optional<int> levels);

/// The settings, or the levels, as CSV.
std::string design_csv(const designs::Design& design, const DesignColumns& columns);

/// Every pair of columns as a chart (of the first ten), runs before `existing` in grey.
std::string design_svg(const designs::Design& design, const DesignColumns& columns, int existing,
                       const std::string& subtitle);

}  // namespace hone::cli
