// SPDX-License-Identifier: MIT
#include "hone/core/space.hpp"

#include <algorithm>
#include <cmath>
#include <unordered_map>
#include <unordered_set>

#include "hone/base/error.hpp"
#include "hone/base/printable.hpp"
#include "hone/base/text.hpp"
#include "hone/core/candidates.hpp"

namespace hone {

struct Space::Parts {
  std::vector<Parameter> parameters;
  std::vector<Constraint> constraints;
  Configuration::Names names;
  std::unordered_map<std::string, std::size_t> index;
  /// For each parameter, its conditions' parents as indices.
  std::vector<std::vector<std::size_t>> parents;
  std::vector<std::size_t> order;
  std::vector<Configuration> candidates;
  std::unordered_set<Configuration> pool;
};

namespace {

using Index = std::unordered_map<std::string, std::size_t>;

[[noreturn]] void refuse_space(const std::string& problem, const std::string& remedy) {
  throw Error(ErrorCode::InvalidSpace, problem, remedy);
}

// Names become environment variables, table columns and command line arguments.
void check_name(const std::string& name) {
  if (name.empty()) refuse_space("a parameter has an empty name", "give it one");
  if (name.size() > 200) refuse_space("a parameter's name has more than 200 characters", "shorten it");
  for (const char c : name) {
    const bool blank = c == ' ' || c == '\t' || c == '\n' || c == '\r';
    if (!blank && (static_cast<unsigned char>(c) < ' ' || c == '\x7f'))
      refuse_space(text("the parameter name '", printable(name), "' holds a control character"),
                   "leave it out");
    if (blank || std::string_view("{}=,;'\"`").find(c) != std::string_view::npos) {
      refuse_space(text("the parameter name '", name,
                        "' holds a blank, a quote, a brace, an equals sign, a comma or a semicolon"),
                   "use letters, digits, _ - and .");
    }
  }
}

Index index_names(const std::vector<Parameter>& parameters) {
  if (parameters.empty()) refuse_space("the space has no parameters", "add at least one");
  Index index;
  for (std::size_t i = 0; i < parameters.size(); ++i) {
    check_name(parameters[i].name);
    if (!index.emplace(parameters[i].name, i).second) {
      refuse_space("the parameter '" + parameters[i].name + "' is there twice", "rename one");
    }
  }
  return index;
}

bool can_pass(const Condition& condition, const Domain& parent) {
  if (const auto* one_of = std::get_if<OneOf>(&condition.test)) {
    return !one_of->values.empty() &&
           std::all_of(one_of->values.begin(), one_of->values.end(),
                       [&](const Value& value) { return contains(parent, value); });
  }
  const auto& between = std::get<Between>(condition.test);
  if (!(between.low <= between.high)) return false;
  if (const auto* range = std::get_if<RealRange>(&parent)) {
    return between.low <= range->high() && between.high >= range->low();
  }
  if (const auto* range = std::get_if<IntRange>(&parent)) {
    return std::ceil(std::max(between.low, static_cast<double>(range->low()))) <=
           std::min(between.high, static_cast<double>(range->high()));
  }
  for (std::int64_t i = 0; i < *value_count(parent); ++i) {
    if (passes(condition, value_at(parent, i))) return true;
  }
  return false;
}

// [64, 64] are two values, [[64, 64]] is one.
std::string remedy_for(const Condition& condition, const Domain& parent) {
  const auto* one_of = std::get_if<OneOf>(&condition.test);
  if (one_of != nullptr && contains(parent, Compound::list(one_of->values))) {
    return text("write [", to_text(Compound::list(one_of->values)),
                "]: a list as a value stands in a list of its own");
  }
  return "use values of its domain";
}

std::vector<std::size_t> resolve_parents(const Parameter& parameter, const std::vector<Parameter>& parameters,
                                         const Index& index) {
  std::vector<std::size_t> parents;
  for (const Condition& condition : parameter.when) {
    const auto found = index.find(condition.parent);
    if (found == index.end()) {
      std::vector<std::string> names;
      for (const Parameter& other : parameters) names.push_back(other.name);
      refuse_space(text("the condition of '", parameter.name, "' names '", condition.parent,
                        "', which does not exist", did_you_mean(condition.parent, names)),
                   "name a parameter of the space");
    }
    if (!can_pass(condition, parameters[found->second].domain)) {
      refuse_space(text("the condition of '", parameter.name, "' on '", condition.parent,
                        "' asks for a value that it cannot have"),
                   remedy_for(condition, parameters[found->second].domain));
    }
    parents.push_back(found->second);
  }
  return parents;
}

// Adjusts the type, as with any value that a person gives.
void settle_default(Parameter& parameter) {
  if (!parameter.usual) return;
  try {
    parameter.usual = hone::admit(parameter.domain, *parameter.usual);
  } catch (const Error& error) {
    throw Error(ErrorCode::InvalidSpace, text("the default of '", parameter.name, "': ", error.what()),
                "give a value of its domain");
  }
}

// Parents before children, otherwise in the given order. Without recursion: a file may chain conditions very
// deeply.
std::vector<std::size_t> parents_first(const std::vector<std::vector<std::size_t>>& parents,
                                       const std::vector<Parameter>& parameters) {
  enum class Mark : char { New, Open, Done };
  std::vector<Mark> mark(parents.size(), Mark::New);
  std::vector<std::size_t> order;
  std::vector<std::size_t> path;  // open parameters, each the child of the one after it
  for (std::size_t first = 0; first < parents.size(); ++first) {
    if (mark[first] == Mark::New) path.push_back(first);
    while (!path.empty()) {
      const std::size_t i = path.back();
      mark[i] = Mark::Open;
      const auto next = std::find_if(parents[i].begin(), parents[i].end(),
                                     [&](std::size_t parent) { return mark[parent] != Mark::Done; });
      if (next == parents[i].end()) {
        mark[i] = Mark::Done;
        order.push_back(i);
        path.pop_back();
      } else if (mark[*next] == Mark::Open) {
        refuse_space("the conditions go round in a circle through '" + parameters[*next].name + "'",
                     "remove one of them");
      } else {
        path.push_back(*next);
      }
    }
  }
  return order;
}

constexpr double kCountLimit = 0x1.0p62;

}  // namespace

Space::Space(std::shared_ptr<const Parts> parts) : parts_(std::move(parts)) {}

Space::Space(std::vector<Parameter> parameters, const std::vector<std::string>& constraints) {
  auto parts = std::make_shared<Parts>();
  parts->index = index_names(parameters);
  std::vector<std::string> names;
  for (Parameter& parameter : parameters) {
    settle_default(parameter);
    names.push_back(parameter.name);
    parts->parents.push_back(resolve_parents(parameter, parameters, parts->index));
  }
  parts->order = parents_first(parts->parents, parameters);
  for (const std::string& constraint : constraints) parts->constraints.emplace_back(constraint, parameters);
  parts->names = std::make_shared<const std::vector<std::string>>(std::move(names));
  parts->parameters = std::move(parameters);
  parts_ = std::move(parts);
}

Space Space::from_candidates(const std::vector<CandidateRow>& rows,
                             const std::vector<std::string>& constraints, std::vector<Parameter> parameters) {
  if (rows.empty()) refuse_space("there are no candidates", "list at least one row");
  if (parameters.empty()) parameters = parameters_of(rows);
  const Space whole(std::move(parameters), constraints);
  auto parts = std::make_shared<Parts>(*whole.parts_);
  for (std::size_t row = 0; row < rows.size(); ++row) {
    try {
      Configuration candidate = whole.fit(rows[row]);
      if (whole.violation(candidate) > 0.0) continue;
      if (parts->pool.insert(candidate).second) parts->candidates.push_back(std::move(candidate));
    } catch (const Error& error) {
      throw Error(ErrorCode::InvalidSpace, text("candidate ", row + 1, ": ", error.what()),
                  "correct the row");
    }
  }
  if (parts->candidates.empty())
    refuse_space("no candidate satisfies the constraints", "loosen them or add rows");
  return Space(std::move(parts));
}

const std::vector<Parameter>& Space::parameters() const noexcept { return parts_->parameters; }
const std::vector<Constraint>& Space::constraints() const noexcept { return parts_->constraints; }
const std::vector<Configuration>& Space::candidates() const noexcept { return parts_->candidates; }
const Configuration::Names& Space::names() const noexcept { return parts_->names; }
const std::vector<std::size_t>& Space::order() const noexcept { return parts_->order; }

std::optional<std::size_t> Space::index_of(std::string_view name) const {
  const auto found = parts_->index.find(std::string(name));
  return found == parts_->index.end() ? std::nullopt : std::optional(found->second);
}

bool Space::active(std::size_t index, const std::vector<std::optional<Value>>& values) const {
  const std::vector<Condition>& conditions = parts_->parameters[index].when;
  for (std::size_t c = 0; c < conditions.size(); ++c) {
    const std::optional<Value>& parent = values[parts_->parents[index][c]];
    if (!parent || !passes(conditions[c], *parent)) return false;
  }
  return true;
}

Configuration Space::configuration(std::vector<std::optional<Value>> values) const {
  for (const std::size_t i : parts_->order) {
    if (!active(i, values)) values[i].reset();
  }
  return Configuration(parts_->names, std::move(values));
}

// Everything that admit() promises except constraints and pool.
Configuration Space::fit(std::span<const std::pair<std::string, Value>> given) const {
  const auto fail = [](const std::string& problem, const std::string& remedy) {
    throw Error(ErrorCode::InvalidArgument, problem, remedy);
  };
  std::vector<std::optional<Value>> values(size());
  for (const auto& [name, value] : given) {
    const auto i = index_of(name);
    if (!i)
      fail("there is no parameter '" + name + "'" + did_you_mean(name, *parts_->names),
           "remove or rename it");
    const Domain& domain = parts_->parameters[*i].domain;
    if (is_absence(domain, value)) continue;
    try {
      values[*i] = hone::admit(domain, value);
    } catch (const Error& error) {
      throw error.within(name);
    }
  }
  for (const std::size_t i : parts_->order) {
    if (!active(i, values)) {
      values[i].reset();
    } else if (!values[i] && !parts_->parameters[i].optional) {
      const auto* constant = std::get_if<Constant>(&parts_->parameters[i].domain);
      if (constant == nullptr)
        fail("the parameter '" + parts_->parameters[i].name + "' has no value", "give one");
      values[i] = constant->value;
    }
  }
  return Configuration(parts_->names, std::move(values));
}

Configuration Space::admit_wish(std::span<const std::pair<std::string, Value>> given) const {
  Configuration result = admit(given);
  for (const auto& [name, value] : given) {
    if (result.find(name) != nullptr || is_null(value)) continue;
    std::vector<std::string> parents;
    for (const Condition& condition : parts_->parameters[*index_of(name)].when)
      parents.push_back(condition.parent);
    throw Error(ErrorCode::InvalidArgument,
                "the parameter '" + name + "' does not exist under the other values",
                "leave it out, or change " + join(parents, " or ") + ", on which it depends");
  }
  return result;
}

Configuration Space::admit(std::span<const std::pair<std::string, Value>> given) const {
  Configuration result = fit(given);
  for (const Constraint& constraint : parts_->constraints) {
    if (!constraint.holds(result)) {
      throw Error(ErrorCode::InvalidArgument, "the constraint " + constraint.text() + " is violated",
                  "change the values");
    }
  }
  if (!parts_->pool.empty() && !parts_->pool.contains(result)) {
    throw Error(ErrorCode::InvalidArgument, "the row is not one of the candidates",
                "give the values of one of them");
  }
  return result;
}

double Space::violation(const Configuration& configuration) const {
  double sum = 0.0;
  for (const Constraint& constraint : parts_->constraints) sum += constraint.violation(configuration);
  return sum;
}

bool Space::allows(const Configuration& configuration) const {
  if (!parts_->pool.empty()) return parts_->pool.contains(configuration);
  return std::all_of(parts_->constraints.begin(), parts_->constraints.end(),
                     [&](const Constraint& constraint) { return constraint.holds(configuration); });
}

// A parameter under a condition has one state more, not to exist; as has one that trials may lack.
std::optional<std::uint64_t> Space::cardinality() const {
  if (!parts_->candidates.empty()) return parts_->candidates.size();
  double product = 1.0;
  for (const Parameter& parameter : parts_->parameters) {
    const auto count = value_count(parameter.domain);
    if (!count) return std::nullopt;
    product *= static_cast<double>(*count) + (parameter.when.empty() && !parameter.optional ? 0.0 : 1.0);
    if (product > kCountLimit) return std::nullopt;
  }
  return static_cast<std::uint64_t>(product);
}

bool operator==(const Space& a, const Space& b) {
  if (a.parts_ == b.parts_) return true;
  return a.parts_->parameters == b.parts_->parameters && a.parts_->constraints == b.parts_->constraints &&
         a.parts_->candidates == b.parts_->candidates;
}

}  // namespace hone
