// SPDX-License-Identifier: MIT
#include "hone/codec/record.hpp"

#include <optional>
#include <utility>

#include "hone/base/error.hpp"
#include "hone/base/text.hpp"
#include "hone/codec/json_scanner.hpp"

namespace hone::codec {
namespace {

[[noreturn]] void corrupt(const char* what, std::string_view text, const std::string& problem) {
  constexpr std::size_t kShown = 80;
  const std::string start(text.substr(0, kShown));
  throw Error(ErrorCode::StorageCorrupt,
              "a stored record of " + std::string(what) + " is damaged: " + problem + ", in " + start +
                  (text.size() > kShown ? "..." : ""),
              "check the store with `hone db check` and go back to a backup");
}

/// Runs a reader over the whole text and reports whatever it finds as damage.
template <class Read>
auto read_record(const char* what, std::string_view text, const Read& read) {
  try {
    JsonScanner scanner(text);
    auto result = read(scanner);
    scanner.finish();
    return result;
  } catch (const JsonProblem& problem) {
    corrupt(what, text, problem.what());
  } catch (const Error& error) {  // a value that is larger than any that is stored
    if (error.code() == ErrorCode::StorageCorrupt) throw;
    corrupt(what, text, error.what());
  }
}

/// Calls `member(name)` in front of each value of an object; `member` must take the value.
template <class Member>
void read_object(JsonScanner& scanner, const Member& member) {
  scanner.expect('{');
  if (scanner.accept('}')) return;
  std::string name;
  do {
    scanner.string(name);
    scanner.expect(':');
    member(name);
  } while (scanner.accept(','));
  scanner.expect('}');
}

double read_number(JsonScanner& scanner) {
  const Value value = scanner.scalar();
  if (const auto number = as_number(value)) return *number;
  const std::string word = to_text(value);
  if (const auto number = number_of_word(word)) return *number;
  throw JsonProblem(text("'", word, "' is not a number"), 1);
}

Value read_value(JsonScanner& scanner, int depth = 0);

Value read_list(JsonScanner& scanner, int depth) {
  std::vector<Value> items;
  scanner.expect('[');
  if (!scanner.accept(']')) {
    do {
      items.push_back(read_value(scanner, depth + 1));
    } while (scanner.accept(','));
    scanner.expect(']');
  }
  return Compound::list(std::move(items));
}

/// A map, or the wrapping of a number that JSON lacks (see append_json).
Value read_map_or_number(JsonScanner& scanner, int depth) {
  Compound::Members members;
  std::optional<double> number;
  read_object(scanner, [&](const std::string& name) {
    if (name.empty()) {
      number = read_number(scanner);
    } else {
      members.emplace_back(name, read_value(scanner, depth + 1));
    }
  });
  if (number) return *number;
  return Compound::map(std::move(members));
}

Value read_value(JsonScanner& scanner, int depth) {
  if (depth > Compound::kMostDepth) throw JsonProblem("lists and maps are nested too deeply", scanner.line());
  switch (scanner.peek()) {
    case '{':
      return read_map_or_number(scanner, depth);
    case '[':
      return read_list(scanner, depth);
    case 'n':
      if (scanner.accept_null()) return Compound();
      [[fallthrough]];
    default:
      return scanner.scalar();
  }
}

/// What `read` makes of each entry of a list.
template <auto read>
auto scan_list(JsonScanner& scanner) {
  std::vector<decltype(read(scanner))> entries;
  scanner.expect('[');
  if (scanner.accept(']')) return entries;
  do {
    entries.push_back(read(scanner));
  } while (scanner.accept(','));
  scanner.expect(']');
  return entries;
}

std::vector<double> scan_numbers(JsonScanner& scanner) { return scan_list<read_number>(scanner); }

Note scan_note(JsonScanner& scanner) {
  if (scanner.peek() == '[') return scan_numbers(scanner);
  return as_note(read_value(scanner));
}

Remark scan_remark(JsonScanner& scanner) {
  Remark remark;
  scanner.expect('[');
  const Value time = scanner.scalar();
  const auto* milliseconds = std::get_if<std::int64_t>(&time);
  if (milliseconds == nullptr) throw JsonProblem(text("'", to_text(time), "' is not a time"), 1);
  remark.time = *milliseconds;
  scanner.expect(',');
  scanner.string(remark.text);
  scanner.expect(']');
  return remark;
}

void write_name(std::string& out, std::string_view name) {
  if (out.size() > 1) out += ',';
  append_json(out, name);
  out += ':';
}

void write_member(std::string& out, std::string_view name, const Value& value) {
  write_name(out, name);
  append_json(out, value);
}

}  // namespace

std::string params_to_text(const Configuration& configuration) {
  std::string out = "{";
  for (std::size_t i = 0; i < configuration.size(); ++i) {
    if (configuration[i]) write_member(out, configuration.name(i), *configuration[i]);
  }
  return out += '}';
}

Configuration params_from_text(std::string_view text, const Space& space) {
  const std::vector<std::string>& names = *space.names();
  std::vector<std::optional<Value>> values(names.size());
  std::size_t next = 0;
  return read_record("parameters", text, [&](JsonScanner& scanner) {
    read_object(scanner, [&](const std::string& name) {
      // They were written in the order of the space: the next one, or one not far behind it, is nearly always
      // right.
      while (next < names.size() && names[next] != name) ++next;
      if (next == names.size()) {
        const auto index = space.index_of(name);
        if (!index) throw JsonProblem(hone::text("the study has no parameter '", name, "'"), 1);
        next = *index;
      }
      values[next++] = read_value(scanner);
    });
    return Configuration(space.names(), std::move(values));
  });
}

std::string attributes_to_text(const Attributes& attributes) {
  std::string out = "{";
  for (const auto& [name, value] : attributes) write_member(out, name, value);
  return out += '}';
}

Attributes attributes_from_text(std::string_view text) {
  return read_record("attributes", text, [](JsonScanner& scanner) {
    Attributes attributes;
    read_object(scanner, [&](const std::string& name) { attributes[name] = read_value(scanner); });
    return attributes;
  });
}

std::string notes_to_text(const Notes& notes) {
  std::string out = "{";
  for (const auto& [name, note] : notes) {
    write_name(out, name);
    if (const auto* numbers = std::get_if<std::vector<double>>(&note)) {
      out += numbers_to_text(*numbers);
    } else {
      append_json(out, as_value(note));
    }
  }
  return out += '}';
}

Notes notes_from_text(std::string_view text) {
  return read_record("notes", text, [](JsonScanner& scanner) {
    Notes notes;
    read_object(scanner, [&](const std::string& name) { notes[name] = scan_note(scanner); });
    return notes;
  });
}

std::string remarks_to_text(std::span<const Remark> remarks) {
  std::string out = "[";
  for (const Remark& remark : remarks) {
    if (out.size() > 1) out += ',';
    out += '[';
    out += std::to_string(remark.time);
    out += ',';
    append_json(out, std::string_view(remark.text));
    out += ']';
  }
  return out += ']';
}

std::vector<Remark> remarks_from_text(std::string_view text) {
  return read_record("remarks", text, scan_list<scan_remark>);
}

std::string numbers_to_text(std::span<const double> numbers) {
  std::string out = "[";
  for (const double number : numbers) {
    if (out.size() > 1) out += ',';
    append_json(out, number);
  }
  return out += ']';
}

std::vector<double> numbers_from_text(std::string_view text) {
  return read_record("numbers", text, scan_numbers);
}

}  // namespace hone::codec
