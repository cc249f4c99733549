// SPDX-License-Identifier: MIT
#include "hone/codec/field.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>

#include "hone/base/text.hpp"
#include "hone/core/value_json.hpp"

namespace hone::codec {
namespace {

constexpr double kExact = 9007199254740992.0;  // 2^53: up to here a double holds every integer

/// Numbers that JSON lacks travel as words.
std::optional<double> special_number(const Value& value) {
  const auto* word = std::get_if<std::string>(&value);
  return word != nullptr ? number_of_word(*word) : std::nullopt;
}

std::string range_words(double low, double high) {
  constexpr double kInf = std::numeric_limits<double>::infinity();
  if (high == kInf) return low == -kInf ? "a finite number" : text("a number of at least ", low);
  return text("a number from ", low, " to ", high);
}

bool is_digit_or_point(char c) { return (c >= '0' && c <= '9') || c == '.'; }

}  // namespace

std::string Field::where() const {
  std::string place = origin_->name;
  if (line_ > 0 && !origin_->request) place.append(":").append(std::to_string(line_));
  if (path_.empty()) return place;
  return place + (origin_->request ? "." : ": ") + path_;
}

void Field::refuse(const std::string& problem, const std::string& remedy,
                   std::optional<ErrorCode> code) const {
  const ErrorCode usual = origin_->request ? ErrorCode::InvalidArgument : ErrorCode::InvalidFile;
  throw Error(code.value_or(usual), problem, remedy).within(where());
}

ErrorCode Field::out_of_range() const {
  return origin_->request ? ErrorCode::InvalidArgument : ErrorCode::InvalidOption;
}

void Field::wrong_type(const std::string& expected, const std::string& remedy) const {
  refuse("this must be " + expected + ", not " + describe(*node_), remedy);
}

Field Field::child(const Node::Member& member) const {
  const std::string path = path_.empty() ? member.key : path_ + "." + member.key;
  return {member.value, *origin_, path, member.line};
}

std::optional<Field> Field::find(std::string_view key) const {
  const Node::Map* map = node_->map();
  if (map == nullptr) return std::nullopt;
  for (const Node::Member& member : *map) {
    if (member.key == key && !member.value.is_null()) return child(member);
  }
  return std::nullopt;
}

std::optional<Field> Field::given(std::string_view key) const {
  for (const auto& [name, member] : members("a map")) {
    if (name == key) return member;
  }
  return std::nullopt;
}

Field Field::at(std::string_view key) const {
  const auto found = find(key);
  if (!found) refuse(hone::text("the field '", key, "' is missing"), "add it");
  return *found;
}

std::vector<std::pair<std::string, Field>> Field::members(const std::string& expected) const {
  const Node::Map* map = node_->map();
  if (map == nullptr) wrong_type(expected, "write `name: value` pairs, one below the other");
  std::vector<std::pair<std::string, Field>> result;
  result.reserve(map->size());
  for (const Node::Member& member : *map) result.emplace_back(member.key, child(member));
  return result;
}

std::vector<Field> Field::items(const std::string& expected) const {
  const Node::List* list = node_->list();
  if (list == nullptr)
    wrong_type(expected, "write it in brackets, [first, second], or as lines that begin with -");
  std::vector<Field> result;
  result.reserve(list->size());
  for (std::size_t i = 0; i < list->size(); ++i) {
    const Node& item = (*list)[i];
    std::string path = origin_->request ? hone::text(path_, "[", i, "]") : hone::text(path_, " #", i + 1);
    result.push_back(Field(item, *origin_, std::move(path), item.line));
  }
  return result;
}

void Field::only(std::span<const std::string> known, std::span<const Advice> advice) const {
  for (const auto& [key, field] : members("a map")) {
    if (std::find(known.begin(), known.end(), key) != known.end()) continue;
    field.attempt([&, &name = key, &unknown = field] { unknown.refuse_name(name, known, advice); });
  }
}

void Field::refuse_name(const std::string& name, std::span<const std::string> known,
                        std::span<const Advice> advice) const {
  const std::string problem = "there is no field " + in_quotes(name) + " here";
  for (const Advice& given : advice) {
    if (given.wrong == name) refuse(problem, std::string(given.remedy));
  }
  const std::string guess = did_you_mean(name, known);
  if (!guess.empty()) refuse(problem + guess, "rename or remove it");
  refuse(problem, known.empty() ? "remove it: nothing is given here"
                                : "remove it, or use one of " + join(known, ", "));
}

std::string Field::text() const {
  const Value* value = node_->scalar();
  const auto* text = value != nullptr ? std::get_if<std::string>(value) : nullptr;
  if (text == nullptr) wrong_type("a text", value != nullptr ? "put it in quotes" : "write one text");
  if (!origin_->trusted && text->find('\0') != std::string::npos) {
    refuse("the text holds a zero byte", "remove it: no program can be given one");
  }
  return *text;
}

std::string Field::word() const {
  const Value* value = node_->scalar();
  if (value != nullptr && std::holds_alternative<std::int64_t>(*value)) return to_text(*value);
  if (value != nullptr && !std::holds_alternative<std::string>(*value)) {
    wrong_type("a text", "put it in quotes, so that it is passed on exactly as written");
  }
  return text();
}

bool Field::flag() const {
  const Value* value = node_->scalar();
  const bool* flag = value != nullptr ? std::get_if<bool>(value) : nullptr;
  if (flag == nullptr) wrong_type("true or false", "write one of these two words");
  return *flag;
}

void Field::refuse_odd_number() const {
  const Value* value = node_->scalar();
  const auto* word = value != nullptr ? std::get_if<std::string>(value) : nullptr;
  if (word == nullptr || word->empty() || word->size() > 40) return;
  std::string digits = *word;
  std::erase(digits, '_');
  const std::string sign = digits.starts_with('-') ? "-" : "";
  digits.erase(0, digits.find_first_not_of("+-"));
  long long whole = 0;
  const bool hexadecimal = digits.starts_with("0x") || digits.starts_with("0X");
  const char* begin = digits.data() + (hexadecimal ? 2 : 0);
  const char* end = digits.data() + digits.size();
  const auto read = std::from_chars(begin, end, whole, hexadecimal ? 16 : 10);
  if (read.ec == std::errc() && read.ptr == end && begin != end && *word != sign + std::to_string(whole))
    wrong_type("a number", "write " + sign + std::to_string(whole));
  double real = 0.0;
  const auto held = std::from_chars(digits.data(), end, real);
  if (held.ec == std::errc::result_out_of_range && held.ptr == end)
    refuse("this is " + *word + ", which 64 bits cannot hold", "write a number between -1e308 and 1e308");
}

double Field::number() const {
  const Value* value = node_->scalar();
  auto number = value != nullptr ? as_number(*value) : std::nullopt;
  if (!number && value != nullptr) number = special_number(*value);
  if (!number) {
    refuse_odd_number();
    wrong_type("a number", "write it in digits and without quotes, for example 0.1 or 1e-4");
  }
  return *number;
}

void Field::check_range(double number, double low, double high) const {
  if (origin_->trusted) return;
  if (std::isfinite(number) && number >= low && number <= high) return;
  refuse(hone::text("this is ", number), "give " + range_words(low, high), out_of_range());
}

double Field::number(double low, double high) const {
  const double result = number();
  check_range(result, low, high);
  return result;
}

std::int64_t Field::integer() const {
  const Value* value = node_->scalar();
  if (value != nullptr) {
    if (const auto* whole = std::get_if<std::int64_t>(value)) return *whole;
    const auto* real = std::get_if<double>(value);
    const bool is_whole = real != nullptr && std::floor(*real) == *real;
    if (is_whole && std::abs(*real) <= kExact) return static_cast<std::int64_t>(*real);
    if (is_whole && std::isfinite(*real)) {
      refuse("this is " + describe(*node_) + ", which is too large to be read exactly",
             "give a smaller one, or write it in digits");
    }
  }
  refuse_odd_number();
  wrong_type("an integer", "write a whole number without quotes");
}

std::int64_t Field::integer(std::int64_t low, std::int64_t high) const {
  const std::int64_t result = integer();
  if (origin_->trusted || (result >= low && result <= high)) return result;
  const bool bounded = high != std::numeric_limits<std::int64_t>::max();
  refuse(hone::text("this is ", result),
         bounded ? hone::text("give an integer from ", low, " to ", high)
                 : hone::text("give an integer of at least ", low),
         out_of_range());
}

Value Field::value() const {
  const Value* value = node_->scalar();
  if (value == nullptr) wrong_type("one value", "write a text, a number, true or false");
  const auto* word = std::get_if<std::string>(value);
  return word != nullptr ? Value(text()) : *value;
}

std::vector<Value> Field::values() const {
  if (node_->list() == nullptr) return {value()};
  std::vector<Value> result;
  for (const Field& item : items("a list of values")) result.push_back(item.value());
  return result;
}

Value Field::any_value() const {
  if (node_->scalar() != nullptr) return value();
  return inside([&] { return value_of(*node_); });
}

std::vector<Value> Field::any_values() const {
  if (node_->list() == nullptr) return {any_value()};
  std::vector<Value> result;
  for (const Field& item : items("a list of values")) result.push_back(item.any_value());
  return result;
}

double Field::seconds() const {
  const Value* value = node_->scalar();
  const auto* word = value != nullptr ? std::get_if<std::string>(value) : nullptr;
  const auto duration = word != nullptr ? parse_duration(*word) : std::nullopt;
  if (duration) return *duration;
  if (origin_->trusted) return number();
  if (value == nullptr || !as_number(*value)) {
    wrong_type("a duration", "write for example 10m, 1h30m, 90s, 500ms, or a number of seconds");
  }
  return number(0.0, std::numeric_limits<double>::infinity());
}

std::size_t Field::choice(std::span<const std::string> known) const {
  const Value* value = node_->scalar();
  const std::string given = value != nullptr ? to_text(*value) : "";
  const auto found = std::find(known.begin(), known.end(), given);
  if (found != known.end()) return static_cast<std::size_t>(found - known.begin());
  refuse("this is " + describe(*node_) + did_you_mean(given, known), "write one of " + join(known, ", "));
}

std::optional<double> parse_duration(std::string_view text) {
  struct Unit {
    std::string_view name;
    double seconds;
  };
  // From large to small, and each at most once: "1h30m", not "30m1h".
  constexpr std::array<Unit, 5> kUnits = {
      {{"d", 86400.0}, {"h", 3600.0}, {"m", 60.0}, {"s", 1.0}, {"ms", 0.001}}};
  double total = 0.0;
  std::size_t next = 0;
  if (text.empty()) return std::nullopt;
  while (!text.empty()) {
    const auto digits_end = std::find_if_not(text.begin(), text.end(), is_digit_or_point);
    const auto amount = parse_number(text.substr(0, static_cast<std::size_t>(digits_end - text.begin())));
    text.remove_prefix(static_cast<std::size_t>(digits_end - text.begin()));
    const auto unit_end = std::find_if(text.begin(), text.end(), is_digit_or_point);
    const std::string_view name = text.substr(0, static_cast<std::size_t>(unit_end - text.begin()));
    text.remove_prefix(name.size());
    while (next < kUnits.size() && kUnits[next].name != name) ++next;
    if (!amount || next == kUnits.size()) return std::nullopt;
    total += *amount * kUnits[next++].seconds;
  }
  return total;
}

}  // namespace hone::codec
