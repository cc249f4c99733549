// SPDX-License-Identifier: MIT
#include <algorithm>
#include <iterator>
#include <optional>

#include "hone/codec/trial_export.hpp"
#include "hone/codec/trial_filter.hpp"
#include "hone/server/handlers.hpp"

namespace hone::server {

HttpAnswer export_trials(Service& service, const Call& call) {
  const bool csv = call.word("format", "csv") == "csv";
  HttpAnswer answer{.type = csv ? "text/csv; charset=utf-8" : "application/json"};
  service.operations.look(call.study(), [&](const Study& study, const std::vector<Trial>& all) {
    const std::string where = call.word("where", "");
    std::optional<codec::TrialFilter> filter;
    if (!where.empty()) filter.emplace(where, study, codec::TrialColumns(study, all), all, "where");
    const auto left_out = [&](const Trial& trial) {
      return trial.state == TrialState::Deleted || (filter && !filter->keeps(trial));
    };
    const bool any = std::any_of(all.begin(), all.end(), left_out);
    std::vector<Trial> rest;  // only when it is not all of them, as there may be many
    if (any) std::remove_copy_if(all.begin(), all.end(), std::back_inserter(rest), left_out);
    const std::vector<Trial>& trials = any ? rest : all;
    answer.body = csv ? codec::trials_csv(study, trials) : codec::trials_json(study, trials);
  });
  answer.headers.emplace_back("Content-Disposition", csv ? "attachment; filename=\"trials.csv\""
                                                         : "attachment; filename=\"trials.json\"");
  return answer;
}

}  // namespace hone::server
