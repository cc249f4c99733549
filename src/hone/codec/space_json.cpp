// SPDX-License-Identifier: MIT
#include "hone/codec/space_json.hpp"

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>

#include "hone/base/error.hpp"
#include "hone/base/text.hpp"

namespace hone::codec {
namespace {

constexpr std::array<const char*, 5> kSpaceFields = {"parameters", "candidates", "constraints",
                                                     "constraints_on", "removed"};

bool is_space_field(const std::string& name) {
  return std::find(kSpaceFields.begin(), kSpaceFields.end(), std::string_view(name)) != kSpaceFields.end();
}

std::vector<Configuration> fitting_points(const Study& stored, const Study& given) {
  const SpaceFit fit(stored.space, given.space, given.removed);
  std::vector<Configuration> points;
  for (const Configuration& point : stored.enqueue) {
    Fitted fitted = fit(point);
    if (fitted.fits()) points.push_back(std::move(fitted.configuration));
  }
  return points;
}

}  // namespace

Json change_json(const std::string& field, const std::string& kind, const std::string& what) {
  return {{"field", field}, {"kind", kind}, {"what", what}};
}

Json to_json(const SpaceReport& report) {
  Json outside = Json::array();
  for (const Trial& trial : report.outside)
    outside.push_back({{"number", trial.number}, {"reason", trial.outside}});
  return {{"study", report.study},         {"version", report.version},  {"adopted", report.adopted},
          {"new_space", report.new_space}, {"changes", report.changes},  {"trials", report.trials},
          {"outside", std::move(outside)}, {"left_out", report.left_out}};
}

SetSpaceRequest read_set_space(const Json& request, const Study& stored) {
  const Json before = to_json(stored);
  Json whole = {{"name", stored.name}};
  for (const char* field : kSpaceFields) {
    if (before.contains(field)) whole[field] = before[field];
  }
  SetSpaceRequest result{.study = stored};
  for (const auto& [name, value] : request.items()) {
    if (name == "op" || name == "id" || name == "study") continue;
    if (name == "dry_run" && value.is_boolean()) {
      result.dry_run = value.get<bool>();
    } else if (is_space_field(name)) {
      whole[name] = value;
    } else {
      throw Error(ErrorCode::InvalidArgument,
                  name == "dry_run" ? text("expected true or false, found ", value.type_name())
                                    : text("unknown field '", name, "'"),
                  "known are parameters, candidates, constraints, removed, dry_run")
          .within(name == "dry_run" ? "request.dry_run" : "request");
    }
  }
  const Study given = study_from_json(whole, "request");
  result.study.space = given.space;
  result.study.removed = given.removed;
  result.study.enqueue = fitting_points(stored, given);
  return result;
}

}  // namespace hone::codec
