// SPDX-License-Identifier: MIT
#include "hone/codec/trial_export.hpp"
#include "hone/server/handlers.hpp"

namespace hone::server {

HttpAnswer export_trials(Service& service, const Call& call) {
  const bool csv = call.word("format", "csv") == "csv";
  HttpAnswer answer{.type = csv ? "text/csv; charset=utf-8" : "application/json"};
  service.operations.look(call.study(), [&](const Study& study, const std::vector<Trial>& all) {
    std::vector<Trial> trials = all;
    std::erase_if(trials, [](const Trial& trial) { return trial.state == TrialState::Deleted; });
    answer.body = csv ? codec::trials_csv(study, trials) : codec::trials_json(study, trials);
  });
  answer.headers.emplace_back("Content-Disposition", csv ? "attachment; filename=\"trials.csv\""
                                                         : "attachment; filename=\"trials.json\"");
  return answer;
}

}  // namespace hone::server
