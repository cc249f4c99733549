// SPDX-License-Identifier: MIT
#include "hone/codec/yaml_reader.hpp"

#include <yaml-cpp/eventhandler.h>
#include <yaml-cpp/exceptions.h>
#include <yaml-cpp/parser.h>

#include <algorithm>
#include <map>
#include <sstream>
#include <unordered_set>
#include <utility>

#include "hone/base/error.hpp"
#include "hone/base/text.hpp"

namespace hone::codec {
namespace {

/// True for the long form of `!!str` and the like.
bool is_tag(std::string_view tag, std::string_view name) {
  constexpr std::string_view kPrefix = "tag:yaml.org,2002:";
  return tag.starts_with(kPrefix) && tag.substr(kPrefix.size()) == name;
}

/// Builds the tree from the parser's events: the library's own tree loses time and memory on large files, and
/// would resolve aliases before anyone can count them.
class TreeBuilder final : public YAML::EventHandler {
 public:
  TreeBuilder(const std::string& name, const TreeLimits& limits) : name_(name), limits_(limits) {}

  Node take() { return std::move(root_); }

  [[noreturn]] void refuse(int line, const std::string& problem, const std::string& remedy) const {
    throw Error(ErrorCode::InvalidFile, problem, remedy).within(text(name_, ":", line));
  }

  void OnDocumentStart(const YAML::Mark& mark) override {
    if (documents_++ > 0) {
      refuse(mark.line + 1, "a second document begins",
             "keep one study in a file and remove the line with ---");
    }
  }
  void OnDocumentEnd() override {}

  void OnNull(const YAML::Mark& mark, YAML::anchor_t anchor) override {
    add(Node{{}, mark.line + 1}, anchor);
  }

  void OnAlias(const YAML::Mark& mark, YAML::anchor_t anchor) override {
    const auto found = anchors_.find(anchor);
    if (found == anchors_.end())
      refuse(mark.line + 1, "an alias stands inside what it names", "write the value out");
    count(found->second.size, mark.line + 1);
    if (depth() + found->second.depth > limits_.depth) refuse_depth(mark.line + 1);
    add(Node(found->second.node), 0);
  }

  void OnScalar(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
                const std::string& value) override {
    add(Node{scalar(tag, value, mark.line + 1), mark.line + 1}, anchor, value);
  }

  void OnSequenceStart(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
                       YAML::EmitterStyle::value) override {
    open(Node::List(), mark.line + 1, tag, "seq", anchor);
  }
  void OnSequenceEnd() override { close(); }

  void OnMapStart(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
                  YAML::EmitterStyle::value) override {
    open(Node::Map(), mark.line + 1, tag, "map", anchor);
  }
  void OnMapEnd() override { close(); }

 private:
  /// A list or map that is being filled.
  struct Open {
    Node node;
    YAML::anchor_t anchor = 0;
    std::size_t count_before = 0;
    int deepest = 0;  ///< levels below this one
    bool has_key = false;
    std::string key = {};
    int key_line = 0;
    std::unordered_set<std::string> keys = {};
  };

  struct Anchored {
    Node node;
    std::size_t size = 1;
    int depth = 0;
  };

  int depth() const { return static_cast<int>(open_.size()); }

  [[noreturn]] void refuse_depth(int line) const {
    refuse(line, text("lists and maps are nested deeper than ", limits_.depth), "write the study flatter");
  }

  void count(std::size_t nodes, int line) {
    count_ += nodes;
    if (count_ > limits_.nodes) {
      refuse(line,
             text("there are more than ", limits_.nodes, " values (aliases count as often as they are used)"),
             "make the study smaller");
    }
  }

  Value scalar(const std::string& tag, const std::string& value, int line) const {
    if (tag == "!" || is_tag(tag, "str")) return value;
    if (tag.empty() || tag == "?" || is_tag(tag, "int") || is_tag(tag, "float") || is_tag(tag, "bool")) {
      return plain_value(value);
    }
    refuse(line, "the tag " + in_quotes(tag) + " means nothing here", "remove it");
  }

  void open(std::variant<std::monostate, Value, Node::List, Node::Map> content, int line,
            const std::string& tag, std::string_view kind, YAML::anchor_t anchor) {
    const bool plain = tag.empty() || tag == "?" || tag == "!" || is_tag(tag, kind);
    if (!plain) refuse(line, "the tag " + in_quotes(tag) + " means nothing here", "remove it");
    if (!open_.empty() && expects_key()) refuse_key(line);
    if (depth() >= limits_.depth) refuse_depth(line);
    Open level;
    level.node = {std::move(content), line};
    level.anchor = anchor;
    level.count_before = count_;
    count(1, line);
    open_.push_back(std::move(level));
  }

