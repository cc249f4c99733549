// SPDX-License-Identifier: MIT
#include "hone/core/default_point.hpp"

#include <algorithm>
#include <utility>
#include <vector>

#include "hone/base/error.hpp"
#include "hone/core/unit_scale.hpp"
#include "hone/core/wish.hpp"

namespace hone {
namespace {

Value middle_of(const Domain& domain) {
  const auto* range = std::get_if<RealRange>(&domain);
  if (range != nullptr && !range->step()) return from_unit(*range, 0.5);
  if (const auto* constant = std::get_if<Constant>(&domain)) return constant->value;
  return value_at(domain, cell_of(domain, 0.5));
}

Value first_value(const Parameter& parameter, const UserPriors& priors) {
  if (parameter.usual) return *parameter.usual;
  const auto prior = priors.find(parameter.name);
  return prior != priors.end() ? mode_of(parameter.domain, prior->second) : middle_of(parameter.domain);
}

// Anything that is allowed and has all the defaults that exist there.
std::optional<Configuration> with_defaults(const Study& study, const Configuration& wanted) {
  std::vector<std::pair<std::string, Value>> given;
  for (std::size_t i = 0; i < wanted.size(); ++i) {
    if (wanted[i] && study.space.parameters()[i].usual) given.emplace_back(wanted.name(i), *wanted[i]);
  }
  try {
    return admit_wish(study.space, given, study.seed);
  } catch (const Error&) {
    return std::nullopt;
  }
}

}  // namespace

std::optional<Configuration> default_point(const Study& study) {
  const auto& parameters = study.space.parameters();
  const auto has_default = [](const Parameter& one) { return one.usual.has_value(); };
  if (!study.start_default || std::none_of(parameters.begin(), parameters.end(), has_default))
    return std::nullopt;
  std::vector<std::optional<Value>> values;
  values.reserve(parameters.size());
  for (const Parameter& parameter : parameters) values.emplace_back(first_value(parameter, study.priors));
  Configuration point = study.space.configuration(std::move(values));
  if (study.space.allows(point)) return point;
  return with_defaults(study, point);
}

}  // namespace hone
