// SPDX-License-Identifier: MIT
#include "hone/codec/work_request.hpp"

#include <algorithm>
#include <limits>

#include "hone/base/error.hpp"
#include "hone/base/text.hpp"
#include "hone/codec/map_form.hpp"
#include "hone/codec/record.hpp"

namespace hone::codec {
namespace {

constexpr std::int64_t kLargestCount = 10000;
constexpr double kLongestWait = 60.0;
constexpr std::size_t kLongestNote = 100'000;

Node client_shape() { return shape::text_like("^[^#]{1,200}$"); }
Node key_shape() { return shape::text_like("^.{1,100}$"); }
Node wait_shape() { return shape::number(0.0, kLongestWait); }
Node lease_shape() { return shape::either({shape::number(5.0, 86400.0), shape::number(0.0, 0.0)}); }
Node words_shape() { return shape::list(shape::text()); }
Node index_shape() { return shape::integer(0); }
Node index_list_shape() { return shape::list(shape::integer(0)); }
Node any_integer_shape() { return shape::integer(std::numeric_limits<std::int64_t>::min()); }
Node value_shape() { return shape::either({shape::number(), shape::words({"nan", "inf", "-inf"})}); }
Node report_shape() {
  return shape::object({{"step", any_integer_shape(), true}, {"value", value_shape(), true}});
}
Node report_list_shape() { return shape::list(report_shape()); }
Node held_shape() {
  return shape::object({{"number", shape::integer(0), true}, {"token", shape::integer(0), false}});
}
Node held_list_shape() { return shape::list(held_shape()); }
Node row_list_shape() { return shape::list(shape::row()); }
Node tag_changes_shape() { return shape::map(shape::flag()); }
Node note_list_shape() { return shape::list(shape::map(shape::anything())); }
Node proposal_list_shape() {
  return shape::list(
      shape::object({{"params", shape::row(), true}, {"notes", shape::map(shape::anything()), false}}));
}
Node result_list_shape() {
  return shape::list(shape::object(
      {{"number", shape::integer(0), true},
       {"token", shape::integer(0), false},
       {"value", value_shape(), false},
       {"values", shape::anything(), false},
       {"state", shape::words({"complete", "failed", "pruned", "timed_out", "infeasible"}), false},
       {"error", shape::text(), false},
       {"attributes", shape::map(shape::scalar()), false},
       {"reports", report_list_shape(), false}}));
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

Report read_step(const Field& field) {
  static const std::vector<std::string> kKnown = {"step", "value"};
  field.only(kKnown);
  return {field.at("step").integer(), field.at("value").number()};  // also nan, as stores keep it
}

/// Settings as a person or a program gives them, and notes as a store keeps them.
Proposal read_proposal(const Json& params, const Json& notes, const Space& space, const std::string& where) {
  Proposal proposal{params_from_json(params, space, where)};
  if (!notes.is_null()) proposal.notes = notes_from_text(notes.dump());
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
  Report single;
  int parts = 0;  // of a single report that were given
  void declare(MapForm& map) {
    declare_client(map);
    constexpr std::int64_t kMost = std::numeric_limits<std::int64_t>::max();
    map.needed("number", index_shape, "of the trial",
               [&](const Field& field) { report.trial.number = field.integer(0, kMost); });
    map.field("token", index_shape, "that came with the trial",
              [&](const Field& field) { report.trial.token = field.integer(0, kMost); });
    map.field("step", any_integer_shape, "how far the trial is", [&](const Field& field) {
      single.step = field.integer();
      ++parts;
    });
    map.field("value", value_shape, "the objective at this step", [&](const Field& field) {
      single.value = field.number();
      ++parts;
    });
    map.field("reports", report_list_shape, "several at once", [&](const Field& field) {
      for (const Field& item : field.items("a list of reports")) report.reports.push_back(read_step(item));
    });
  }
};

struct TellForm : ClientForm {
  void declare(MapForm& map) {
    declare_client(map);
    map.must_mention("results", result_list_shape, "how trials ended");
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

struct EnqueueForm {
  std::string key;
  void declare(MapForm& map) {
    map.must_mention("points", row_list_shape, "settings to try before anything else");
    map.mention("notes", note_list_shape, "what a sampler wants to remember of each");
    map.field("key", key_shape, "the same again adds nothing",
              [&](const Field& field) { key = limited_text(field, 1, 100); });
  }
};

struct StartForm : ClientForm {
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
    map.mention("trials", proposal_list_shape, "settings and notes");
  }
};

struct TrialNoteForm {
  WorkNote fields;
  void declare(MapForm& map) {
    map.field("number", index_shape, "of the trial; on the study without one", [&](const Field& field) {
      fields.number = field.integer(0, std::numeric_limits<std::int64_t>::max());
    });
    map.field("note", shape::text, "what to remember",
              [&](const Field& field) { fields.note = limited_text(field, 0, kLongestNote); });
    map.mention("tags", tag_changes_shape, "true puts a tag on, false takes it off");
  }
};

struct NotesForm {
  NotesFields notes;
  void declare(MapForm& map) {
    map.field("text", shape::text, "in words",
              [&](const Field& field) { notes.text = limited_text(field, 0, kLongestNote); });
    map.field("tags", words_shape, "to find it by",
              [&](const Field& field) { notes.tags = read_words(field, 50, 100); });
  }
};

/// Reads a form and hands on the tree's owner only for as long as it is needed.
template <class Form>
Form read_form(const Json& request) {
  const Node tree = to_node(request, "request");
  const Origin origin{.name = "request", .folder = std::nullopt};
  return read_map<Form>(Field(tree, origin));
}

const Json& member_list(const Json& request, const char* name) {
  const auto found = request.find(name);
  if (found != request.end() && found->is_array()) return *found;
  throw Error(ErrorCode::InvalidArgument, text("the request has no list of \"", name, "\""),
              "docs/guide/api.md shows one");
}

}  // namespace

WorkAsk read_work_ask(const Json& request) {
  AskForm form = read_form<AskForm>(request);
  form.ask.client = std::move(form.client);
  return std::move(form.ask);
}

WorkReport read_work_report(const Json& request) {
  ReportForm form = read_form<ReportForm>(request);
  if (form.parts == 1 || (form.parts == 0 && form.report.reports.empty()))
    throw Error(ErrorCode::InvalidArgument, "the report has no step and value",
                R"(write {"client": "me", "number": 7, "token": 1, "step": 3, "value": 0.5})");
  if (form.parts == 2) form.report.reports.push_back(form.single);
  form.report.client = std::move(form.client);
  return std::move(form.report);
}

WorkTell read_work_tell(const Json& request, std::span<const Objective> objectives) {
  WorkTell tell{.client = read_form<TellForm>(request).client};
  Json plain = {{"results", member_list(request, "results")}};
  for (Json& result : plain["results"]) {
    std::int64_t token = 0;
    if (result.is_object() && result.contains("token")) {
      const Json& given = result["token"];
      if (!given.is_number_integer() || given.get<double>() < 0 || given.get<double>() > 9e18)
        throw Error(ErrorCode::InvalidArgument, "a token is not a whole number",
                    "send the one that came with the trial")
            .within(text("results[", tell.tokens.size(), "].token"));
      token = given.get<std::int64_t>();
      result.erase("token");
    }
    tell.tokens.push_back(token);
  }
  tell.results = read_tell(plain, objectives);
  return tell;
}

WorkLeases read_work_heartbeat(const Json& request) {
  HeartbeatForm form = read_form<HeartbeatForm>(request);
  form.fields.client = std::move(form.client);
  return std::move(form.fields);
}

WorkLeases read_work_requeue(const Json& request) {
  RequeueForm form = read_form<RequeueForm>(request);
  form.fields.client = std::move(form.client);
  return std::move(form.fields);
}

WorkEnqueue read_work_enqueue(const Json& request, const Space& space) {
  WorkEnqueue enqueue{.key = read_form<EnqueueForm>(request).key};
  const Json& points = member_list(request, "points");
  const Json none;
  const bool noted = request.contains("notes");
  if (noted && member_list(request, "notes").size() != points.size())
    throw Error(ErrorCode::InvalidArgument, "there are not as many notes as points", "give one for each");
  for (std::size_t i = 0; i < points.size(); ++i)
    enqueue.proposals.push_back(
        read_proposal(points[i], noted ? request["notes"][i] : none, space, text("points[", i, "]")));
  return enqueue;
}

WorkStart read_work_start(const Json& request, const Space& space) {
  StartForm form = read_form<StartForm>(request);
  form.start.client = std::move(form.client);
  const Json none;
  if (!request.contains("trials")) return std::move(form.start);
  const Json& trials = member_list(request, "trials");
  for (std::size_t i = 0; i < trials.size(); ++i) {
    const bool noted = trials[i].is_object() && trials[i].contains("notes");
    const Json& params = trials[i].is_object() && trials[i].contains("params") ? trials[i]["params"] : none;
    form.start.proposals.push_back(
        read_proposal(params, noted ? trials[i]["notes"] : none, space, text("trials[", i, "].params")));
  }
  return std::move(form.start);
}

WorkNote read_work_note(const Json& request) {
  WorkNote note = read_form<TrialNoteForm>(request).fields;
  const auto tags = request.find("tags");
  if (tags == request.end()) return note;
  if (!tags->is_object())
    throw Error(ErrorCode::InvalidArgument, "\"tags\" is not an object", R"(write "tags": {"slow": true})");
  for (const auto& [name, put_on] : tags->items()) {
    if (!put_on.is_boolean())
      throw Error(ErrorCode::InvalidArgument, "it is not true or false",
                  "write true to put the tag on, false to take it off")
          .within(text("tags.", name));
    note.tags[name] = put_on.get<bool>();
  }
  return note;
}

NotesFields read_notes_request(const Json& request) { return read_form<NotesForm>(request).notes; }

Node work_ask_shape() { return shape_of<AskForm>(); }
Node work_report_shape() { return shape_of<ReportForm>(); }
Node work_tell_shape() { return shape_of<TellForm>(); }
Node work_heartbeat_shape() { return shape_of<HeartbeatForm>(); }
Node work_requeue_shape() { return shape_of<RequeueForm>(); }
Node work_enqueue_shape() { return shape_of<EnqueueForm>(); }
Node work_start_shape() { return shape_of<StartForm>(); }
Node work_note_shape() { return shape_of<TrialNoteForm>(); }
Node notes_shape() { return shape_of<NotesForm>(); }

Node cancel_shape() {
  return shape::object({{"numbers", index_list_shape(), true}, {"requeue", shape::flag(), false}});
}
Node retry_shape() {
  return shape::object({{"numbers", index_list_shape(), false}, {"states", words_shape(), false}});
}
Node numbers_shape() { return shape::object({{"numbers", index_list_shape(), true}}); }
Node amend_shape() {
  return shape::object({{"number", shape::integer(0), true},
                        {"value", value_shape(), false},
                        {"values", shape::anything(), false}});
}

}  // namespace hone::codec
