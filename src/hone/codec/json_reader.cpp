// SPDX-License-Identifier: MIT
#include "hone/codec/json_reader.hpp"

#include <algorithm>
#include <unordered_set>
#include <utility>

#include "hone/base/cancellation.hpp"
#include "hone/base/error.hpp"
#include "hone/base/text.hpp"
#include "hone/codec/json_scanner.hpp"

namespace hone::codec {
namespace {

constexpr std::size_t kBetweenChecks = 4096;  // values

class Reader {
 public:
  Reader(std::string_view text, const TreeLimits& limits) : scanner_(text), limits_(limits) {}

  Node document() {
    Node node = value(0);
    scanner_.finish();
    return node;
  }

 private:
  Node value(int depth) {
    const char c = scanner_.peek();
    Node node;
    node.line = scanner_.line();
    if (depth > limits_.depth)
      throw JsonProblem(text("lists and maps are nested deeper than ", limits_.depth), node.line,
                        "write it flatter");
    if (++count_ > limits_.nodes)
      throw JsonProblem(text("there are more than ", limits_.nodes, " values"), node.line, "make it smaller");
    if (count_ % kBetweenChecks == 0) check_cancelled();
    if (c == '{') {
      node.content = map(depth);
    } else if (c == '[') {
      node.content = list(depth);
    } else if (!scanner_.accept_null()) {
      node.content = scanner_.scalar();
    }
    return node;
  }

  Node::List list(int depth) {
    Node::List items;
    scanner_.expect('[');
    if (scanner_.accept(']')) return items;
    do {
      items.push_back(value(depth + 1));
    } while (scanner_.accept(','));
    scanner_.expect(']');
    return items;
  }

  Node::Map map(int depth) {
    Node::Map members;
    std::unordered_set<std::string> seen;  // of a map with many members; a few are compared one by one
    scanner_.expect('{');
    if (scanner_.accept('}')) return members;
    do {
      Node::Member member;
      scanner_.peek();
      member.line = scanner_.line();
      scanner_.string(member.key);
      if (is_there(members, seen, member.key)) {
        throw JsonProblem("the key " + in_quotes(member.key) + " is there twice in the same map", member.line,
                          "remove or rename one");
      }
      scanner_.expect(':');
      member.value = value(depth + 1);
      members.push_back(std::move(member));
    } while (scanner_.accept(','));
    scanner_.expect('}');
    return members;
  }

  static bool is_there(const Node::Map& members, std::unordered_set<std::string>& seen,
                       const std::string& key) {
    constexpr std::size_t kFew = 16;
    if (members.size() < kFew)
      return std::any_of(members.begin(), members.end(), [&](const auto& one) { return one.key == key; });
    if (seen.empty())
      for (const Node::Member& one : members) seen.insert(one.key);
    return !seen.insert(key).second;
  }

  JsonScanner scanner_;
  const TreeLimits& limits_;
  std::size_t count_ = 0;
};

}  // namespace

Node read_json(std::string_view text, const std::string& name, const TreeLimits& limits) {
  try {
    return Reader(text, limits).document();
  } catch (const JsonProblem& problem) {
    const bool one_line = text.find('\n') == std::string_view::npos;
    throw Error(ErrorCode::InvalidFile, problem.what(), problem.remedy)
        .within(one_line ? name : hone::text(name, ":", problem.line));
  }
}

}  // namespace hone::codec
