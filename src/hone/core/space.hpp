// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "hone/core/configuration.hpp"
#include "hone/core/constraint.hpp"
#include "hone/core/parameter.hpp"

namespace hone {

/// What may be tried: parameters with their conditions, constraints between them, and optionally a fixed pool
/// of candidates, in which case only those rows may be proposed. Invariant: at least one parameter; names
/// differ; every condition names another parameter and can be true; conditions have no cycle; every
/// constraint names parameters of the space. A Space is immutable and cheap to copy.
class Space {
 public:
  /// Throws Error(InvalidSpace) naming the offending parameter or constraint.
  explicit Space(std::vector<Parameter> parameters, const std::vector<std::string>& constraints = {});

  /// A pool of candidate rows. Without parameters the columns become some: whole numbers an int, other
  /// numbers a float, true and false a bool, the rest categorical. With parameters every row must fit them.
  /// Equal rows are kept once, rows that violate a constraint are left out. Throws Error(InvalidSpace) naming
  /// the row that is wrong.
  static Space from_candidates(const std::vector<std::vector<std::pair<std::string, Value>>>& rows,
                               const std::vector<std::string>& constraints = {},
                               std::vector<Parameter> parameters = {});

  std::size_t size() const noexcept { return parameters().size(); }
  const std::vector<Parameter>& parameters() const noexcept;
  const std::vector<Constraint>& constraints() const noexcept;
  /// The pool; empty when the whole space may be proposed.
  const std::vector<Configuration>& candidates() const noexcept;
  const Configuration::Names& names() const noexcept;

  std::optional<std::size_t> index_of(std::string_view name) const;

  /// Parameter indices with every parent before its children.
  const std::vector<std::size_t>& order() const noexcept;

  /// Whether a parameter exists, given values of its parents.
  bool active(std::size_t index, const std::vector<std::optional<Value>>& values) const;

  /// Drops the values of parameters that do not exist, then checks nothing else: for values that are known to
  /// be inside their domains. `values` has one entry for each parameter.
  Configuration configuration(std::vector<std::optional<Value>> values) const;

  /// Reads named values as a person gives them: types are adjusted and constants added.
  /// Values of parameters that do not exist under the others are dropped, and a null counts as not given
  /// where it is none of the choices. Throws Error(InvalidArgument) when a name is unknown, a value outside
  /// its domain, an existing parameter missing that is not optional, a constraint violated, or the row not a
  /// candidate.
  Configuration admit(std::span<const std::pair<std::string, Value>> values) const;
  /// The same for settings that somebody wants to be tried: a value of a parameter that does not exist under
  /// the others is refused, as who gave it expects it to matter.
  Configuration admit_wish(std::span<const std::pair<std::string, Value>> values) const;

  /// True when all constraints hold and, with a pool, the configuration is one of it.
  bool allows(const Configuration& configuration) const;
  /// Sum of the constraints' violations; 0 when all hold.
  double violation(const Configuration& configuration) const;

  /// Upper bound on the number of different configurations (conditions and constraints may leave fewer);
  /// nothing when infinite or above 2^62.
  std::optional<std::uint64_t> cardinality() const;

  friend bool operator==(const Space& a, const Space& b);

 private:
  struct Parts;
  Configuration fit(std::span<const std::pair<std::string, Value>> values) const;
  explicit Space(std::shared_ptr<const Parts> parts);
  std::shared_ptr<const Parts>
      parts_;  // immutable and shared: sampler, storage and session hold the same space
};

}  // namespace hone
