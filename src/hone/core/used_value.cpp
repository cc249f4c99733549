// SPDX-License-Identifier: MIT
#include "hone/core/used_value.hpp"

#include <optional>
#include <utility>
#include <vector>

#include "hone/base/text.hpp"

namespace hone {
namespace {

/// Takes values out of a list with one for each parameter.
void take_out(const Space& space, const Value& names, std::vector<std::optional<Value>>& values) {
  const std::string* listed = std::get_if<std::string>(&names);
  if (listed == nullptr) return;
  for (const std::string_view name : split(*listed, ',')) {
    const auto index = space.index_of(name);
    if (index && space.parameters()[*index].optional) values[*index].reset();
  }
}

}  // namespace

void take_used_values(const Space& space, Trial& trial) {
  // Attributes are in the order of their names, so that a trial without such costs one look.
  auto said = trial.attributes.lower_bound(std::string(kUsedValue));
  const auto is_one = [&] { return said != trial.attributes.end() && said->first.starts_with(kUsedValue); };
  const auto unused = trial.attributes.find(std::string(kUnusedValues));
  if (!is_one() && unused == trial.attributes.end()) return;
  std::vector<std::optional<Value>> values(space.size());
  for (std::size_t i = 0; i < values.size(); ++i) values[i] = trial.configuration[i];
  for (; is_one(); ++said) {
    const auto index = space.index_of(std::string_view(said->first).substr(kUsedValue.size()));
    if (!index) continue;
    const Domain& domain = space.parameters()[*index].domain;
    if (contains(domain, said->second)) values[*index] = admit(domain, said->second);
  }
  if (unused != trial.attributes.end()) take_out(space, unused->second, values);
  Configuration used = space.configuration(std::move(values));
  if (space.allows(used)) trial.configuration = std::move(used);
}

}  // namespace hone
