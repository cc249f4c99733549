// SPDX-License-Identifier: MIT
#include "hone/runner/json_result.hpp"

#include <algorithm>
#include <limits>
#include <optional>
#include <set>
#include <vector>

#include "hone/base/text.hpp"
#include "hone/runner/json_report.hpp"
#include "hone/runner/output_text.hpp"

namespace hone::runner {
namespace {

constexpr std::size_t kMostNamed = 5;  // of the attributes that are left out

std::optional<Value> as_value(const Json& json) {
  if (json.is_boolean()) return json.get<bool>();
  if (json.is_number_unsigned() && json.get<std::uint64_t>() > std::numeric_limits<std::int64_t>::max()) {
    return json.get<double>();
  }
  if (json.is_number_integer()) return json.get<std::int64_t>();
  if (json.is_number_float()) return json.get<double>();
  if (json.is_string()) return json.get<std::string>();
  return std::nullopt;
}

std::string shown(const Json& json) {
  if (is_unreadable(json)) return unreadable_text(json);
  std::string all = json.dump(-1, ' ', false, Json::error_handler_t::replace);
  constexpr std::string_view kMark = "\\u0000";
  for (std::size_t at = all.find(kMark); at != std::string::npos; at = all.find(kMark, at))
    all.erase(at, kMark.size());
  return last_line(all);
}

std::string names_of(std::span<const Objective> objectives) {
  std::vector<std::string> names;
  for (const Objective& objective : objectives) names.push_back("\"" + objective.name + "\"");
  return join(names, ", ");
}

Result from_number(double value, std::span<const Objective> objectives) {
  if (objectives.size() == 1) return {.values = {value}};
  return failed_result(text("the result is one number (", value, ") but there are ", objectives.size(),
                            " objectives; print an object with ", names_of(objectives)));
}

Result from_list(const Json& list, std::span<const Objective> objectives) {
  if (list.size() != objectives.size()) {
    return failed_result(text("the result is a list of ", list.size(), " but there are ", objectives.size(),
                              " objectives; print one number for each"));
  }
  Result result;
  for (const Json& entry : list) {
    const auto value = printed_number(entry);
    if (!value) return failed_result(text("the result's list holds ", shown(entry), "; print numbers"));
    result.values.push_back(*value);
  }
  return result;
}

/// "metrics.loss": where an object inside the object has a number of this name; empty when none has.
std::string path_to(const Json& object, const std::string& name, int depth = 0) {
  for (const auto& [key, value] : object.items()) {
    if (!value.is_object() || depth > 8) continue;
    const auto found = value.find(name);
    if (found != value.end() && found->is_number()) return key + "." + name;
    if (const std::string deeper = path_to(value, name, depth + 1); !deeper.empty())
      return key + "." + deeper;
  }
  return "";
}

// Objects are read field by field; fields that were understood are not attributes.
class ObjectReader {
 public:
  ObjectReader(const Json& object, std::span<const Objective> objectives)
      : object_(object), objectives_(objectives) {}

  Result read() {
    Result result = read_state();
    if (result.state == TrialState::Complete) take(result, read_values());
    add_attributes(result);
    note_dropped(result);
    return result;
  }

  // Everything but the values, for results whose values stand elsewhere.
  Result read_around(Result values) {
    Result result = read_state();
    if (result.state == TrialState::Complete) take(result, std::move(values));
    add_attributes(result);
    note_dropped(result);
    return result;
  }

 private:
  static void take(Result& result, Result values) {
    result.state = values.state;
    result.values = std::move(values.values);
    result.error = std::move(values.error);
  }

  const Json* field(const std::string& name) {
    const auto found = object_.find(name);
    if (found == object_.end()) return nullptr;
    used_.insert(name);
    return &*found;
  }

  Result read_state() {
    const auto found = object_.find("state");
    if (found == object_.end() || !found->is_string()) return {};
    if (is_unreadable(*found))
      return failed_result(text("the result's state is ", shown(*found), ", which is not a text of JSON"));
    const auto state = parse_trial_state(found->get<std::string>());
    if (!state) return {};  // an attribute of the user's that has this name
    used_.insert("state");
    if (*state == TrialState::Complete) return {};
    if (!is_evidence(*state) || *state == TrialState::TimedOut) {
      return failed_result(text("the result's state is ", shown(*found),
                                "; a command may say complete, failed, pruned or infeasible"));
    }
    const Json* reason = field("error");
    if (reason == nullptr) reason = field("reason");
    // Stopping early is no failure that needs a reason, and a trial that is stopped by a signal has none.
    if (reason == nullptr && *state == TrialState::Pruned) return {.state = *state};
    if (reason == nullptr) return {.state = *state, .error = "the command said so"};
    return {.state = *state, .error = reason->is_string() ? reason->get<std::string>() : shown(*reason)};
  }

