// SPDX-License-Identifier: MIT
#include "hone/encode/encoding.hpp"

#include <algorithm>
#include <utility>

#include "hone/core/unit_scale.hpp"

namespace hone::encode {
namespace {

bool is_category(const Domain& domain) {
  const auto* choices = std::get_if<Choices>(&domain);
  return choices != nullptr && !choices->ordered();
}

std::vector<EncodedColumn> columns_of(std::size_t index, const Parameter& parameter, Categories categories) {
  EncodedColumn column;
  column.parameter = index;
  column.conditional = !parameter.when.empty() || parameter.optional;
  const auto count = value_count(parameter.domain);
  if (std::holds_alternative<Constant>(parameter.domain)) return {};
  if (!count) return {column};
  column.cells = *count;
  column.kind = is_category(parameter.domain) ? ColumnKind::Category : ColumnKind::Ordered;
  if (column.kind != ColumnKind::Category || categories == Categories::Index) return {column};
  column.kind = ColumnKind::Real;
  column.cells = 0;
  std::vector<EncodedColumn> columns(static_cast<std::size_t>(*count), column);
  for (std::size_t i = 0; i < columns.size(); ++i) columns[i].choice = static_cast<std::int64_t>(i);
  return columns;
}

}  // namespace

Encoding::Encoding(Space space, Categories categories) : space_(std::move(space)), categories_(categories) {
  for (std::size_t i = 0; i < space_.size(); ++i) {
    first_.push_back(columns_.size());
    const auto columns = columns_of(i, space_.parameters()[i], categories);
    columns_.insert(columns_.end(), columns.begin(), columns.end());
  }
}

void Encoding::encode(const Configuration& configuration, std::span<double> point) const {
  for (std::size_t j = 0; j < columns_.size(); ++j) {
    const EncodedColumn& column = columns_[j];
    const Domain& domain = space_.parameters()[column.parameter].domain;
    const auto& value = configuration[column.parameter];
    if (!value) {
      point[j] = 0.5;
    } else if (column.one_hot()) {
      const bool chosen = index_of(domain, *value) == column.choice;
      const double high = categories_ == Categories::OneHot ? 1.0 : 0.6;
      point[j] = chosen ? high : 1.0 - high;
    } else if (column.kind == ColumnKind::Real) {
      point[j] = to_unit(std::get<RealRange>(domain), std::get<double>(*value));
    } else {
      point[j] = cell_centre(domain, index_of(domain, *value));
    }
  }
}

std::vector<double> Encoding::encode(const Configuration& configuration) const {
  std::vector<double> point(dimensions());
  encode(configuration, point);
  return point;
}

Configuration Encoding::decode(std::span<const double> point) const {
  std::vector<std::optional<Value>> values(space_.size());
  for (std::size_t i = 0; i < space_.size(); ++i) {
    const Domain& domain = space_.parameters()[i].domain;
    if (const auto* constant = std::get_if<Constant>(&domain)) {
      values[i] = constant->value;
      continue;
    }
    const EncodedColumn& column = columns_[first_[i]];
    const auto coordinates = point.subspan(first_[i]);
    if (column.one_hot()) {
      const auto hot = coordinates.first(static_cast<std::size_t>(*value_count(domain)));
      values[i] = value_at(domain, std::max_element(hot.begin(), hot.end()) - hot.begin());
    } else if (column.kind == ColumnKind::Real) {
      values[i] = from_unit(std::get<RealRange>(domain), coordinates[0]);
    } else {
      values[i] = value_at(domain, cell_of(domain, coordinates[0]));
    }
  }
  return space_.configuration(std::move(values));
}

}  // namespace hone::encode
