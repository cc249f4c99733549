// SPDX-License-Identifier: MIT
#include "hone/cli/stdio_server.hpp"

#include <istream>
#include <ostream>
#include <unordered_set>

#include "hone/base/error.hpp"
#include "hone/base/text.hpp"
#include "hone/catalog/samplers.hpp"
#include "hone/cli/workspace.hpp"
#include "hone/codec/json.hpp"
#include "hone/codec/record.hpp"
#include "hone/encode/feasible.hpp"
#include "hone/runner/driver.hpp"
#include "hone/runner/worker_id.hpp"

namespace hone::cli {
namespace {

using codec::Json;

std::string dump(const Json& json) { return json.dump(-1, ' ', false, Json::error_handler_t::replace); }

std::string error_answer(std::string_view code, const std::string& message) {
  return dump(Json{{"error", {{"code", code}, {"message", message}}}});
}

const std::vector<std::string>& operations() {
  static const std::vector<std::string> kNames = {"create", "ask", "tell", "enqueue", "best", "trials"};
  return kNames;
}

std::string operation_of(const Json& request) {
  const auto op = request.find("op");
  if (op == request.end() || !op->is_string()) {
    throw Error(ErrorCode::InvalidArgument, "the request has no \"op\"",
                "write one of " + join(operations(), ", "));
  }
  return op->get<std::string>();
}

/// A line without its end; false at the end of input. Of a line longer than `limit` only limit + 1 bytes are
/// kept.
bool read_line(std::istream& in, std::string& line, std::size_t limit) {
  line.clear();
  std::streambuf& buffer = *in.rdbuf();
  for (int c = buffer.sbumpc(); c != std::char_traits<char>::eof(); c = buffer.sbumpc()) {
    if (c == '\n') return true;
    if (line.size() <= limit) line += static_cast<char>(c);
  }
  return !line.empty();
}

}  // namespace

/// The study that the requests are about.
struct StdioServer::State {
  std::optional<std::string> address;
  StdioLimits limits;
  std::unique_ptr<storage::Storage> storage;
  std::unique_ptr<runner::Driver> session;