  Result read_values() {
    Result result;
    for (const Objective& objective : objectives_) {
      const Json* found = field(objective.name);
      if (found == nullptr && objectives_.size() == 1) found = field("value");
      if (found == nullptr) return read_list(objective.name);
      const auto value = found->is_null() ? std::nullopt : printed_number(*found);
      if (!value)
        return failed_result(
            text("\"", objective.name, "\" of the result is ", shown(*found), "; give a number"));
      result.values.push_back(*value);
    }
    return result;
  }

  Result read_list(const std::string& missing) {
    const Json* list = field("values");
    if (list != nullptr && list->is_array()) return from_list(*list, objectives_);
    const std::string path = objectives_.size() == 1 ? path_to(object_, missing) : "";
    return failed_result(text("the result has no \"", missing, "\": ", shown(object_),
                              "; print it under this name, or ",
                              path.empty() ? "give the objective the name that is printed"
                                           : "say where it stands: result: {json: " + path + "}"));
  }

  void add_attributes(Result& result) {
    for (const auto& [name, json] : object_.items()) {
      if (name == "attributes" && json.is_object()) {
        for (const auto& [inner, value] : json.items()) add_attribute(result, inner, value);
      } else if (!used_.contains(name)) {
        add_attribute(result, name, json);
      }
    }
  }

  void add_attribute(Result& result, const std::string& name, const Json& json) {
    if (is_unreadable(std::string_view(name)))
      return dropped_.push_back(unreadable_text(std::string_view(name)));
    if (is_unreadable(json)) return dropped_.push_back(text(name, " (", unreadable_text(json), ")"));
    if (auto value = as_value(json)) result.attributes[name] = std::move(*value);
  }

  void note_dropped(Result& result) const {
    if (dropped_.empty()) return;
    const std::size_t named = std::min(dropped_.size(), kMostNamed);
    result.remark = "left out of the attributes, as no store can keep them: " +
                    join(std::span(dropped_).first(named), ", ");
    if (named < dropped_.size()) result.remark += text(" and ", dropped_.size() - named, " more");
  }

  const Json& object_;
  std::span<const Objective> objectives_;
  std::set<std::string> used_;
  std::vector<std::string> dropped_;  // attributes that cannot be read
};

Result from_any(const Json& json, std::span<const Objective> objectives) {
  if (json.is_object()) return ObjectReader(json, objectives).read();
  if (json.is_array()) return from_list(json, objectives);
  const auto value = printed_number(json);
  if (!value) return failed_result(text("the result is ", shown(json), "; give a number"));
  return from_number(*value, objectives);
}

// Names may hold dots themselves, so all of the remaining path is tried as one name first.
const Json* follow(const Json& json, const std::string& path) {
  if (json.is_object()) {
    const auto whole = json.find(path);
    if (whole != json.end()) return &*whole;
  }
  const std::size_t dot = path.find('.');
  const std::string head = path.substr(0, dot);
  const Json* next = nullptr;
  if (json.is_object() && json.contains(head)) next = &json.at(head);
  if (json.is_array()) {
    const auto index = parse_integer(head);
    if (index && *index >= 0 && static_cast<std::size_t>(*index) < json.size()) {
      next = &json.at(static_cast<std::size_t>(*index));
    }
  }
  if (next == nullptr || dot == std::string::npos) return next;
  return follow(*next, path.substr(dot + 1));
}

}  // namespace

Result failed_result(const std::string& error) { return {.state = TrialState::Failed, .error = error}; }

Result result_from_json(const Json& json, std::span<const Objective> objectives) {
  return from_any(json, objectives);
}

Result result_from_path(const Json& json, const std::string& path, std::span<const Objective> objectives) {
  if (!json.is_object()) {
    return failed_result(
        text("the result is ", shown(json), "; the study expects an object with \"", path, "\""));
  }
  const Json* found = follow(json, path);
  Result values =
      found != nullptr
          ? from_any(*found, objectives)
          : failed_result(text("the result has no \"", path, "\": ", shown(json), "; correct the path"));
  return ObjectReader(json, objectives).read_around(std::move(values));
}

}  // namespace hone::runner
