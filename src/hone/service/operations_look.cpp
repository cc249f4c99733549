// SPDX-License-Identifier: MIT
// Looking at studies and their trials.
#include <utility>

#include "hone/analysis/importance.hpp"
#include "hone/base/error.hpp"
#include "hone/base/text.hpp"
#include "hone/service/operations.hpp"

namespace hone::service {

std::optional<Trial> Operations::trial(const std::string& study, std::int64_t number) {
  return storage(true).trial(driver(study)->id(), number);
}

std::optional<Trial> Operations::best(const std::string& study) {
  const DriverPointer open = driver(study);
  open->view().refresh();
  return open->view().standing().best;
}

std::vector<Trial> Operations::front(const std::string& study) {
  const DriverPointer open = driver(study);
  open->view().refresh();
  std::vector<Trial> front;
  open->view().inspect([&](const std::vector<Trial>& trials) {
    for (const Trial* trial : pareto_trials(trials, open->study().objectives)) front.push_back(*trial);
  });
  return front;
}

storage::Changes Operations::trials(const std::string& study, storage::Revision since) {
  const DriverPointer open = driver(study);
  open->view().refresh();  // afterwards it knows at least what any earlier answer knew
  if (since > open->view().revision()) {
    throw Error(ErrorCode::InvalidArgument,
                text("since is ", since, ", and the study is at revision ", open->view().revision()),
                "give a \"revision\" that was answered, or 0 for all trials");
  }
  return storage(true).changes(open->id(), since);
}

Importances Operations::importance(const std::string& study, const ImportanceOptions& options) {
  Importances found;
  look(study, [&](const Study& definition, const std::vector<Trial>& trials) {
    found = analysis::measure_importance(definition, trials, options);
  });
  return found;
}

SourceSurvey Operations::survey(const std::string& study) {
  std::optional<transfer::WeightsAt> newest;
  std::optional<Study> definition;
  look(study, [&](const Study& known, const std::vector<Trial>& trials) {
    newest = newest_weights(trials);
    definition = known;
  });
  return survey_sources(storage(true), *definition, std::move(newest));
}

std::string Operations::remembered(const std::string& study, const std::string& question,
                                   const std::function<std::string()>& make) {
  const DriverPointer open = driver(study);
  open->view().refresh();
  const std::string key = text(open->id(), "\n", open->view().revision(), "\n", question);
  if (auto answer = remembered_.find(key)) return std::move(*answer);
  std::string answer = make();
  remembered_.put(key, answer);
  return answer;
}

void Operations::inspect(const std::string& study, const Visit& visit) {
  const DriverPointer open = driver(study);
  open->view().refresh();
  const storage::Revision revision = open->view().revision();  // what comes meanwhile is told again since
  open->view().inspect([&](const std::vector<Trial>& trials) { visit(open->study(), trials, revision); });
}

void Operations::look_at(const std::string& study, const Visit& visit) {
  std::vector<Trial> copy;  // so that nobody waits for the driver while they are made into a text
  std::shared_ptr<const Study> definition;
  storage::Revision at = 0;
  inspect(study, [&](const Study& known, const std::vector<Trial>& trials, storage::Revision revision) {
    definition = std::make_shared<const Study>(known);
    copy = trials;
    at = revision;
  });
  visit(*definition, copy, at);
}

void Operations::look(const std::string& study,
                      const std::function<void(const Study&, const std::vector<Trial>&)>& visit) {
  look_at(study, [&](const Study& definition, const std::vector<Trial>& trials, storage::Revision) {
    visit(definition, trials);
  });
}

}  // namespace hone::service
