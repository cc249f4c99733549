// SPDX-License-Identifier: MIT
#include "hone/core/expression.hpp"

#include <algorithm>
#include <array>
#include <optional>
#include <utility>

#include "hone/base/error.hpp"
#include "hone/base/text.hpp"
#include "hone/core/expression_lexer.hpp"

namespace hone {
namespace {

using Node = std::unique_ptr<ExpressionNode>;

constexpr std::size_t kLongest = 4000;
constexpr int kDeepest = 100;  // the parser recurses; a bound keeps a hostile text from exhausting the stack
// A text has at most a node per character. The middle of 0 < x < 1 is written out twice, and so is what is in
// it: with chains in chains their number would double with each level.
constexpr std::size_t kMostCopied = 4000;

struct FunctionName {
  std::string_view name;
  Function function;
};
constexpr std::array<FunctionName, 11> kFunctions = {{{"abs", Function::Abs},
                                                      {"ceil", Function::Ceil},
                                                      {"exp", Function::Exp},
                                                      {"floor", Function::Floor},
                                                      {"log", Function::Log},
                                                      {"log2", Function::Log2},
                                                      {"log10", Function::Log10},
                                                      {"max", Function::Max},
                                                      {"min", Function::Min},
                                                      {"round", Function::Round},
                                                      {"sqrt", Function::Sqrt}}};

Node make(Op op, std::size_t place) {
  auto node = std::make_unique<ExpressionNode>();
  node->op = op;
  node->place = place;
  return node;
}

Node join_nodes(Op op, std::size_t place, Node left, Node right) {
  Node node = make(op, place);
  node->children.push_back(std::move(left));
  if (right) node->children.push_back(std::move(right));
  return node;
}

// Recursive descent, one function per level of precedence, weakest first.
class ExpressionParser {
 public:
  explicit ExpressionParser(std::string_view text) : text_(text), lexer_(text), token_(lexer_.next()) {}

  Node parse() {
    Node node = disjunction();
    if (token_.kind != TokenKind::End) {
      refuse_expression(text_, token_.place, "'" + token_.text + "' was not expected",
                        "join two parts by an operator, and, or or");
    }
    return node;
  }

 private:
  struct Depth {
    explicit Depth(ExpressionParser& parser) : parser_(parser) {
      if (++parser_.depth_ > kDeepest) {
        refuse_expression(parser_.text_, parser_.token_.place, "the expression is nested too deeply",
                          "simplify it");
      }
    }
    ~Depth() { --parser_.depth_; }
    Depth(const Depth&) = delete;
    Depth& operator=(const Depth&) = delete;
    ExpressionParser& parser_;
  };

  bool is_symbol(std::string_view symbol) const {
    return token_.kind == TokenKind::Symbol && token_.text == symbol;
  }
  bool is_word(std::string_view word) const { return token_.kind == TokenKind::Word && token_.text == word; }
  void advance() { token_ = lexer_.next(); }

  void expect(std::string_view symbol) {
    if (!is_symbol(symbol)) {
      refuse_expression(text_, token_.place, text("'", symbol, "' was expected, not '", token_.text, "'"),
                        "check the brackets");
    }
    advance();
  }

  Node disjunction() {
    Node left = conjunction();
    while (is_word("or")) {
      const std::size_t place = token_.place;
      advance();
      left = join_nodes(Op::Or, place, std::move(left), conjunction());
    }
    return left;
  }

  Node conjunction() {
    Node left = negation();
    while (is_word("and")) {
      const std::size_t place = token_.place;
      advance();
      left = join_nodes(Op::And, place, std::move(left), negation());
    }
    return left;
  }

  Node negation() {
    const Depth depth(*this);
    if (!is_word("not")) return comparison();
    const std::size_t place = token_.place;
    advance();
    return join_nodes(Op::Not, place, negation(), nullptr);
  }

  std::optional<Op> comparison_op() const {
    if (is_word("in")) return Op::In;
    if (token_.kind != TokenKind::Symbol) return std::nullopt;
    for (const Op op : {Op::Less, Op::LessEqual, Op::Greater, Op::GreaterEqual, Op::Equal, Op::NotEqual}) {
      if (token_.text == op_text(op)) return op;
    }
    return std::nullopt;
  }

  Node comparison() {
    Node left = sum();
    Node chain;
    while (const auto op = comparison_op()) {
      const std::size_t place = token_.place;
      advance();
      Node right = *op == Op::In ? list() : sum();
      Node middle = *op != Op::In && comparison_op() ? copy(*right) : nullptr;
      Node link = join_nodes(*op, place, std::move(left), std::move(right));
      chain = chain ? join_nodes(Op::And, place, std::move(chain), std::move(link)) : std::move(link);
      if (!middle) return chain;
      left = std::move(middle);
    }
    return chain ? std::move(chain) : std::move(left);
  }

  Node copy(const ExpressionNode& node) {
    if (++copied_ > kMostCopied)
      refuse_expression(text_, node.place, "too much stands between two comparisons",
                        "write it as two parts that are joined by and");
    Node twin = make(node.op, node.place);
    twin->literal = node.literal;
    twin->name = node.name;
    twin->function = node.function;
    for (const Node& child : node.children) twin->children.push_back(copy(*child));
    return twin;
  }

