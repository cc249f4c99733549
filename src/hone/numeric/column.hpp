// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace hone::numeric {

enum class ColumnKind {
  Real,      ///< any number of [0, 1]
  Ordered,   ///< one of several cells of [0, 1], met in their middle; near cells mean near things
  Category,  ///< an index 0, 1, ...; only equality has a meaning
};

/// What one coordinate of a point means: the one vocabulary of encodings, models and evolution. A point has
/// the same coordinates in all of them, so that it is never converted on its way from one to the other.
struct Column {
  ColumnKind kind = ColumnKind::Real;
  std::int64_t cells = 0;    ///< how many values there are; 0 for a real one
  bool conditional = false;  ///< some points do not have this coordinate

  /// Real or Ordered: differences have a meaning.
  bool is_number() const noexcept { return kind != ColumnKind::Category; }
  static Column ordered(std::int64_t cells) { return {ColumnKind::Ordered, cells}; }
  static Column category(std::int64_t cells) { return {ColumnKind::Category, cells}; }

  friend bool operator==(const Column&, const Column&) = default;
};

using Columns = std::vector<Column>;

/// d real columns that every point has: the plain unit cube.
inline Columns unit_cube(int d) { return Columns(static_cast<std::size_t>(d)); }

}  // namespace hone::numeric
