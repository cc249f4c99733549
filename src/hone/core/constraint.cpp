// SPDX-License-Identifier: MIT
#include "hone/core/constraint.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "hone/base/cancellation.hpp"
#include "hone/base/text.hpp"
#include "hone/core/expression.hpp"

namespace hone {
namespace {

// ---- Types: what a part of an expression may be, found once when the constraint is made.

enum TypeBits : unsigned { kNumber = 1, kString = 2, kBoolean = 4, kCompound = 8 };

unsigned type_of(const Value& value) {
  if (std::holds_alternative<bool>(value)) return kBoolean;
  if (std::holds_alternative<Compound>(value)) return kCompound;
  return std::holds_alternative<std::string>(value) ? kString : kNumber;
}

unsigned type_of(const Domain& domain) {
  if (std::holds_alternative<Toggle>(domain)) return kBoolean;
  if (const auto* constant = std::get_if<Constant>(&domain)) return type_of(constant->value);
  const auto* choices = std::get_if<Choices>(&domain);
  if (choices == nullptr) return kNumber;
  unsigned types = 0;
  for (const Value& value : choices->values()) types |= type_of(value);
  return types;
}

std::string type_words(unsigned types) {
  if (types & kNumber) return "a number";
  if (types & kString) return "a string";
  return types & kBoolean ? "true or false" : "null, a list or a map";
}

class Binder {
 public:
  Binder(std::string_view text, std::span<const Parameter> parameters)
      : text_(text), parameters_(parameters) {}

  void bind_constraint(ExpressionNode& root) {
    if (!(bind(root) & kBoolean)) {
      refuse_expression(text_, root.place, "the whole is " + type_words(bind(root)) + ", not true or false",
                        "compare it with something, for example <= 10");
    }
  }

 private:
  unsigned bind(ExpressionNode& node) {
    switch (node.op) {
      case Op::Literal:
        return type_of(node.literal);
      case Op::Name:
        return bind_name(node);
      case Op::And:
      case Op::Or:
      case Op::Not:
        return bind_all(node, kBoolean, kBoolean);
      case Op::Less:
      case Op::LessEqual:
      case Op::Greater:
      case Op::GreaterEqual:
        return bind_all(node, kNumber, kBoolean);
      case Op::Equal:
      case Op::NotEqual:
      case Op::In:
        return bind_equality(node);
      case Op::List:
        return bind_list(node);
      default:
        return bind_all(node, kNumber, kNumber);
    }
  }

  unsigned bind_name(ExpressionNode& node) {
    for (std::size_t i = 0; i < parameters_.size(); ++i) {
      if (parameters_[i].name != node.name) continue;
      node.parameter = i;
      return type_of(parameters_[i].domain);
    }
    if (node.name == "null") {
      node.op = Op::Literal;
      node.literal = Compound();
      return kCompound;
    }
    std::vector<std::string> names;
    for (const Parameter& parameter : parameters_) names.push_back(parameter.name);
    refuse_expression(
        text_, node.place, "there is no parameter '" + node.name + "'",
        "name one of the space, or quote it if it is a string" + did_you_mean(node.name, names));
  }

  unsigned bind_all(ExpressionNode& node, unsigned wanted, unsigned result) {
    for (const auto& child : node.children) {
      const unsigned types = bind(*child);
      if (!(types & wanted)) {
        const std::string who = node.op == Op::Call ? node.name : std::string(op_text(node.op));
        refuse_expression(text_, child->place,
                          text("'", who, "' needs ", type_words(wanted), ", but this is ", type_words(types)),
                          "compare strings with == and in, numbers with < and >");
      }
    }
    return result;
  }

  unsigned bind_equality(ExpressionNode& node) {
    const unsigned left = bind(*node.children[0]);
    const unsigned right = bind(*node.children[1]);
    if (!(left & right)) {
      refuse_expression(
          text_, node.place,
          text("'", op_text(node.op), "' compares ", type_words(left), " with ", type_words(right)),
          "compare like with like");
    }
    return kBoolean;
  }

  unsigned bind_list(ExpressionNode& node) {
    unsigned types = 0;
    for (const auto& child : node.children) types |= bind(*child);
    return types;
  }