  Node list() {
    Node node = make(Op::List, token_.place);
    const bool round = is_symbol("(");
    if (!round) expect("[");
    if (round) advance();
    while (true) {
      node->children.push_back(sum());
      if (!is_symbol(",")) break;
      advance();
    }
    expect(round ? ")" : "]");
    return node;
  }

  Node sum() {
    Node left = product();
    while (is_symbol("+") || is_symbol("-")) {
      const Op op = is_symbol("+") ? Op::Add : Op::Subtract;
      const std::size_t place = token_.place;
      advance();
      left = join_nodes(op, place, std::move(left), product());
    }
    return left;
  }

  Node product() {
    Node left = unary();
    while (is_symbol("*") || is_symbol("/") || is_symbol("%")) {
      const Op op = is_symbol("*") ? Op::Multiply : is_symbol("/") ? Op::Divide : Op::Modulo;
      const std::size_t place = token_.place;
      advance();
      left = join_nodes(op, place, std::move(left), unary());
    }
    return left;
  }

  Node unary() {
    const Depth depth(*this);
    if (is_symbol("+")) {
      advance();
      return unary();
    }
    if (!is_symbol("-")) return power();
    const std::size_t place = token_.place;
    advance();
    return join_nodes(Op::Negate, place, unary(), nullptr);
  }

  Node power() {
    Node base = primary();
    if (!is_symbol("^") && !is_symbol("**")) return base;
    const std::size_t place = token_.place;
    advance();
    return join_nodes(Op::Power, place, std::move(base), unary());
  }

  Node primary() {
    const Token token = token_;
    if (is_symbol("(")) {
      advance();
      Node inner = disjunction();
      expect(")");
      return inner;
    }
    if (token.kind == TokenKind::Symbol || token.kind == TokenKind::End) {
      refuse_expression(text_, token.place, "a value was expected, not " + quoted_or_end(token),
                        "write a parameter's name, a number or a quoted string");
    }
    advance();
    return token.kind == TokenKind::Word ? word(token) : literal(token);
  }

  static std::string quoted_or_end(const Token& token) {
    return token.kind == TokenKind::End ? token.text : "'" + token.text + "'";
  }

  static Node literal(const Token& token) {
    Node node = make(token.kind == TokenKind::QuotedName ? Op::Name : Op::Literal, token.place);
    if (token.kind == TokenKind::Number) node->literal = token.number;
    if (token.kind == TokenKind::String) node->literal = token.text;
    if (token.kind == TokenKind::QuotedName) node->name = token.text;
    return node;
  }

  Node word(const Token& token) {
    if (token.text == "true" || token.text == "false") {
      Node node = make(Op::Literal, token.place);
      node->literal = token.text == "true";
      return node;
    }
    if (is_symbol("(")) return call(token);
    if (token.text == "and" || token.text == "or" || token.text == "in" || token.text == "not") {
      refuse_expression(text_, token.place, "a value was expected, not '" + token.text + "'",
                        "write something on both sides of it");
    }
    Node node = make(Op::Name, token.place);
    node->name = token.text;
    return node;
  }

  Node call(const Token& token) {
    const auto found = std::find_if(kFunctions.begin(), kFunctions.end(),
                                    [&](const FunctionName& entry) { return entry.name == token.text; });
    if (found == kFunctions.end()) {
      std::vector<std::string> known;
      for (const FunctionName& entry : kFunctions) known.emplace_back(entry.name);
      refuse_expression(text_, token.place, "there is no function '" + token.text + "'",
                        "use one of " + join(known, ", ") + did_you_mean(token.text, known));
    }
    Node node = make(Op::Call, token.place);
    node->name = token.text;
    node->function = found->function;
    expect("(");
    while (true) {
      node->children.push_back(sum());
      if (!is_symbol(",")) break;
      advance();
    }
    expect(")");
    const bool several = node->function == Function::Max || node->function == Function::Min;
    if (!several && node->children.size() != 1) {
      refuse_expression(text_, token.place, "'" + token.text + "' takes one value", "give it one");
    }
    return node;
  }

  std::string_view text_;
  Lexer lexer_;
  Token token_;
  int depth_ = 0;
  std::size_t copied_ = 0;
};

}  // namespace

std::unique_ptr<ExpressionNode> parse_expression(std::string_view text) {
  if (text.size() > kLongest) {
    throw Error(ErrorCode::InvalidSpace, "a constraint is longer than 4000 characters",
                "split it into several");
  }
  return ExpressionParser(text).parse();
}

void refuse_expression(std::string_view text, std::size_t place, const std::string& problem,
                       const std::string& remedy) {
  throw Error(ErrorCode::InvalidSpace,
              hone::text("in the constraint '", text, "': ", problem, " at character ", place + 1), remedy);
}

std::string_view op_text(Op op) {
  static constexpr std::pair<Op, std::string_view> kTexts[] = {
      {Op::Negate, "-"},     {Op::Subtract, "-"}, {Op::Add, "+"},           {Op::Multiply, "*"},
      {Op::Divide, "/"},     {Op::Modulo, "%"},   {Op::Power, "^"},         {Op::Less, "<"},
      {Op::LessEqual, "<="}, {Op::Greater, ">"},  {Op::GreaterEqual, ">="}, {Op::Equal, "=="},
      {Op::NotEqual, "!="},  {Op::In, "in"},      {Op::And, "and"},         {Op::Or, "or"},
      {Op::Not, "not"}};
  for (const auto& [known, written] : kTexts)
    if (known == op) return written;
  return "value";
}

}  // namespace hone
