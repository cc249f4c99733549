// SPDX-License-Identifier: MIT
#include "hone/codec/map_form.hpp"

#include <limits>
#include <unordered_set>

#include "hone/base/text.hpp"
#include "hone/codec/json_scanner.hpp"

namespace hone::codec {
namespace {

constexpr std::int64_t kLastNumber = std::numeric_limits<std::int64_t>::max();

Node trials_shape() { return shape::list(shape::integer(0)); }

std::vector<std::int64_t> read_trials(const Field& field) {
  std::vector<std::int64_t> numbers;
  std::unordered_set<std::int64_t> seen;
  for (const Field& item : field.items("a list of trial numbers")) {
    numbers.push_back(item.integer(0, kLastNumber));
    if (!seen.insert(numbers.back()).second)
      item.refuse(hone::text("trial ", numbers.back(), " is named twice"), "name each trial once");
  }
  return numbers;
}

std::string read_text(const Field& field, std::size_t most) {
  std::string words = field.text();
  if (words.size() > most)
    field.refuse(hone::text("a text of ", words.size(), " bytes"), hone::text("write at most ", most));
  return words;
}

}  // namespace

void MapForm::declare(const char* name, Node shape, const char* summary, bool needed) {
  members_.push_back({name, shape::described(summary, std::move(shape)), needed});
}

std::vector<std::string> MapForm::names() const {
  std::vector<std::string> names;
  for (const shape::Member& member : members_) names.push_back(member.name);
  return names;
}

void MapForm::write_name(const char* name) {
  if (out_->back() != '{') *out_ += ',';
  append_json(*out_, std::string_view(name));
  *out_ += ':';
}

void MapForm::write(const char* name, std::int64_t value) {
  write_name(name);
  *out_ += std::to_string(value);
}

void MapForm::write_list(const char* name, const std::vector<std::int64_t>& value) {
  write_name(name);
  *out_ += '[';
  for (std::size_t i = 0; i < value.size(); ++i) *out_ += (i > 0 ? "," : "") + std::to_string(value[i]);
  *out_ += ']';
}

void MapForm::trial(const char* name, std::int64_t& value, const char* summary) {
  if (out_ != nullptr) return write(name, value);
  needed(
      name, [] { return shape::integer(0); }, summary,
      [&](const Field& member) { value = member.integer(0, kLastNumber); });
}

void MapForm::trials(const char* name, std::vector<std::int64_t>& value, const char* summary) {
  if (out_ != nullptr) return write_list(name, value);
  needed(name, trials_shape, summary, [&](const Field& member) { value = read_trials(member); });
}

void MapForm::trials(const char* name, std::vector<std::int64_t>& value, bool& given, const char* summary) {
  if (out_ != nullptr) return given ? write_list(name, value) : void();
  field(name, trials_shape, summary, [&](const Field& member) {
    value = read_trials(member);
    given = true;
  });
}

void MapForm::flag(const char* name, bool& value, const char* summary) {
  if (out_ != nullptr) {
    write_name(name);
    *out_ += value ? "true" : "false";
    return;
  }
  field(name, shape::flag, summary, [&](const Field& member) { value = member.flag(); });
}

void MapForm::text(const char* name, std::string& value, std::size_t most, const char* summary) {
  if (out_ != nullptr) {
    write_name(name);
    return append_json(*out_, std::string_view(value));
  }
  field(name, shape::text, summary, [&](const Field& member) { value = read_text(member, most); });
}

void MapForm::share(const char* name, double& value, const char* summary) {
  if (out_ != nullptr) {
    write_name(name);
    return append_json(*out_, value);
  }
  field(
      name, [] { return shape::number(0.0, 1.0); }, summary,
      [&](const Field& member) { value = member.number(0.0, 1.0); });
}

void MapForm::words(const char* name, std::vector<std::string>& value, std::size_t most, const char* summary,
                    std::size_t longest) {
  if (out_ != nullptr) {
    write_name(name);
    *out_ += '[';
    for (std::size_t i = 0; i < value.size(); ++i) {
      if (i > 0) *out_ += ',';
      append_json(*out_, std::string_view(value[i]));
    }
    *out_ += ']';
    return;
  }
  field(
      name, [] { return shape::list(shape::text()); }, summary,
      [&](const Field& member) {
        value.clear();
        for (const Field& item : member.items("a list of words")) value.push_back(read_text(item, longest));
        if (value.size() > most)
          member.refuse(hone::text("there are ", value.size(), " of them"),
                        hone::text("give at most ", most));
      });
}

void MapForm::number(const char* name, std::optional<double>& value, const char* summary) {
  constexpr double kAny = std::numeric_limits<double>::infinity();
  field(
      name, [] { return shape::number(); }, summary,
      [&](const Field& member) { value = member.number(-kAny, kAny); });
}

void MapForm::duration(const char* name, double& value, const char* summary) {
  if (map_ == nullptr)
    return declare(name, shape::with(shape::duration(), "default", leaf(value)), summary, false);
  if (const auto member = map_->find(name)) member->attempt([&] { value = member->seconds(); });
}

void MapForm::duration_above_zero(const char* name, std::optional<double>& value, const char* summary) {
  field(name, shape::duration_above_zero, summary, [&](const Field& member) {
    value = member.seconds();
    if (member.origin().trusted || *value > 0.0) return;
    member.refuse("the time is 0", "give a duration above 0, or leave the field out for no limit",
                  ErrorCode::InvalidOption);
  });
}

}  // namespace hone::codec