  runner::Driver& current();
  void use(std::unique_ptr<storage::Storage> store, const Study& study);
  void open_named(const std::string& name);
  std::string answer(const Json& request);
  std::string create(Json request);
  std::string ask(const Json& request);
  std::string tell(const Json& request);
  std::string enqueue(const Json& request);
  std::string best();
  std::string trials();
  storage::Lease lease_of(std::int64_t number, const std::string& where);
};

runner::Driver& StdioServer::State::current() {
  if (session) return *session;
  throw Error(ErrorCode::InvalidArgument, "there is no study yet",
              "send {\"op\": \"create\", \"parameters\": {...}} first");
}

void StdioServer::State::use(std::unique_ptr<storage::Storage> store, const Study& study) {
  // The sampler comes first: a wrong name must not leave a study behind.
  std::unique_ptr<Sampler> sampler = catalog::make_sampler(study);
  if (!study.space.constraints().empty()) encode::check_satisfiable(study.space);
  auto fresh =
      std::make_unique<runner::Driver>(*store, runner::open_or_create(*store, study), std::move(sampler),
                                       storage::Worker{runner::worker_id(), std::nullopt});
  session = std::move(fresh);  // the old one goes before the storage it looks at
  storage = std::move(store);
}

std::string StdioServer::State::answer(const Json& request) {
  const std::string op = operation_of(request);
  if (op == "create") return create(request);
  if (op == "ask") return ask(request);
  if (op == "tell") return tell(request);
  if (op == "enqueue") return enqueue(request);
  const std::vector<std::string> plain{"op", "id"};
  if (op == "best" || op == "trials") only_fields(request, plain, "request");
  if (op == "best") return best();
  if (op == "trials") return trials();
  throw Error(ErrorCode::InvalidArgument, text("unknown op '", op, "'", did_you_mean(op, operations())),
              "write one of " + join(operations(), ", "));
}

void StdioServer::State::open_named(const std::string& name) {
  std::unique_ptr<storage::Storage> store = open_existing_store(*address);
  const auto id = store->find_study(name);
  if (!id) {
    throw Error(ErrorCode::NotFound, text("there is no study '", name, "' in ", *address),
                "give its \"parameters\" to make it");
  }
  const Study study = store->study(*id);
  use(std::move(store), study);
}

std::string StdioServer::State::create(Json request) {
  request.erase("op");
  request.erase("id");
  if (request.contains("study")) {  // another word for the name
    const Json name = request["study"];
    request.erase("study");
    request["name"] = name;
  }
  const bool only_named = request.size() == 1 && request.contains("name") && request["name"].is_string();
  if (only_named && address) {
    open_named(request["name"].get<std::string>());
  } else {
    const Study study = codec::study_from_json(request, "request");
    use(address ? open_store(*address) : storage::open_memory(), study);
  }
  return dump(Json{{"ok", true}, {"study", session->study().name}, {"trials", session->trials().size()}});
}

std::string StdioServer::State::ask(const Json& request) {
  static const std::vector<std::string> kFields = {"op", "id", "count"};
  only_fields(request, kFields, "request");
  const auto count = request.find("count");
  const auto wanted =
      static_cast<int>(count == request.end() ? 1 : read_count(*count, "request.count", 1, limits.count));
  const std::vector<storage::Claim> claims = current().ask(wanted);
  // Written by hand: this is the hot path, and a tree of JSON would cost more than a simple sampler does.
  std::string out = "{\"trials\":[";
  for (std::size_t i = 0; i < claims.size(); ++i) {
    if (i > 0) out += ',';
    out += "{\"number\":" + std::to_string(claims[i].trial.number) +
           ",\"params\":" + codec::params_to_text(claims[i].trial.configuration) + "}";
  }
  return out + (static_cast<int>(claims.size()) < wanted ? "],\"done\":true}" : "]}");
}

storage::Lease StdioServer::State::lease_of(std::int64_t number, const std::string& where) {
  try {
    return session->lease_of(number);
  } catch (const Error& error) {
    throw error.within(where);
  }
}

std::string StdioServer::State::tell(const Json& request) {
  static const std::vector<std::string> kFields = {"op", "id", "results"};
  only_fields(request, kFields, "request");
  const auto results = request.find("results");
  if (results == request.end() || !results->is_array()) {
    throw Error(ErrorCode::InvalidArgument, "the request has no list of \"results\"",
                "write {\"op\": \"tell\", \"results\": [{\"number\": 0, \"value\": 0.5}]}");
  }
  const std::vector<Objective>& objectives = current().study().objectives;
  std::vector<storage::Outcome> outcomes;
  std::vector<std::pair<storage::Lease, std::vector<Report>>> reports;
  std::unordered_set<std::int64_t> numbers;
  for (std::size_t i = 0; i < results->size(); ++i) {
    const std::string where = text("results[", i, "]");
    ToldResult told = read_result((*results)[i], objectives, where);
    if (!numbers.insert(told.number).second) {
      throw Error(ErrorCode::InvalidArgument, text("trial ", told.number, " is told twice"),
                  "tell each result once")
          .within(where);
    }
    const storage::Lease lease = lease_of(told.number, where);
    if (!told.reports.empty()) reports.emplace_back(lease, std::move(told.reports));
    outcomes.push_back(
        {lease, told.state, std::move(told.values), std::move(told.attributes), std::move(told.error)});
  }
  for (const auto& [lease, list] : reports) {
    for (const Report& report : list) session->report(lease, report);
  }
  session->tell(outcomes);
  return "{\"ok\":true}";
}

std::string StdioServer::State::enqueue(const Json& request) {
  static const std::vector<std::string> kFields = {"op", "id", "points"};
  only_fields(request, kFields, "request");
  const auto points = request.find("points");
  if (points == request.end() || !points->is_array()) {
    throw Error(ErrorCode::InvalidArgument, "the request has no list of \"points\"",
                "write {\"op\": \"enqueue\", \"points\": [{\"C\": 10}]}");
  }
  const Space& space = current().study().space;
  std::vector<Proposal> proposals;
  for (std::size_t i = 0; i < points->size(); ++i) {
    proposals.push_back({codec::params_from_json((*points)[i], space, text("points[", i, "]")), {}});
  }
  Json numbers = Json::array();
  if (!proposals.empty()) {
    const std::int64_t first = session->enqueue(proposals);
    for (std::size_t i = 0; i < proposals.size(); ++i)
      numbers.push_back(first + static_cast<std::int64_t>(i));
    session->refresh();
  }
  return dump(Json{{"numbers", numbers}});
}

std::string StdioServer::State::best() {
  const runner::Driver& now = current();
  session->refresh();
  if (now.study().objectives.size() > 1) {
    Json front = Json::array();
    for (const Trial* trial : pareto_trials(now.trials(), now.study().objectives)) {
      front.push_back(codec::to_json(*trial, now.study()));
    }
    return dump(Json{{"front", front}});
  }
  const Trial* best = now.best();
  return dump(Json{{"best", best == nullptr ? Json(nullptr) : codec::to_json(*best, now.study())}});
}

std::string StdioServer::State::trials() {
  current().refresh();
  std::string out = "{\"trials\":[";
  for (const Trial& trial : session->trials()) {
    if (trial.number > 0) out += ',';
    out += dump(codec::to_json(trial, session->study()));
  }
  return out + "]}";
}

StdioServer::StdioServer(std::optional<std::string> store, StdioLimits limits)
    : state_(std::make_unique<State>()) {
  state_->address = std::move(store);
  state_->limits = limits;
}

StdioServer::~StdioServer() = default;

void StdioServer::open(const Study& study) {
  state_->use(state_->address ? open_store(*state_->address) : storage::open_memory(), study);
}

void StdioServer::open(const std::string& name) { state_->open_named(name); }

std::string StdioServer::handle(std::string_view line) {
  Json id;
  std::string answer;
  try {
    const Json request = parse_request(line, state_->limits);
    if (const auto found = request.find("id"); found != request.end()) id = *found;
    answer = state_->answer(request);
  } catch (const Error& error) {
    answer = error_answer(code_name(error.code()), error.what());
  } catch (const std::exception& error) {
    answer = error_answer(code_name(ErrorCode::Internal), error.what());
  }
  if (!id.is_null()) answer.insert(1, "\"id\":" + dump(id) + ",");
  return answer;
}

void StdioServer::serve(std::istream& in, std::ostream& out) {
  std::string line;
  while (out && read_line(in, line, state_->limits.line)) {
    if (trim(line).empty()) continue;
    out << handle(line) << '\n' << std::flush;
  }
}

}  // namespace hone::cli
