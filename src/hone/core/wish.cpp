// SPDX-License-Identifier: MIT
#include "hone/core/wish.hpp"

#include <algorithm>
#include <optional>
#include <vector>

#include "hone/base/error.hpp"
#include "hone/base/rng.hpp"
#include "hone/base/text.hpp"
#include "hone/core/unit_scale.hpp"

namespace hone {
namespace {

using Given = std::span<const std::pair<std::string, Value>>;
using Values = std::vector<std::optional<Value>>;

constexpr int kWishDraws = 10000;

/// What is given, in its place. Nothing when a name or a value is wrong, which
/// Space::admit_wish() says best.
std::optional<Values> placed(const Space& space, Given given) {
  Values values(space.size());
  for (const auto& [name, value] : given) {
    const auto index = space.index_of(name);
    if (!index) return std::nullopt;
    const Domain& domain = space.parameters()[*index].domain;
    if (is_absence(domain, value)) continue;
    if (!contains(domain, value)) return std::nullopt;
    values[*index] = admit(domain, value);
  }
  return values;
}

/// With the constants, which need not be given.
Values with_constants(const Space& space, Values values) {
  for (std::size_t i = 0; i < values.size(); ++i) {
    const auto* constant = std::get_if<Constant>(&space.parameters()[i].domain);
    if (!values[i] && constant != nullptr) values[i] = constant->value;
  }
  return values;
}

/// Whether a parameter that exists under what is given has no value. Parents come first, so a child of one
/// that is to be drawn is not looked at.
bool lacks_something(const Space& space, const Values& values) {
  return std::any_of(space.order().begin(), space.order().end(), [&](std::size_t i) {
    return space.active(i, values) && !values[i] && !space.parameters()[i].optional;
  });
}

/// Points that ask for other settings get other draws.
std::uint64_t seed_of(const Space& space, const Values& wanted, std::uint64_t seed) {
  for (std::size_t i = 0; i < wanted.size(); ++i) {
    if (!wanted[i]) continue;
    for (const char c : space.parameters()[i].name + "=" + to_text(*wanted[i]))
      seed = mix_seed(seed, static_cast<unsigned char>(c));
  }
  return seed;
}

Value drawn(const Domain& domain, Rng& rng) {
  const double unit = rng.uniform();
  if (const auto* range = std::get_if<RealRange>(&domain); range != nullptr && !range->step())
    return from_unit(*range, unit);
  return value_at(domain, cell_of(domain, unit));
}

/// Whether a configuration has all that was asked for.
bool has_all(const Configuration& configuration, const Values& wanted) {
  for (std::size_t i = 0; i < wanted.size(); ++i) {
    if (wanted[i] && !(configuration[i] && same_value(*configuration[i], *wanted[i]))) return false;
  }
  return true;
}

[[noreturn]] void refuse_wish(const Space& space, const Values& wanted) {
  std::vector<std::string> parts;
  for (std::size_t i = 0; i < wanted.size(); ++i) {
    if (wanted[i]) parts.push_back(space.parameters()[i].name + "=" + to_text(*wanted[i]));
  }
  const bool pool = !space.candidates().empty();
  throw Error(ErrorCode::InvalidArgument,
              pool ? "no candidate has " + join(parts, " ")
                   : text("no values were found for the other parameters beside ", join(parts, " "), " in ",
                          kWishDraws, " draws"),
              pool ? "give the values of one of them"
                   : "give more of the settings, or others: conditions or constraints rule these out");
}

Configuration of_pool(const Space& space, const Values& wanted, Rng& rng) {
  std::vector<const Configuration*> fitting;
  for (const Configuration& candidate : space.candidates()) {
    if (has_all(candidate, wanted)) fitting.push_back(&candidate);
  }
  if (fitting.empty()) refuse_wish(space, wanted);
  return *fitting[rng.below(fitting.size())];
}

}  // namespace

Configuration admit_wish(const Space& space, Given given, std::uint64_t seed) {
  const auto wanted = placed(space, given);
  if (!wanted) return space.admit_wish(given);
  const Values known = with_constants(space, *wanted);
  if (!lacks_something(space, known)) return space.admit_wish(given);
  Rng rng(seed_of(space, known, seed));
  if (!space.candidates().empty()) return of_pool(space, *wanted, rng);
  for (int i = 0; i < kWishDraws; ++i) {
    Values values = known;
    for (std::size_t p = 0; p < values.size(); ++p) {
      const Value value = drawn(space.parameters()[p].domain, rng);  // each has its own, whatever is given
      if (!values[p]) values[p] = value;
    }
    Configuration made = space.configuration(std::move(values));
    if (has_all(made, *wanted) && space.allows(made)) return made;
  }
  refuse_wish(space, *wanted);
}

}  // namespace hone
