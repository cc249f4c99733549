// SPDX-License-Identifier: MIT
#pragma once

#include <fstream>
#include <nlohmann/json.hpp>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "support/data.hpp"

namespace hone::test {

/// What every surface is asked, and in which order: tests/surfaces/requests.json, which Python's tests read
/// too.
class VerbRequests {
 public:
  using Json = nlohmann::ordered_json;

  struct Request {
    std::string verb;
    Json fields;
    Json far;          ///< the same in the words of a worker elsewhere
    std::string code;  ///< with which it is refused, if it is
  };

  VerbRequests() : file_(Json::parse(std::ifstream(data("surfaces/requests.json")))) {}

  /// The study that all of them are about.
  std::string study() const { return file_.at("study"); }
  std::vector<Request> begin() const { return list("begin"); }
  std::vector<Request> refused() const { return list("refused"); }
  std::vector<Request> all() const { return list("requests"); }

  /// An answer without what differs between two stores and between two moments, and without "ok", which HTTP
  /// says by its status.
  Json comparable(Json answer) const {
    if (answer.is_array())
      for (Json& part : answer) part = comparable(part);
    if (!answer.is_object()) return answer;
    for (const Json& name : file_.at("moments")) answer.erase(name.get<std::string>());
    answer.erase("ok");
    for (auto& [name, part] : answer.items()) part = comparable(part);
    return answer;
  }

 private:
  std::vector<Request> list(const char* name) const {
    std::vector<Request> requests;
    for (const Json& one : file_.at(name))
      requests.push_back({one.at("verb"), one.at("fields"), one.value("far", one.at("fields")),
                          one.value("code", std::string())});
    return requests;
  }

  Json file_;
};

/// {"op": "ask", "study": "demo", "count": 3}
inline std::string spoken(const VerbRequests::Request& request, const std::string& study) {
  VerbRequests::Json line = {{"op", request.verb}};
  if (!study.empty()) line["study"] = study;
  line.update(request.fields);
  return line.dump();
}

}  // namespace hone::test
