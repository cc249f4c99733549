// SPDX-License-Identifier: MIT
#include "bench/quality/comparison.hpp"

#include <algorithm>
#include <set>

#include "hone/base/error.hpp"
#include "hone/base/text.hpp"

namespace hone::quality {
namespace {

using BySeed = std::map<std::uint64_t, const Run*>;
using ByMethod = std::map<std::string, BySeed>;

std::string describe(const RunSetting& setting) {
  return text("--budget ", setting.budget, " --batch ", setting.batch, " --start ", setting.start);
}

RunSetting only_setting(const std::map<RunKey, Run>& runs) {
  std::set<RunSetting> settings;
  for (const auto& [key, run] : runs) settings.insert(key.setting);
  if (settings.size() == 1) return *settings.begin();
  if (settings.empty()) {
    throw Error(ErrorCode::InvalidArgument, "there are no runs to report on", "run some with: bench run");
  }
  std::vector<std::string> found;
  for (const RunSetting& setting : settings) found.push_back(describe(setting));
  throw Error(ErrorCode::InvalidArgument, "the runs have different settings",
              "choose one of: " + join(found, "; "));
}

bool wanted(const std::vector<std::string>& list, const std::string& name) {
  return list.empty() || std::find(list.begin(), list.end(), name) != list.end();
}

std::vector<std::string> in_order(const std::vector<std::string>& order, const std::set<std::string>& found) {
  if (order.empty()) return {found.begin(), found.end()};
  std::vector<std::string> result;
  for (const std::string& name : order) {
    if (found.contains(name)) result.push_back(name);
  }
  return result;
}

/// The seeds that every method ran.
std::vector<std::uint64_t> common_seeds(const ByMethod& by_method, const std::vector<std::string>& methods) {
  std::vector<std::uint64_t> seeds;
  for (const auto& [seed, run] : by_method.at(methods.front())) {
    const auto has = [&, s = seed](const std::string& method) { return by_method.at(method).contains(s); };
    if (std::all_of(methods.begin(), methods.end(), has)) seeds.push_back(seed);
  }
  return seeds;
}

/// Why a problem cannot be compared; empty when it can.
std::string reason_to_leave_out(const ByMethod& by_method, const std::vector<std::string>& methods) {
  std::vector<std::string> missing;
  for (const std::string& method : methods) {
    if (!by_method.contains(method)) missing.push_back(method);
  }
  if (!missing.empty()) return "not run by " + join(missing, ", ");
  return common_seeds(by_method, methods).empty() ? "no seed was run by all methods" : "";
}

}  // namespace

Comparison compare(const std::map<RunKey, Run>& runs, const SummaryOptions& options) {
  Comparison result{.setting = only_setting(runs), .problems = {}, .methods = {}, .runs = {}, .left_out = {}};
  std::map<std::string, ByMethod> by_problem;
  std::set<std::string> problems;
  std::set<std::string> methods;
  for (const auto& [key, run] : runs) {
    if (!wanted(options.problems, key.problem) || !wanted(options.methods, key.method)) continue;
    by_problem[key.problem][key.method][key.seed] = &run;
    problems.insert(key.problem);
    methods.insert(key.method);
  }
  result.methods = in_order(options.methods, methods);
  for (const std::string& problem : in_order(options.problems, problems)) {
    const ByMethod& by_method = by_problem[problem];
    if (const auto reason = reason_to_leave_out(by_method, result.methods); !reason.empty()) {
      result.left_out.push_back(problem + ": " + reason);
      continue;
    }
    result.problems.push_back(problem);
    std::vector<std::vector<const Run*>> row;
    const auto seeds = common_seeds(by_method, result.methods);
    for (const std::string& method : result.methods) {
      row.emplace_back();
      for (const std::uint64_t seed : seeds) row.back().push_back(by_method.at(method).at(seed));
    }
    result.runs.push_back(std::move(row));
  }
  if (result.problems.empty()) {
    throw Error(ErrorCode::InvalidArgument, "no problem was run by all methods",
                result.left_out.empty() ? "run some with: bench run"
                                        : "finish the runs; missing: " + join(result.left_out, "; "));
  }
  return result;
}

}  // namespace hone::quality
