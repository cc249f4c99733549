// SPDX-License-Identifier: MIT
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "hone/core/space.hpp"
#include "hone/core/value.hpp"

// A study's space may change while its trials stay: what an old trial is worth in the new space.
namespace hone {

/// A parameter that was taken out of a space, and which of the trials that had it still count.
struct Removal {
  bool any = false;                ///< all of them: it did not matter
  std::vector<Value> values = {};  ///< otherwise those that had one of these, as all have from now on
  friend bool operator==(const Removal&, const Removal&) = default;
};
/// By the name of the parameter.
using Removals = std::map<std::string, Removal>;

/// Whether a trial that had this value of a parameter which is gone still counts.
bool still_counts(const Removals& removed, const std::string& name, const Value& value);

/// An old configuration in a new space.
struct Fitted {
  /// Over the names of the new space. When it fits, exactly what Space::admit() would make of its values.
  Configuration configuration;
  /// Values of parameters that do not exist in it, by name.
  Attributes former = {};
  /// Why it is not a point of the new space: "x is 20, outside 0 to 10"; empty when it fits.
  std::string outside = {};
  /// The first new parameter that has no value here and no default, if that is why.
  std::optional<std::string> without_default = {};
  /// The first removed parameter of which nothing was told, if that is why.
  std::optional<std::string> untold_removal = {};

  bool fits() const { return outside.empty(); }
};

/// Takes configurations of one space into another. Pure: the same answer for the same spaces and values, and
/// no value is ever moved to make it fit.
/// - A parameter of both spaces keeps its value, in the type of its new domain; outside of that domain the
///   configuration does not fit, and shows the value as it was.
/// - A parameter that exists there now and has no value gets its default (Parameter::usual), a constant its
///   value; without one an optional parameter stays without, and otherwise the configuration does not fit.
/// - A parameter that is gone is left out. The configuration fits when the removal says so, or when the
///   parameter did not exist in it.
/// - A parameter that exists in both spaces but not under these values any more is left out: it had no say.
/// - Then the constraints must hold and, with a pool, the row must be one of its candidates.
class SpaceFit {
 public:
  SpaceFit(Space from, Space to, Removals removed = {});

  /// `old` is a configuration of the space that this takes from.
  Fitted operator()(const Configuration& old) const;

 private:
  void keep_values(const Configuration& old, Fitted& fitted, std::vector<std::optional<Value>>& values) const;
  void take_leave(const Configuration& old, Fitted& fitted) const;

  Space from_;
  Space to_;
  Removals removed_;
  std::vector<std::optional<std::size_t>> sources_;  ///< for each new parameter, its place in the old space
  std::vector<std::size_t> gone_;                    ///< old parameters that the new space does not have
  bool same_ = false;
};

/// "0 to 10 (log)", "rbf, poly", "true, false", "3".
std::string domain_text(const Domain& domain);

}  // namespace hone
