// SPDX-License-Identifier: MIT
#include "hone/codec/work_request.hpp"

#include <algorithm>
#include <limits>

#include "hone/base/error.hpp"
#include "hone/base/text.hpp"
#include "hone/codec/json.hpp"
#include "hone/codec/map_form.hpp"
#include "hone/codec/name_schema.hpp"
#include "hone/codec/notes_field.hpp"
#include "hone/codec/report_json.hpp"
#include "hone/codec/request.hpp"
#include "hone/codec/space_schema.hpp"

namespace hone::codec {
namespace {

constexpr std::int64_t kLargestCount = 10000;
constexpr double kLongestWait = 60.0;

Node client_shape() { return shape::text_like("^[^#]{1,200}$"); }
Node key_shape() { return shape::text_like("^.{1,100}$"); }
Node wait_shape() { return shape::number(0.0, kLongestWait); }
Node lease_shape() { return shape::either({shape::number(5.0, 86400.0), shape::number(0.0, 0.0)}); }
Node words_shape() { return shape::list(shape::text()); }
Node index_shape() { return shape::integer(0); }
Node index_list_shape() { return shape::list(shape::integer(0)); }
Node any_integer_shape() { return shape::integer(std::numeric_limits<std::int64_t>::min()); }
Node held_shape() {
  return shape::object({{"number", shape::integer(0), true}, {"token", shape::integer(0), false}});
}
Node held_list_shape() { return shape::list(held_shape()); }
Node proposal_list_shape() {
  return shape::list(
      shape::object({{"params", shape::row(), true}, {"notes", shape::map(shape::anything()), false}}));
}

std::string limited_text(const Field& field, std::size_t least, std::size_t most) {
  std::string text = field.text();
  if (text.size() < least || text.size() > most)
    field.refuse(hone::text("a text of ", text.size(), " bytes"), hone::text("write ", least, " to ", most),
                 ErrorCode::InvalidArgument);
  return text;
}

std::string client_name(const Field& field) {
  std::string name = limited_text(field, 1, 200);
  const bool clean = std::none_of(name.begin(), name.end(),
                                  [](char c) { return c == '#' || (c >= 0 && c < ' ') || c == 127; });
  require_one_direction(field, name);
  if (!clean)
    field.refuse("the name of a client holds '#' or a control character", "use letters, digits and dashes",
                 ErrorCode::InvalidArgument);
  return name;
}

std::vector<std::int64_t> read_index_list(const Field& field) {
  std::vector<std::int64_t> numbers;
  for (const Field& item : field.items("a list of trial numbers"))
    numbers.push_back(item.integer(0, std::numeric_limits<std::int64_t>::max()));
  return numbers;
}

std::vector<std::string> read_words(const Field& field, std::size_t most, std::size_t longest) {
  std::vector<std::string> words;
  for (const Field& item : field.items("a list of words")) words.push_back(limited_text(item, 1, longest));
  if (words.size() > most)
    field.refuse(text("there are ", words.size(), " of them"), text("give at most ", most),
                 ErrorCode::InvalidArgument);
  return words;
}

/// Seconds, at least five, so that a client that breathes is not given up; or 0, for ever.
double read_lease(const Field& field) {
  const double seconds = field.number(0.0, 86400.0);
  if (seconds > 0.0 && seconds < 5.0)
    field.refuse(text("a lease of ", seconds, " s"),
                 "write 5 to 86400, or 0 to hold trials until they are told", ErrorCode::InvalidArgument);
  return seconds;
}

HeldTrial read_held(const Field& field) {
  static const std::vector<std::string> kKnown = {"number", "token"};
  field.only(kKnown);
  constexpr std::int64_t kMost = std::numeric_limits<std::int64_t>::max();
  HeldTrial held{.number = field.at("number").integer(0, kMost)};
  if (const auto token = field.find("token")) held.token = token->integer(0, kMost);
  return held;
}

/// Settings as a person or a program gives them, and notes as a store keeps them.
Proposal read_proposal(const Field& field, const Space& space) {
  static const std::vector<std::string> kKnown = {"params", "notes"};
  field.only(kKnown);
  const Field params = field.at("params");
  Proposal proposal{params.inside([&] { return space.admit_wish(read_row(params)); })};
  if (const auto notes = field.find("notes")) proposal.notes = notes_in(*notes);
  return proposal;
}

struct ClientForm {
  std::string client;
  void declare_client(MapForm& map) {
    map.needed("client", client_shape, "the worker's name, which it keeps when it is restarted",
               [&](const Field& field) { client = client_name(field); });
  }
};

struct AskForm : ClientForm {
  WorkAsk ask;
  void declare(MapForm& map) {
    declare_client(map);
    map.integer("count", ask.count, 1, kLargestCount, "how many trials");
    map.field("key", key_shape, "of this ask: the same again is answered with the same trials",
              [&](const Field& field) { ask.key = limited_text(field, 1, 100); });
    map.field("wait", wait_shape, "seconds to wait when nothing is free; 20 when left out",
              [&](const Field& field) { ask.wait = field.number(0.0, kLongestWait); });
    map.field("lease", lease_shape,
              "seconds for which a trial is kept without a heartbeat; 60 when left out, 0: for ever",
              [&](const Field& field) { ask.lease = read_lease(field); });
    map.field("labels", words_shape, "what this worker has, such as gpu",
              [&](const Field& field) { ask.labels = read_words(field, 50, 100); });
    map.field("holding", index_list_shape, "trials of this client that it works on",
              [&](const Field& field) { ask.holding = read_index_list(field); });
  }
};

struct ReportForm : ClientForm {
  WorkReport report;
  Node single{Node::Map()};  // the fields of a single report
  void declare(MapForm& map) {
    declare_client(map);
    constexpr std::int64_t kMost = std::numeric_limits<std::int64_t>::max();
    map.needed("number", index_shape, "of the trial",
               [&](const Field& field) { report.trial.number = field.integer(0, kMost); });
    map.field("token", index_shape, "that came with the trial",
              [&](const Field& field) { report.trial.token = field.integer(0, kMost); });
    const auto part = [&](const char* name) {
      return [this, name](const Field& field) { put(single, name, field.node()); };
    };
    map.field("step", any_integer_shape, "how far the trial is", part("step"));
    map.field("value", told_value_shape, "the objective at this step", part("value"));
    map.field("values", told_values_shape, "with several objectives, one for each", part("values"));
    map.field("reports", told_reports_shape, "several at once",
              [&](const Field& field) { report.reports = read_reports(field); });
  }
};

struct TellForm : ClientForm {
  std::span<const Objective> objectives;
  WorkTell tell;
  void declare(MapForm& map) {
    declare_client(map);
    map.needed("results", results_shape, "how trials ended",
               [&](const Field& list) { tell.results = read_results(list, objectives); });
  }
};

struct LeasesForm : ClientForm {
  WorkLeases fields;
  void declare_leases(MapForm& map) {
    declare_client(map);
    map.needed("leases", held_list_shape, "the trials and their tokens", [&](const Field& field) {
      for (const Field& item : field.items("a list of leases")) fields.leases.push_back(read_held(item));
    });
  }
};

struct HeartbeatForm : LeasesForm {
  void declare(MapForm& map) {
    declare_leases(map);
    map.field("lease", lease_shape, "seconds for which they are kept from now on; 60 when left out",
              [&](const Field& field) { fields.lease = read_lease(field); });
  }
};

struct RequeueForm : LeasesForm {
  void declare(MapForm& map) {
    declare_leases(map);
    map.field("reason", shape::text, "why, in words",
              [&](const Field& field) { fields.reason = limited_text(field, 0, 1000); });
    map.field("spent", shape::flag, "true when the trial was tried in vain",
              [&](const Field& field) { fields.spent = field.flag(); });
  }
};

struct StartForm : ClientForm {
  const Space* space = nullptr;
  WorkStart start;
  void declare(MapForm& map) {
    declare_client(map);
    constexpr std::int64_t kMost = std::numeric_limits<std::int64_t>::max();
    map.field("lease", lease_shape, "seconds; for ever when left out",
              [&](const Field& field) { start.lease = field.number(5.0, 86400.0); });
    map.field("next", index_shape, "the number that the first is to have",
              [&](const Field& field) { start.next = field.integer(0, kMost); });
    map.field("below", index_shape, "of :claim: only a trial of a smaller number",
              [&](const Field& field) { start.below = field.integer(0, kMost); });
    map.field("version", index_shape, "of the definition that the client knows",
              [&](const Field& field) { start.version = field.integer(0, kMost); });
    map.field("trials", proposal_list_shape, "settings and notes", [&](const Field& list) {
      for (const Field& item : list.items("a list of trials"))
        start.proposals.push_back(read_proposal(item, *space));
    });
  }
};

}  // namespace

WorkAsk read_work_ask(const Node& request) {
  AskForm form = read_request<AskForm>(request);
  form.ask.client = std::move(form.client);
  return std::move(form.ask);
}

WorkReport read_work_report(const Node& request) {
  ReportForm form = read_request<ReportForm>(request);
  if (form.single.map()->size() == 1 || (form.single.map()->empty() && form.report.reports.empty()))
    throw Error(ErrorCode::InvalidArgument, "the report has no step and value",
                R"(write {"client": "me", "number": 7, "token": 1, "step": 3, "value": 0.5})");
  if (!form.single.map()->empty())
    form.report.reports.push_back(read_report(Field(form.single, request_origin())));
  form.report.client = std::move(form.client);
  return std::move(form.report);
}

WorkTell read_work_tell(const Node& request, std::span<const Objective> objectives) {
  TellForm form;
  form.objectives = objectives;
  form = read_request(request, std::move(form));
  form.tell.client = std::move(form.client);
  return std::move(form.tell);
}

WorkLeases read_work_heartbeat(const Node& request) {
  HeartbeatForm form = read_request<HeartbeatForm>(request);
  form.fields.client = std::move(form.client);
  return std::move(form.fields);
}

WorkLeases read_work_requeue(const Node& request) {
  RequeueForm form = read_request<RequeueForm>(request);
  form.fields.client = std::move(form.client);
  return std::move(form.fields);
}

WorkStart read_work_start(const Node& request, const Space& space) {
  StartForm form;
  form.space = &space;
  form = read_request(request, std::move(form));
  form.start.client = std::move(form.client);
  return std::move(form.start);
}

Node work_ask_shape() { return shape_of<AskForm>(); }
Node work_report_shape() { return shape_of<ReportForm>(); }
Node work_tell_shape() { return shape_of<TellForm>(); }
Node work_heartbeat_shape() { return shape_of<HeartbeatForm>(); }
Node work_requeue_shape() { return shape_of<RequeueForm>(); }
Node work_start_shape() { return shape_of<StartForm>(); }

}  // namespace hone::codec
