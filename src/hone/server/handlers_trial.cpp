// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cmath>
#include <limits>

#include "hone/base/text.hpp"
#include "hone/codec/answer.hpp"
#include "hone/codec/request.hpp"
#include "hone/codec/trial_export.hpp"
#include "hone/codec/work_request.hpp"
#include "hone/server/events.hpp"
#include "hone/server/handlers.hpp"
#include "hone/server/paging.hpp"

namespace hone::server {
namespace {

HttpAnswer text_answer(std::string json) { return {.body = std::move(json)}; }

void trials_changed(Service& service, const std::string& study) {
  service.desk.news(study);
  service.events.news(study);
}

std::vector<TrialState> states_of(const Call& call) {
  std::vector<TrialState> states;
  for (const std::string& word : split(call.word("state"), ',')) {
    if (!word.empty()) states.push_back(parse_trial_state(word).value());
  }
  return states;
}

double sort_value(const Trial& trial, bool descending) {
  const double last =
      descending ? -std::numeric_limits<double>::infinity() : std::numeric_limits<double>::infinity();
  return trial.values.empty() || std::isnan(trial.values.front()) ? last : trial.values.front();
}

void sort_trials(std::vector<const Trial*>& trials, const std::string& order) {
  const auto by = [&](auto key) {
    std::stable_sort(trials.begin(), trials.end(),
                     [&](const Trial* a, const Trial* b) { return key(*a) < key(*b); });
  };
  if (order == "-number") std::reverse(trials.begin(), trials.end());
  if (order == "value") by([](const Trial& trial) { return sort_value(trial, false); });
  if (order == "-value") by([](const Trial& trial) { return -sort_value(trial, true); });
  if (order == "started") by([](const Trial& trial) { return trial.started; });
  if (order == "-finished") by([](const Trial& trial) { return -trial.finished; });
}

Json trials_page(const Call& call, const Study& study, const std::vector<Trial>& trials) {
  const std::vector<TrialState> states = states_of(call);
  std::vector<const Trial*> found;
  for (const Trial& trial : trials) {
    const bool wanted = states.empty() ? trial.state != TrialState::Deleted
                                       : std::find(states.begin(), states.end(), trial.state) != states.end();
    if (wanted) found.push_back(&trial);
  }
  sort_trials(found, call.word("order", "number"));
  const bool brief = call.word("fields") == "brief";
  const Page page = page_of(call, found.size());
  Json list = Json::array();
  for (std::size_t i = page.begin; i < page.end; ++i)
    list.push_back(brief ? brief_trial_json(*found[i], study) : codec::to_json(*found[i], study));
  return {{"trials", list}, {"next", page.next}, {"total", found.size()}};
}

std::int64_t number_in(const Call& call) {
  const auto number = parse_integer(call.path.at("number"));
  if (!number || *number < 0)
    throw Error(ErrorCode::NotFound, text("'", call.path.at("number"), "' is not the number of a trial"),
                "write 0, 1, 2, ...");
  return *number;
}

/// The leases of running trials, whoever holds them. Throws Error(LeaseLost) for one that does not run.
std::vector<storage::Lease> running_leases(runner::Driver& driver, std::span<const std::int64_t> numbers) {
  const std::vector<storage::Holder> holders = driver.holders();
  std::vector<storage::Lease> leases;
  for (const std::int64_t number : numbers) {
    const auto found = std::find_if(holders.begin(), holders.end(),
                                    [&](const auto& holder) { return holder.lease.number == number; });
    leases.push_back(found != holders.end() ? found->lease : driver.lease_of(number));
  }
  return leases;
}

}  // namespace

Json brief_trial_json(const Trial& trial, const Study& study) {
  Json json = codec::to_json(trial, study);
  for (const char* name : {"reports", "notes", "former"}) json.erase(name);
  json["reported"] = trial.reports.empty() ? Json(nullptr) : Json(trial.reports.back().value);
  return json;
}

HttpAnswer list_trials(Service& service, const Call& call) {
  const auto driver = service.operations.driver(call.study());
  if (call.query.contains("since")) {
    const storage::Changes changes = service.operations.trials(call.study(), call.integer("since", 0));
    const bool brief = call.word("fields") == "brief";
    Json list = Json::array();
    for (const Trial& trial : changes.trials)
      list.push_back(brief ? brief_trial_json(trial, driver->study())
                           : codec::to_json(trial, driver->study()));
    return json_answer({{"trials", list},
                        {"next", nullptr},
                        {"total", list.size()},
                        {"revision", changes.revision},
                        {"space", changes.space}});
  }
  driver->refresh();
  Json json;
  driver->inspect(
      [&](const std::vector<Trial>& trials) { json = trials_page(call, driver->study(), trials); });
  json["revision"] = driver->revision();
  return json_answer(json);
}

HttpAnswer get_trial(Service& service, const Call& call) {
  const auto driver = service.operations.driver(call.study());
  const std::int64_t number = number_in(call);
  const auto trial = service.operations.store().trial(driver->id(), number);
  if (!trial)
    throw Error(ErrorCode::NotFound, text("'", call.study(), "' has no trial ", number),
                "GET its trials to see which there are");
  return json_answer(codec::to_json(*trial, driver->study()));
}

HttpAnswer insert_trials(Service& service, const Call& call) {
  const auto definition = service.operations.definition(call.study());
  const auto list = call.body.find("trials");
  if (call.body.size() != 1 || list == call.body.end() || !list->is_array())
    throw Error(ErrorCode::InvalidArgument, "the request has no list of \"trials\"",
                R"(write {"trials": [{"params": {...}, "value": 0.5}]})");
  std::vector<Trial> trials;
  for (std::size_t i = 0; i < list->size(); ++i)
    trials.push_back(codec::trial_from_json((*list)[i], *definition, text("trials[", i, "]")));
  std::vector<std::int64_t> numbers;
  if (!trials.empty()) {
    const std::int64_t first = service.operations.insert(call.study(), trials);
    for (std::size_t i = 0; i < trials.size(); ++i) numbers.push_back(first + static_cast<std::int64_t>(i));
  }
  trials_changed(service, call.study());
  return text_answer(codec::numbers_answer(numbers));
}

HttpAnswer cancel_trials(Service& service, const Call& call) {
  const codec::CancelRequest wish = codec::read_cancel(call.body);
  const auto driver = service.operations.driver(call.study());
  const std::vector<storage::Lease> leases = running_leases(*driver, wish.numbers);
  std::vector<storage::Outcome> outcomes;
  for (const storage::Lease& lease : leases) {
    if (wish.requeue) driver->requeue(lease, "cancelled", storage::Attempt::Kept);
    outcomes.push_back({.lease = lease, .state = TrialState::Failed, .error = "cancelled"});
  }
  if (!wish.requeue) driver->tell(outcomes);
  trials_changed(service, call.study());
  return text_answer(codec::ok_answer());
}

HttpAnswer retry_trials(Service& service, const Call& call) {
  const codec::RetryRequest retry = codec::read_retry(call.body);
  const auto numbers = retry.numbers ? service.operations.retry(call.study(), *retry.numbers)
                                     : service.operations.retry(call.study(), retry.states);
  trials_changed(service, call.study());
  return text_answer(codec::numbers_answer(numbers));
}

HttpAnswer remove_trials(Service& service, const Call& call) {
  service.operations.remove(call.study(), codec::read_delete(call.body));
  trials_changed(service, call.study());
  return text_answer(codec::ok_answer());
}

HttpAnswer amend_trial(Service& service, const Call& call) {
  codec::AmendRequest amend =
      codec::read_amend(call.body, service.operations.definition(call.study())->objectives);
  service.operations.amend(call.study(), amend.number, std::move(amend.values));
  trials_changed(service, call.study());
  return text_answer(codec::ok_answer());
}

HttpAnswer note_trial(Service& service, const Call& call) {
  codec::WorkNote note = codec::read_work_note(call.body);
  const auto driver = service.operations.driver(call.study());
  if (note.number) {
    driver->note(*note.number, std::move(note.note), std::move(note.tags));
  } else {
    service.operations.store().annotate(driver->id(), {.note = note.note, .tags = note.tags});
    service.notes.drop(call.study());
  }
  trials_changed(service, call.study());
  return text_answer(codec::ok_answer());
}

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
