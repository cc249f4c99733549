// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "hone/core/value.hpp"

namespace hone {

enum class Op {
  Literal,
  Name,
  List,
  Negate,
  Add,
  Subtract,
  Multiply,
  Divide,
  Modulo,
  Power,
  Call,
  Less,
  LessEqual,
  Greater,
  GreaterEqual,
  Equal,
  NotEqual,
  In,
  And,
  Or,
  Not,
};

enum class Function { Abs, Ceil, Exp, Floor, Log, Log2, Log10, Max, Min, Round, Sqrt };

/// One node of a parsed expression.
struct ExpressionNode {
  Op op = Op::Literal;
  std::size_t place = 0;              ///< where it stands in the text, from 0
  Value literal = false;              ///< Literal
  std::string name = {};              ///< Name, Call
  std::size_t parameter = 0;          ///< Name: index in the space, set when the names are resolved
  Function function = Function::Abs;  ///< Call
  std::vector<std::unique_ptr<ExpressionNode>> children = {};
};

/// Parses the grammar described at Constraint. A chain 0 < x < 1 becomes (0 < x and x < 1). Throws
/// Error(InvalidSpace) that shows the place. Texts over 4,000 characters or nested deeper than 100 are
/// refused.
std::unique_ptr<ExpressionNode> parse_expression(std::string_view text);

/// Error(InvalidSpace) "in the constraint 'x <': <problem> at character 4; <remedy>".
[[noreturn]] void refuse_expression(std::string_view text, std::size_t place, const std::string& problem,
                                    const std::string& remedy);

/// "<=", "and", ...: the way an operator is written.
std::string_view op_text(Op op);

}  // namespace hone
