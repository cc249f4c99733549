// SPDX-License-Identifier: MIT
#include "hone/server/events.hpp"

#include <algorithm>
#include <chrono>
#include <set>

#include "hone/base/text.hpp"
#include "hone/codec/answer.hpp"
#include "hone/codec/json_text.hpp"
#include "hone/server/handlers.hpp"
#include "hone/server/identities.hpp"
#include "hone/service/entries.hpp"

namespace hone::server {
namespace {

constexpr auto kLookInterval = std::chrono::milliseconds(500);
constexpr auto kQuiet = std::chrono::milliseconds(100);  // after a look: bursts become one event
constexpr auto kSignOfLife = std::chrono::seconds(15);
constexpr std::size_t kMostTrials = 500;  // of one event

std::string event_line(const std::string& name, const std::string& data, const std::string& id = "") {
  std::string out = "event: " + name + "\n";
  if (!id.empty()) out += "id: " + id + "\n";
  return out + "data: " + data + "\n\n";
}

std::string event_text(const std::string& name, const Json& data, const std::string& id = "") {
  return event_line(name, codec::json_line(data), id);
}

HttpAnswer stream_answer(std::function<void(std::shared_ptr<Stream>)> begin) {
  HttpAnswer answer{.type = "text/event-stream"};
  answer.headers.emplace_back("X-Accel-Buffering", "no");  // nginx would hold events back
  answer.stream = std::move(begin);
  return answer;
}

/// One of those that the token may have.
std::shared_ptr<void> place_for_stream(Service& service, const Call& call) {
  return service.identities == nullptr ? nullptr : service.identities->quotas.stream(call.grant);
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
                     std::shared_ptr<Stream> stream, std::shared_ptr<void> hold) {
  add({.study = study,
       .since = since,
       .permit = permit,
       .stream = std::move(stream),
       .hold = std::move(hold)});
}

void EventHub::watch_all(Grant grant, const Permit& permit, std::shared_ptr<Stream> stream,
                         std::shared_ptr<void> hold) {
  add({.grant = std::move(grant), .permit = permit, .stream = std::move(stream), .hold = std::move(hold)});
}

void EventHub::add(Watcher watcher) {
  const std::lock_guard guard(mutex_);
  watchers_.push_back(std::make_shared<Watcher>(std::move(watcher)));
  news_ = true;
  wake_.notify_all();
}

void EventHub::news(const std::string&) {
  const std::lock_guard guard(mutex_);
  if (watchers_.empty()) return;
  news_ = true;
  wake_.notify_all();
}

void EventHub::run() {
  auto next_sign = std::chrono::steady_clock::now() + kSignOfLife;
  std::unique_lock lock(mutex_);
  while (!over_) {
    if (watchers_.empty()) wake_.wait(lock, [&] { return over_ || news_; });
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
  if (watchers.empty()) return;
  MarksPointer now;
  try {
    now = operations_.list().studies();
  } catch (const std::exception&) {
    return;  // the store is busy or damaged: the next look tells
  }
  for (const auto& watcher : watchers) {
    if (over_) return;
    try {
      if (watcher->permit && !watcher->permit()) {
        watcher->stream->close();
        continue;
      }
      look_at(*watcher, now);
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

void EventHub::look_at(Watcher& watcher, const MarksPointer& now) {
  if (watcher.told == now) return;
  if (watcher.study.empty()) {
    tell_list(watcher, now);
  } else {
    const auto found =
        std::find_if(now->begin(), now->end(), [&](const auto& one) { return one.name == watcher.study; });
    if (found == now->end() || watcher.mark != found->mark) tell(watcher);
    if (found != now->end()) watcher.mark = found->mark;
  }
  watcher.told = now;
}

void EventHub::tell(Watcher& watcher) {
  const service::StudyNotes notes = service::notes_of(operations_.annotations(watcher.study));
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
  const service::Operations::Changed changed = operations_.changed(watcher.study, watcher.since);
  data["revision"] = changed.revision;
  const bool many = changed.trials->size() > kMostTrials;
  if (!many) {
    data["trials"] = Json::array();
    for (const Trial& trial : changed.trials->next(kMostTrials))
      data["trials"].push_back(service::brief_trial_json(trial, changed.trials->study()));
  }
  watcher.since = changed.revision;
  watcher.stream->send(event_text(many ? "reset" : "trials", data, std::to_string(changed.revision)));
}

// Both are by id, so that they are walked side by side.
void EventHub::tell_list(Watcher& watcher, const MarksPointer& now) {
  const bool first = watcher.told == nullptr;
  const service::StudyList::Marks none;
  const service::StudyList::Marks& before = first ? none : *watcher.told;
  service::StudyList::Marks changed;
  Json deleted = Json::array();
  std::set<std::string> names;
  auto old = before.begin();
  for (const storage::StudyMark& study : *now) {
    if (!watcher.grant.covers(study.name)) continue;
    while (old != before.end() && old->id < study.id) ++old;
    const bool known = old != before.end() && old->id == study.id;
    if (!first && !(known && *old == study)) changed.push_back(study);
    names.insert(study.name);
  }
  for (const storage::StudyMark& study : before)
    if (watcher.grant.covers(study.name) && !names.contains(study.name)) deleted.push_back(study.name);
  if (changed.empty() && deleted.empty()) return;
  watcher.stream->send(
      event_line("studies", text("{\"studies\":[", join(operations_.list().entries(changed), ","),
                                 "],\"deleted\":", codec::json_line(deleted), "}")));
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
  return stream_answer([&events, study = call.study(), since, permit = call.permit,
                        hold = place_for_stream(service, call)](std::shared_ptr<Stream> stream) {
    stream->send(": hone\n\n");
    events.watch(study, since, permit, std::move(stream), hold);
  });
}

HttpAnswer watch_studies(Service& service, const Call& call) {
  EventHub& events = service.events;
  return stream_answer([&events, grant = call.grant, permit = call.permit,
                        hold = place_for_stream(service, call)](std::shared_ptr<Stream> stream) {
    stream->send(": hone\n\n");
    events.watch_all(grant, permit, std::move(stream), hold);
  });
}

}  // namespace hone::server
