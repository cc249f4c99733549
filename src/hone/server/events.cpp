// SPDX-License-Identifier: MIT
#include "hone/server/events.hpp"

#include <chrono>

#include "hone/base/text.hpp"
#include "hone/codec/answer.hpp"
#include "hone/server/handlers.hpp"
#include "hone/service/entries.hpp"

namespace hone::server {
namespace {

constexpr auto kLookInterval = std::chrono::milliseconds(500);
constexpr auto kQuiet = std::chrono::milliseconds(100);  // after a look: bursts become one event
constexpr auto kSignOfLife = std::chrono::seconds(15);
constexpr std::size_t kMostTrials = 500;  // of one event

std::string event_text(const std::string& name, const Json& data, const std::string& id = "") {
  std::string out = "event: " + name + "\n";
  if (!id.empty()) out += "id: " + id + "\n";
  return out + "data: " + data.dump(-1, ' ', false, Json::error_handler_t::replace) + "\n\n";
}

HttpAnswer stream_answer(std::function<void(std::shared_ptr<Stream>)> begin) {
  HttpAnswer answer{.type = "text/event-stream"};
  answer.headers.emplace_back("X-Accel-Buffering", "no");  // nginx would hold events back
  answer.stream = std::move(begin);
  return answer;
}

}  // namespace

EventHub::EventHub(service::Operations& operations) : operations_(operations), thread_([this] { run(); }) {}

EventHub::~EventHub() {
  {
    const std::lock_guard guard(mutex_);
    over_ = true;
    wake_.notify_all();
  }
  thread_.join();
  for (const auto& watcher : watchers_) watcher->stream->close();
}

void EventHub::watch(const std::string& study, storage::Revision since, const Permit& permit,
                     std::shared_ptr<Stream> stream) {
  auto watcher = std::make_shared<Watcher>();
  watcher->study = study;
  watcher->since = since;
  watcher->permit = permit;
  watcher->stream = std::move(stream);
  const std::lock_guard guard(mutex_);
  watchers_.push_back(std::move(watcher));
  news_ = true;
  wake_.notify_all();
}

void EventHub::watch_all(Grant grant, const Permit& permit, std::shared_ptr<Stream> stream) {
  auto watcher = std::make_shared<Watcher>();
  watcher->grant = std::move(grant);
  watcher->permit = permit;
  watcher->stream = std::move(stream);
  const std::lock_guard guard(mutex_);
  watchers_.push_back(std::move(watcher));
  news_ = true;
  wake_.notify_all();
}

void EventHub::news(const std::string&) {
  const std::lock_guard guard(mutex_);
  if (watchers_.empty()) return;
  news_ = true;
  wake_.notify_all();
}

std::int64_t EventHub::watchers() const {
  const std::lock_guard guard(mutex_);
  return static_cast<std::int64_t>(watchers_.size());
}

void EventHub::run() {
  auto next_sign = std::chrono::steady_clock::now() + kSignOfLife;
  std::unique_lock lock(mutex_);
  while (!over_) {
    wake_.wait_for(lock, kLookInterval, [&] { return over_ || news_; });
    if (over_) return;
    news_ = false;
    std::erase_if(watchers_, [](const auto& watcher) { return !watcher->stream->open(); });
    std::vector<std::shared_ptr<Watcher>> watchers = watchers_;
    lock.unlock();
    look(watchers);
    if (std::chrono::steady_clock::now() >= next_sign) {
      next_sign = std::chrono::steady_clock::now() + kSignOfLife;
      for (const auto& watcher : watchers) watcher->stream->send(": still here\n\n");
    }
    if (!watchers.empty()) std::this_thread::sleep_for(kQuiet);
    lock.lock();
  }
}

void EventHub::look(std::vector<std::shared_ptr<Watcher>>& watchers) {
  for (const auto& watcher : watchers) {
    try {
      if (watcher->permit && !watcher->permit()) {
        watcher->stream->close();
        continue;
      }
      if (watcher->study.empty()) {
        tell_list(*watcher);
      } else {
        tell(*watcher);
      }
    } catch (const Error& error) {
      const bool gone = error.code() == ErrorCode::NotFound;
      if (!gone) continue;  // the store is busy: the next look tells
      watcher->stream->send(event_text("deleted", Json::object()));
      watcher->stream->close();
    } catch (const std::exception&) {
      watcher->stream->close();
    }
  }
}

void EventHub::tell(Watcher& watcher) {
  const service::StudyNotes notes = operations_.notes(watcher.study);
  const storage::StudyVersion current = operations_.stored(watcher.study).version;
  const std::string definition =
      text(codec::to_json(current.study).dump(-1, ' ', false, Json::error_handler_t::replace), notes.text,
           "\n", join(notes.tags, ","), "\n", notes.stopped);
  if (watcher.definition != definition) {
    if (!watcher.definition.empty())
      watcher.stream->send(event_text("definition", {{"version", current.version}}));
    watcher.definition = definition;
  }
  Json data = {{"stopped", notes.stopped}};
  storage::Revision revision = 0;
  operations_.inspect(watcher.study,
                      [&](const Study&, const std::vector<Trial>& trials, storage::Revision at) {
                        revision = at;
                        if (at > watcher.since) data["counts"] = codec::counts_json(trials);
                      });
  if (watcher.first && watcher.since < 0) watcher.since = revision;
  watcher.first = false;
  if (revision <= watcher.since) return;
  const storage::Changes changes = operations_.trials(watcher.study, watcher.since);
  data["revision"] = changes.revision;
  const bool many = changes.trials.size() > kMostTrials;
  if (!many) {
    const std::shared_ptr<const Study> study = operations_.definition(watcher.study);
    data["trials"] = Json::array();
    for (const Trial& trial : changes.trials)
      data["trials"].push_back(service::brief_trial_json(trial, *study));
  }
  watcher.since = changes.revision;
  watcher.stream->send(event_text(many ? "reset" : "trials", data, std::to_string(changes.revision)));
}

void EventHub::tell_list(Watcher& watcher) {
  std::map<std::string, std::string> now;
  Json changed = Json::array();
  for (const storage::StudySummary& summary : operations_.studies()) {
    if (!watcher.grant.covers(summary.name)) continue;
    const Json entry = service::study_entry_json(summary, operations_);
    std::string& told = now[summary.name];
    told = entry.dump(-1, ' ', false, Json::error_handler_t::replace);
    const auto before = watcher.told.find(summary.name);
    if (!watcher.first && (before == watcher.told.end() || before->second != told)) changed.push_back(entry);
  }
  Json deleted = Json::array();
  for (const auto& [name, entry] : watcher.told)
    if (!now.contains(name)) deleted.push_back(name);
  watcher.told = std::move(now);
  watcher.first = false;
  if (changed.empty() && deleted.empty()) return;
  watcher.stream->send(event_text("studies", {{"studies", changed}, {"deleted", deleted}}));
}

HttpAnswer watch_study(Service& service, const Call& call) {
  storage::Revision since = call.integer("since", -1);
  if (const auto last = call.request.header("last-event-id")) {
    const auto revision = parse_integer(*last);
    if (!revision || *revision < 0)
      throw Error(ErrorCode::InvalidArgument, "Last-Event-ID is not a revision", "send the id of an event");
    since = *revision;
  }
  service.operations.inspect(call.study(), [&](const Study&, const std::vector<Trial>&,
                                               storage::Revision at) {
    if (since > at)
      throw Error(ErrorCode::InvalidArgument, text("the study is at revision ", at, ", not yet at ", since),
                  "send the id of an event, or leave it out");
  });
  EventHub& events = service.events;
  return stream_answer(
      [&events, study = call.study(), since, permit = call.permit](std::shared_ptr<Stream> stream) {
        stream->send(": hone\n\n");
        events.watch(study, since, permit, std::move(stream));
      });
}

HttpAnswer watch_studies(Service& service, const Call& call) {
  EventHub& events = service.events;
  return stream_answer([&events, grant = call.grant, permit = call.permit](std::shared_ptr<Stream> stream) {
    stream->send(": hone\n\n");
    events.watch_all(grant, permit, std::move(stream));
  });
}

}  // namespace hone::server
