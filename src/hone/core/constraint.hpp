// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "hone/core/configuration.hpp"
#include "hone/core/parameter.hpp"

namespace hone {

struct ExpressionNode;

/// A condition between parameters that every proposed configuration satisfies, written as an expression:
///   x + y <= 10        lr < 0.1 or momentum < 0.5        kernel == 'rbf' or not shrink        0 < a - b < 3
/// Numbers, quoted strings, true, false and null; + - * / % ^; < <= > >= == != in; and or not;
/// abs ceil exp floor log log2 log10 max min round sqrt. A name with other characters than letters, digits, _
/// and inner dots stands in back-quotes: `learning-rate`. A quote inside its quotes is doubled. Nothing else
/// can be called, so a study file from a stranger is safe.
///
/// A comparison with a parameter that does not exist in a configuration is neither true nor false; a
/// constraint is violated only when it is definitely false, so `degree <= 3` says nothing about
/// configurations without degree.
class Constraint {
 public:
  /// Throws Error(InvalidSpace) pointing at the place in the text, when it is not an expression, names an
  /// unknown parameter, or compares what cannot be compared.
  Constraint(std::string text, std::span<const Parameter> parameters);

  const std::string& text() const noexcept { return text_; }

  bool holds(const Configuration& configuration) const { return violation(configuration) == 0.0; }

  /// 0 when the constraint holds, otherwise how far it is from holding: the sum over what must hold together,
  /// the least over alternatives, the difference of the two sides of a comparison. A guide for search, in the
  /// units of the expression; infinite when a side is not a number.
  double violation(const Configuration& configuration) const;

  /// The violation where there is one, otherwise minus the distance that is left until there would be one:
  /// left - right of `left <= right`. Nothing when the constraint is neither true nor false.
  std::optional<double> excess(const Configuration& configuration) const;

  friend bool operator==(const Constraint& a, const Constraint& b) { return a.text_ == b.text_; }

 private:
  std::string text_;
  std::shared_ptr<const ExpressionNode> root_;  // immutable; shared so that spaces stay cheap to copy
};

}  // namespace hone
