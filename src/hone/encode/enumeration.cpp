// SPDX-License-Identifier: MIT
#include "hone/encode/enumeration.hpp"

#include <utility>

#include "hone/core/unit_scale.hpp"

namespace hone::encode {

Enumeration::Enumeration(Space space, std::vector<std::int64_t> points)
    : space_(std::move(space)), points_(std::move(points)), digits_(space_.size()), values_(space_.size()) {
  if (!space_.candidates().empty()) digits_.assign(1, 0);
  drop_inactive();
}

std::int64_t Enumeration::count(std::size_t parameter) const {
  return value_count(space_.parameters()[parameter].domain).value_or(points_[parameter]);
}

// Brings values_ in line with digits_, parents first; digits of parameters that do not exist go to 0.
void Enumeration::drop_inactive() {
  if (!space_.candidates().empty()) return;
  for (auto& value : values_) value.reset();
  for (const std::size_t i : space_.order()) {
    const Domain& domain = space_.parameters()[i].domain;
    if (!space_.active(i, values_)) {
      digits_[i] = 0;
    } else if (value_count(domain)) {
      values_[i] = value_at(domain, digits_[i]);
    } else {
      const double unit =
          points_[i] == 1 ? 0.5 : static_cast<double>(digits_[i]) / static_cast<double>(points_[i] - 1);
      values_[i] = from_unit(std::get<RealRange>(domain), unit);
    }
  }
}

Configuration Enumeration::current() const {
  if (!space_.candidates().empty()) return space_.candidates()[static_cast<std::size_t>(digits_[0])];
  return Configuration(space_.names(), values_);
}

bool Enumeration::advance() {
  if (!space_.candidates().empty()) {
    digits_[0] = (digits_[0] + 1) % std::ssize(space_.candidates());
    return digits_[0] != 0;
  }
  const auto& order = space_.order();
  for (auto i = order.rbegin(); i != order.rend(); ++i) {
    if (!values_[*i]) continue;
    if (++digits_[*i] < count(*i)) {
      drop_inactive();
      return true;
    }
    digits_[*i] = 0;
  }
  drop_inactive();
  return false;
}

void Enumeration::scatter(Rng& rng) {
  for (std::size_t i = 0; i < digits_.size(); ++i) {
    const std::int64_t n = space_.candidates().empty() ? count(i) : std::ssize(space_.candidates());
    digits_[i] = static_cast<std::int64_t>(rng.below(static_cast<std::uint64_t>(n)));
  }
  drop_inactive();
}

}  // namespace hone::encode
