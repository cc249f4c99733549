// SPDX-License-Identifier: MIT
#include "hone/core/candidates.hpp"

#include <algorithm>
#include <cmath>

#include "hone/base/error.hpp"
#include "hone/base/text.hpp"

namespace hone {
namespace {

[[noreturn]] void refuse_row(std::size_t row, const std::string& problem, const std::string& remedy) {
  throw Error(ErrorCode::InvalidSpace, text("candidate ", row + 1, " ", problem), remedy);
}

const Value& cell(const std::vector<CandidateRow>& rows, std::size_t row, const std::string& column) {
  const CandidateRow& cells = rows[row];
  const auto found =
      std::find_if(cells.begin(), cells.end(), [&](const auto& c) { return c.first == column; });
  if (found == cells.end()) refuse_row(row, "has no '" + column + "'", "give every row the same columns");
  const auto number = as_number(found->second);
  if (number && !std::isfinite(*number)) {
    refuse_row(row, text("has ", *number, " in '", column, "'"), "remove the row or give a finite number");
  }
  return found->second;
}

template <class T>
bool all_are(const std::vector<Value>& values) {
  return std::all_of(values.begin(), values.end(),
                     [](const Value& v) { return std::holds_alternative<T>(v); });
}

bool all_numbers(const std::vector<Value>& values) {
  return std::all_of(values.begin(), values.end(), [](const Value& v) { return as_number(v).has_value(); });
}

Domain number_range(const std::vector<Value>& distinct) {
  const auto [low, high] =
      std::minmax_element(distinct.begin(), distinct.end(),
                          [](const Value& a, const Value& b) { return *as_number(a) < *as_number(b); });
  if (all_are<std::int64_t>(distinct))
    return IntRange(std::get<std::int64_t>(*low), std::get<std::int64_t>(*high));
  return RealRange(*as_number(*low), *as_number(*high));
}

Domain domain_of(const std::vector<Value>& distinct) {
  if (distinct.size() == 1) return Constant{distinct.front()};
  if (all_numbers(distinct)) return number_range(distinct);
  if (all_are<bool>(distinct)) return Toggle{};
  return Choices(distinct);
}

std::vector<Value> distinct_values(const std::vector<CandidateRow>& rows, const std::string& column) {
  std::vector<Value> values;
  for (std::size_t row = 0; row < rows.size(); ++row) values.push_back(cell(rows, row, column));
  // By value first, so that 1 and 1.0 meet.
  std::sort(values.begin(), values.end(), [](const Value& a, const Value& b) {
    const auto x = as_number(a);
    const auto y = as_number(b);
    return x && y && *x != *y ? *x < *y : a < b;
  });
  values.erase(std::unique(values.begin(), values.end(), same_value), values.end());
  return values;
}

}  // namespace

std::vector<Parameter> parameters_of(const std::vector<CandidateRow>& rows) {
  for (std::size_t row = 0; row < rows.size(); ++row) {
    if (rows[row].size() != rows.front().size()) {
      refuse_row(row, text("has ", rows[row].size(), " values, the first has ", rows.front().size()),
                 "give every row the same columns");
    }
  }
  std::vector<Parameter> parameters;
  for (const auto& [column, first] : rows.front())
    parameters.push_back({column, domain_of(distinct_values(rows, column))});
  return parameters;
}

}  // namespace hone
