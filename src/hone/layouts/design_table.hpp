// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "hone/core/space.hpp"
#include "hone/designs/design.hpp"
#include "hone/encode/encoding.hpp"

// Designs as tables of levels, of points of the unit cube, or of settings in the user's units.
namespace hone::layouts {

/// What the columns of a design stand for: x1, x2, ..., the columns of a file, or the parameters of a space,
/// of which an unordered choice takes one column for each of its values.
class DesignColumns {
 public:
  explicit DesignColumns(int factors);
  /// Columns of these names and so many new ones, named x<number> as far as that is free.
  DesignColumns(std::vector<std::string> names, int added);
  explicit DesignColumns(const Space& space);

  const std::vector<std::string>& names() const noexcept { return names_; }
  int factors() const noexcept { return static_cast<int>(names_.size()); }
  bool has_space() const noexcept { return encoding_.has_value(); }
  /// The settings that points stand for. Throws Error(Unsatisfiable) when one violates a constraint.
  std::vector<Configuration> settings(const designs::DesignPoints& points, int first) const;
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
  std::vector<std::string> names;              ///< of the columns
  designs::DesignPoints points;                ///< of the unit cube
  std::optional<designs::Design> levels = {};  ///< when the file holds whole numbers
  std::vector<Configuration> settings = {};    ///< when it holds settings of a space
};

/// Reads a CSV file: settings of the space when one is given, otherwise levels (whole numbers from 1;
/// `levels` of them, or as many as the largest) or points of the unit cube. Throws Error(InvalidFile) naming
/// the line.
DesignFile read_design(const std::string& path, const Space* space, std::optional<int> levels);

/// A design, and the runs or columns it was added to as they were given: a search sees them on its levels,
/// but what has been run is written as it was.
class LaidOut {
 public:
  LaidOut(designs::Design design, DesignColumns columns)
      : LaidOut(std::move(design), std::move(columns), {}) {}
  LaidOut(designs::Design design, DesignColumns columns, const DesignFile& given);

  const designs::Design& design() const noexcept { return design_; }
  const DesignColumns& columns() const noexcept { return columns_; }
  const designs::DesignPoints& points() const noexcept { return points_; }
  /// The points that the written table stands for: those of its levels, as they were given, or those that
  /// encode its settings.
  designs::DesignPoints written_points() const;
  /// False when these are design().points().
  bool differs_from_levels() const noexcept { return written_as_points_ || columns_.has_space(); }
  /// Runs that were given; 0 when columns were added to them.
  int existing() const noexcept { return existing_; }
  /// Throws Error(Unsatisfiable) when a new one violates a constraint.
  std::vector<Configuration> settings() const;
  /// True when the given runs were points and not levels, so that levels would not tell where they are.
  bool written_as_points() const noexcept { return written_as_points_; }

 private:
  designs::Design design_;
  DesignColumns columns_;
  designs::DesignPoints points_;
  std::vector<Configuration> given_;
  int existing_ = 0;
  bool written_as_points_ = false;
};

/// The settings, the levels or the points as CSV.
std::string design_csv(const LaidOut& laid_out);

}  // namespace hone::layouts