  std::string_view text_;
  std::span<const Parameter> parameters_;
};

// ---- Values: absent when a parameter does not exist, or is of a type that makes no sense here.

using Result = std::optional<Value>;

Result evaluate(const ExpressionNode& node, const Configuration& configuration);

std::optional<double> number(const ExpressionNode& node, const Configuration& configuration);

double apply(Function function, double x) {
  switch (function) {
    case Function::Abs:
      return std::abs(x);
    case Function::Ceil:
      return std::ceil(x);
    case Function::Exp:
      return std::exp(x);
    case Function::Floor:
      return std::floor(x);
    case Function::Log:
      return std::log(x);
    case Function::Log2:
      return std::log2(x);
    case Function::Log10:
      return std::log10(x);
    case Function::Round:
      return std::nearbyint(x);
    case Function::Sqrt:
      return std::sqrt(x);
    case Function::Max:
    case Function::Min:
      return x;
  }
  return x;
}

std::optional<double> call(const ExpressionNode& node, const Configuration& configuration) {
  std::optional<double> result;
  for (const auto& child : node.children) {
    const auto value = number(*child, configuration);
    if (!value) return std::nullopt;
    if (!result) {
      result = apply(node.function, *value);
    } else {
      result = node.function == Function::Max ? std::max(*result, *value) : std::min(*result, *value);
    }
  }
  return result;
}

std::optional<double> arithmetic(const ExpressionNode& node, const Configuration& configuration) {
  const auto left = number(*node.children[0], configuration);
  if (!left) return std::nullopt;
  if (node.op == Op::Negate) return -*left;
  const auto right = number(*node.children[1], configuration);
  if (!right) return std::nullopt;
  switch (node.op) {
    case Op::Add:
      return *left + *right;
    case Op::Subtract:
      return *left - *right;
    case Op::Multiply:
      return *left * *right;
    case Op::Divide:
      return *left / *right;
    case Op::Modulo:
      return *left - *right * std::floor(*left / *right);
    default:
      return std::pow(*left, *right);
  }
}

// Without a copy of the value, as most of an expression are numbers.
std::optional<double> number(const ExpressionNode& node, const Configuration& configuration) {
  switch (node.op) {
    case Op::Literal:
      return as_number(node.literal);
    case Op::Name: {
      const std::optional<Value>& value = configuration[node.parameter];
      return value ? as_number(*value) : std::nullopt;
    }
    case Op::Call:
      return call(node, configuration);
    default:
      return arithmetic(node, configuration);
  }
}

Result evaluate(const ExpressionNode& node, const Configuration& configuration) {
  switch (node.op) {
    case Op::Literal:
      return node.literal;
    case Op::Name:
      return configuration[node.parameter];
    case Op::Call:
      return call(node, configuration);
    default:
      return arithmetic(node, configuration);
  }
}

// ---- Truth: how far an expression is from being true, and from being false; both 0 when it is undecided.

constexpr double kFar = std::numeric_limits<double>::infinity();

struct Distance {
  double to_true = 0.0;
  double to_false = 0.0;
};

Distance truth(const ExpressionNode& node, const Configuration& configuration);

// The gap that a strict comparison leaves at equality must be above 0 to count as violated.
double at_least_tiny(double gap) { return gap > 0.0 ? gap : std::numeric_limits<double>::min(); }

Distance order(Op op, double left, double right) {
  if (std::isnan(left) || std::isnan(right)) return {kFar, 0.0};
  if (op == Op::Greater || op == Op::GreaterEqual) std::swap(left, right);
  const bool strict = op == Op::Less || op == Op::Greater;
  const bool holds = strict ? left < right : left <= right;
  const double gap = at_least_tiny(left == right ? 0.0 : std::abs(left - right));
  return holds ? Distance{0.0, gap} : Distance{gap, 0.0};
}

Distance equality(const ExpressionNode& left, const ExpressionNode& right,
                  const Configuration& configuration) {
  const Result a = evaluate(left, configuration);
  const Result b = evaluate(right, configuration);
  if (!a || !b) return {};
  if (same_value(*a, *b)) return {0.0, 1.0};
  const auto x = as_number(*a);
  const auto y = as_number(*b);
  const double gap = x && y ? std::abs(*x - *y) : 1.0;
  return {std::isnan(gap) ? kFar : at_least_tiny(gap), 0.0};
}

Distance membership(const ExpressionNode& node, const Configuration& configuration) {
  Distance result{kFar, 0.0};
  for (const auto& member : node.children[1]->children) {
    const Distance one = equality(*node.children[0], *member, configuration);
    result.to_true = std::min(result.to_true, one.to_true);
    result.to_false += one.to_false;
  }
  return result;
}

Distance comparison(const ExpressionNode& node, const Configuration& configuration) {
  if (node.op == Op::In) return membership(node, configuration);
  if (node.op == Op::Equal || node.op == Op::NotEqual) {
    const Distance equal = equality(*node.children[0], *node.children[1], configuration);
    return node.op == Op::Equal ? equal : Distance{equal.to_false, equal.to_true};
  }
  const auto left = number(*node.children[0], configuration);
  const auto right = number(*node.children[1], configuration);
  return left && right ? order(node.op, *left, *right) : Distance{};
}

Distance logic(const ExpressionNode& node, const Configuration& configuration) {
  const Distance a = truth(*node.children[0], configuration);
  if (node.op == Op::Not) return {a.to_false, a.to_true};
  const Distance b = truth(*node.children[1], configuration);
  if (node.op == Op::And) return {a.to_true + b.to_true, std::min(a.to_false, b.to_false)};
  return {std::min(a.to_true, b.to_true), a.to_false + b.to_false};
}

Distance truth(const ExpressionNode& node, const Configuration& configuration) {
  switch (node.op) {
    case Op::And:
    case Op::Or:
    case Op::Not:
      return logic(node, configuration);
    case Op::Literal:
    case Op::Name: {
      const Result result = evaluate(node, configuration);
      const bool* flag = result ? std::get_if<bool>(&*result) : nullptr;
      if (flag == nullptr) return {};
      return *flag ? Distance{0.0, 1.0} : Distance{1.0, 0.0};
    }
    default:
      return comparison(node, configuration);
  }
}

}  // namespace

Constraint::Constraint(std::string text, std::span<const Parameter> parameters) : text_(std::move(text)) {
  check_cancelled();
  auto root = parse_expression(text_);
  Binder(text_, parameters).bind_constraint(*root);
  root_ = std::move(root);
}

double Constraint::violation(const Configuration& configuration) const {
  return truth(*root_, configuration).to_true;
}

std::optional<double> Constraint::excess(const Configuration& configuration) const {
  const Distance distance = truth(*root_, configuration);
  if (distance.to_true > 0.0) return distance.to_true;
  if (distance.to_false > 0.0) return -distance.to_false;
  return std::nullopt;
}

}  // namespace hone