  void close() {
    Open level = std::move(open_.back());
    open_.pop_back();
    if (!open_.empty()) open_.back().deepest = std::max(open_.back().deepest, level.deepest + 1);
    if (level.anchor != 0)
      anchors_[level.anchor] = {level.node, count_ - level.count_before, level.deepest + 1};
    attach(std::move(level.node));
  }

  /// A null, scalar or alias; `written` is how it stands in the file, for when it is a key.
  void add(Node node, YAML::anchor_t anchor, const std::string& written = {}) {
    count(1, node.line);
    if (anchor != 0) anchors_[anchor] = {node, 1, 0};
    if (!open_.empty() && expects_key()) return start_member(node, written);
    attach(std::move(node));
  }

  bool expects_key() const { return open_.back().node.map() != nullptr && !open_.back().has_key; }

  [[noreturn]] void refuse_key(int line) const {
    refuse(line, "a key of a map is not a word", "write `name: value` with a plain name");
  }

  void start_member(const Node& node, const std::string& written) {
    if (node.scalar() == nullptr) refuse_key(node.line);
    Open& level = open_.back();
    level.key = written.empty() ? to_text(*node.scalar()) : written;
    level.key_line = node.line;
    level.has_key = true;
    if (!level.keys.insert(level.key).second) {
      refuse(node.line, "the key " + in_quotes(level.key) + " is there twice in the same map",
             "remove or rename one");
    }
  }

  void attach(Node node) {
    if (open_.empty()) {
      root_ = std::move(node);
      return;
    }
    Open& level = open_.back();
    if (auto* list = std::get_if<Node::List>(&level.node.content)) {
      list->push_back(std::move(node));
    } else {
      level.has_key = false;
      std::get<Node::Map>(level.node.content)
          .push_back({std::move(level.key), std::move(node), level.key_line});
    }
  }

  const std::string& name_;
  const TreeLimits& limits_;
  Node root_;
  std::vector<Open> open_;
  std::map<YAML::anchor_t, Anchored> anchors_;
  std::size_t count_ = 0;
  int documents_ = 0;
};

bool starts_with_tab(std::string_view line) {
  const std::size_t first = line.find_first_not_of(' ');
  return first != std::string_view::npos && line[first] == '\t';
}

/// The parser's own complaints in words that help; most come from few causes.
[[noreturn]] void explain(const TreeBuilder& builder, std::string_view text, const YAML::Exception& error) {
  const std::vector<std::string> lines = split(text, '\n');
  const int last = static_cast<int>(lines.size()) - (lines.back().empty() && lines.size() > 1 ? 1 : 0);
  const int line = error.mark.is_null() ? 1 : std::clamp(error.mark.line + 1, 1, last);
  const auto has = [&](const char* words) { return error.msg.find(words) != std::string::npos; };
  if (has("in scalar")) {
    builder.refuse(line, "a quoted text is not closed", "add the closing quote, here or further up");
  }
  const std::string problem = "this is not YAML (" + error.msg + ")";
  for (const int i : {line, line - 1}) {
    if (i > 0 && starts_with_tab(lines[static_cast<std::size_t>(i - 1)])) {
      builder.refuse(i, problem, "indent with spaces: YAML does not take tabs");
    }
  }
  if (has("map value"))
    builder.refuse(line, problem, "look at the indentation, and quote texts that hold ': '");
  if (has("end of"))
    builder.refuse(line, problem, "look at the indentation, and for an open bracket further up");
  if (has("anchor")) builder.refuse(line, problem, "define it further up with &, or write the value out");
  builder.refuse(line, problem, "correct the YAML there, and quote texts with special characters");
}

}  // namespace

Node read_yaml(std::string_view text, const std::string& name, const TreeLimits& limits) {
  TreeBuilder builder(name, limits);
  try {
    // The mark of the document's end makes the parser notice a quote that is still open, which a line end
    // alone does not.
    std::istringstream stream(std::string(text) + "\n...\n");
    YAML::Parser parser(stream);
    while (parser.HandleNextDocument(builder)) {
    }
  } catch (const YAML::Exception& error) {
    explain(builder, text, error);
  }
  return builder.take();
}

}  // namespace hone::codec
