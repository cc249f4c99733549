// SPDX-License-Identifier: MIT
// Looking at studies and their trials.
#include <utility>

#include "hone/base/error.hpp"
#include "hone/base/text.hpp"
#include "hone/service/findings.hpp"
#include "hone/service/operations.hpp"

namespace hone::service {
namespace {

void require_answered(storage::Revision since, const runner::Driver& open) {
  if (since <= open.view().revision()) return;
  throw Error(ErrorCode::InvalidArgument,
              text("since is ", since, ", and the study is at revision ", open.view().revision()),
              "give a \"revision\" that was answered, or 0 for all trials");
}

}  // namespace

std::optional<Trial> Operations::trial(const std::string& study, std::int64_t number) {
  return storage(true).trial(id_of(study), number);
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
  if (since == 0) return storage(true).changes(id_of(study), 0);
  const DriverPointer open = driver(study);
  open->view().refresh();  // afterwards it knows at least what any earlier answer knew
  require_answered(since, *open);
  return storage(true).changes(open->id(), since);
}

Operations::Changed Operations::changed(const std::string& study, storage::Revision since) {
  const DriverPointer open = driver(study);
  open->view().refresh();
  require_answered(since, *open);
  if (auto known = open->view().changed_since(since))
    return {std::make_shared<TrialReader>(open, std::move(known->numbers)), known->revision,
            open->space_version()};
  storage::Changes changes = storage(true).changes(open->id(), since);
  return {std::make_shared<TrialReader>(open, std::move(changes.trials)), changes.revision, changes.space};
}

std::shared_ptr<TrialReader> Operations::reader(const std::string& study, std::vector<std::int64_t> numbers) {
  return std::make_shared<TrialReader>(driver(study), std::move(numbers));
}

Importances Operations::importance(const std::string& study, const ImportanceOptions& options) {
  Importances found;
  look(study, [&](const Study& definition, const std::vector<Trial>& trials) {
    found = importance_of(definition, trials, options);
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

SourceSurvey Operations::survey(const Study& given) {
  storage::Storage& store = storage(true);
  const auto id = store.find_study(given.name);
  return survey_sources(store, given, id ? newest_weights(store.changes(*id, 0).trials) : std::nullopt);
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
  const DriverPointer open = driver(study);
  open->view().refresh();
  const auto copy = open->view().snapshot();  // so that nobody waits while they are made into a text
  visit(open->study(), copy->trials, copy->revision);
}

void Operations::look(const std::string& study,
                      const std::function<void(const Study&, const std::vector<Trial>&)>& visit) {
  look_at(study, [&](const Study& definition, const std::vector<Trial>& trials, storage::Revision) {
    visit(definition, trials);
  });
}

}  // namespace hone::service
