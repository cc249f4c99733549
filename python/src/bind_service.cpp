// SPDX-License-Identifier: MIT
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "bind.hpp"
#include "convert.hpp"
#include "hone/base/error.hpp"
#include "hone/base/rng.hpp"
#include "hone/base/text.hpp"
#include "hone/base/words.hpp"
#include "hone/catalog/storages.hpp"
#include "hone/codec/json.hpp"
#include "hone/codec/node.hpp"
#include "hone/codec/request.hpp"
#include "hone/core/store_address.hpp"
#include "hone/core/wish.hpp"
#include "hone/service/operations.hpp"
#include "hone/service/verb.hpp"

namespace hone::python {
namespace {

using service::Operations;
using service::Store;

constexpr const char* kNoStore = "make it with hone.create_study(..., store=...)";

bool in_memory(const std::string& address) { return !catalog::outlives_process(address); }

Store store_at(const std::string& address, bool resume) {
  const auto rule = resume ? Store::Existing::Resume : Store::Existing::Refuse;
  const auto open = [address](bool must_exist) {
    return must_exist ? catalog::open_existing_storage(address, kNoStore) : catalog::open_storage(address);
  };
  // A store in memory ends with the process, so nobody else could take over what was left.
  return {open, rule, in_memory(address) ? std::nullopt : std::optional(runner::kLease)};
}

nb::dict to_python(const service::Opened& opened) {
  nb::list warnings;
  for (const std::string& warning : opened.warnings)
    warnings.append(python::to_python(std::string_view(warning)));
  nb::dict fields;
  fields["study"] = python::to_python(std::string_view(opened.study));
  fields["trials"] = opened.trials;
  fields["created"] = opened.created;
  fields["warnings"] = warnings;
  return fields;
}

nb::list trial_list(const std::vector<Trial>& trials) {
  nb::list list;
  for (const Trial& trial : trials) list.append(python::to_python(trial));
  return list;
}

// --- opening

nb::dict create(Operations& operations, const std::string& definition) {
  return to_python(without_gil(
      [&] { return operations.create(codec::study_from(codec::parse_tree(definition, "study"), "study")); }));
}

nb::dict open_study(Operations& operations, const std::string& name) {
  return to_python(without_gil([&] { return operations.open(name); }));
}

bool has(Operations& operations, const std::string& name) {
  return without_gil([&] { return operations.has(name); });
}

nb::object definition(Operations& operations, const std::string& study) {
  return python::to_python(std::string_view(without_gil([&] {
    return codec::to_json(*operations.definition(study))
        .dump(-1, ' ', false, codec::Json::error_handler_t::replace);
  })));
}

/// Adds parameters, given as a study file has them, each with its default; returns the definition.
nb::object add_parameters(Operations& operations, const std::string& study, const std::string& parameters) {
  return python::to_python(std::string_view(without_gil([&] {
    codec::Node study_tree;
    codec::put(study_tree, "parameters", codec::parse_tree(parameters, "parameters"));
    const Study given = codec::study_from(study_tree, "study");
    return codec::to_json(*operations.add_parameters(study, given.space.parameters()))
        .dump(-1, ' ', false, codec::Json::error_handler_t::replace);
  })));
}

// --- working

/// With the names that the verb's answer has (docs/guide/stdio.md). With `notes` each trial has those of the
/// sampler, too.
nb::dict ask(Operations& operations, const std::string& study, int count, bool forever, bool notes) {
  const service::Asked asked = without_gil([&] { return operations.ask(study, count, forever); });
  nb::list trials;
  for (const storage::Claim& claim : asked.claims) {
    nb::dict trial;
    trial["number"] = claim.trial.number;
    trial["params"] = python::to_python(claim.trial.configuration);
    if (notes) trial["notes"] = python::to_python(claim.trial.notes);
    trials.append(trial);
  }
  nb::dict fields;
  fields["trials"] = trials;
  fields["done"] = asked.done;
  fields["running"] = asked.running;
  return fields;
}

codec::ToldResult result_of(const nb::dict& told) {
  const auto state = nb::cast<std::string>(told["state"]);
  const auto known = parse_trial_state(state);
  if (!known || !is_finished(*known)) {
    throw Error(ErrorCode::InvalidArgument, text("a trial cannot end as '", state, "'"),
                "use complete, failed, pruned, timed_out or infeasible");
  }
  codec::ToldResult result{.number = nb::cast<std::int64_t>(told["number"]),
                           .state = *known,
                           .values = nb::cast<std::vector<double>>(told["values"]),
                           .attributes = attributes_of(nb::cast<nb::dict>(told["attributes"])),
                           .error = nb::cast<std::string>(told["error"])};
  if (told.contains("reports")) {
    for (const auto& [step, value] : nb::cast<std::vector<std::pair<std::int64_t, double>>>(told["reports"]))
      result.reports.push_back({step, value});
  }
  return result;
}

/// Each result with number, state, values, attributes and error, and with reports if it brings any.
void tell(Operations& operations, const std::string& study, const std::vector<nb::dict>& results) {
  std::vector<codec::ToldResult> outcomes;
  for (const nb::dict& told : results) outcomes.push_back(result_of(told));
  without_gil([&] { operations.tell(study, std::move(outcomes)); });
}

bool report(Operations& operations, const std::string& study, std::int64_t number, std::int64_t step,
            const std::vector<double>& values) {
  return without_gil([&] { return operations.report(study, number, Report::of(step, values)); });
}

// --- for trials that run in other processes of the caller's

std::int64_t fence(Operations& operations, const std::string& study, std::int64_t number) {
  return without_gil([&] { return operations.lease(study, number).fence; });
}

bool report_for(Operations& operations, const std::string& study, std::int64_t number, std::int64_t fence,
                std::int64_t step, const std::vector<double>& values) {
  return without_gil([&] {
    return operations.report(study, storage::Lease{number, fence}, Report::of(step, values));
  });
}

nb::object lose(Operations& operations, const std::string& study, std::int64_t number,
                const std::string& reason) {
  return python::to_python(
      std::string_view(to_text(without_gil([&] { return operations.lose(study, number, reason); }))));
}

std::vector<std::int64_t> enqueue(Operations& operations, const std::string& study,
                                  const std::vector<nb::dict>& points) {
  std::vector<std::vector<std::pair<std::string, Value>>> rows;
  for (const nb::dict& point : points) rows.push_back(named_values(point));
  return without_gil([&] {
    const auto known = operations.definition(study);
    std::vector<Configuration> configurations;
    for (std::size_t i = 0; i < rows.size(); ++i) {
      try {
        configurations.push_back(admit_wish(known->space, rows[i], mix_seed(known->seed, i)));
      } catch (const Error& error) {
        throw error.within(text("points[", i, "]"));
      }
    }
    return operations.enqueue(study, configurations);
  });
}

std::int64_t insert(Operations& operations, const std::string& study, const std::string& rows) {
  return without_gil([&] {
    const auto known = operations.definition(study);
    codec::Node request;
    codec::put(request, "trials", codec::parse_tree(rows, "trials"));
    std::vector<Trial> trials;
    for (const codec::Field& row :
         codec::Field(request, codec::request_origin()).at("trials").items("a list of trials"))
      trials.push_back(codec::trial_from(row, *known));
    return operations.insert(study, trials);
  });
}

// --- looking

nb::object best(Operations& operations, const std::string& study) {
  const auto trial = without_gil([&] { return operations.best(study); });
  return trial ? nb::object(python::to_python(*trial)) : nb::none();
}

nb::list front(Operations& operations, const std::string& study) {
  return trial_list(without_gil([&] { return operations.front(study); }));
}

nb::dict changes(Operations& operations, const std::string& study, std::int64_t since) {
  const storage::Changes changes = without_gil([&] { return operations.trials(study, since); });
  nb::dict fields;
  fields["trials"] = trial_list(changes.trials);
  fields["revision"] = changes.revision;
  return fields;
}

// --- everything else

/// Any verb (service/verb.hpp), with its fields and its answer as JSON.
nb::object call(Operations& operations, const std::string& name, const std::string& study,
                const std::string& fields) {
  return python::to_python(std::string_view(without_gil([&] {
    const service::Verb* verb = service::find_verb(name);
    if (verb == nullptr)
      throw Error(ErrorCode::InvalidArgument,
                  text("there is no verb '", name, "'", did_you_mean(name, service::verb_names())),
                  "docs/guide/stdio.md has them all");
    return service::run_near(*verb, operations, study, codec::parse_request(fields, {})).text;
  })));
}

/// What call() may be asked for: its name, the JSON Schema of its fields, whether it is about a study.
nb::list verbs() {
  nb::list list;
  for (const service::Verb& verb : service::verbs()) {
    const std::string schema = codec::json_text(verb.request(false));
    nb::dict fields;
    fields["name"] = python::to_python(std::string_view(verb.name));
    fields["request"] = python::to_python(std::string_view(schema));
    fields["about_study"] = verb.is_about_study();
    list.append(fields);
  }
  return list;
}

/// Keeps an object from ever being destroyed: in a process that was forked it holds locks, threads and file
/// handles of its parent, which only the parent may let go of.
void abandon(nb::handle object) { object.inc_ref(); }

}  // namespace

void bind_service(nb::module_& module) {
  nb::class_<Operations>(module, "Operations")
      .def(
          "__init__",
          [](Operations* place, const std::string& store, bool resume) {
            new (place) Operations(store_at(store, resume));
          },
          nb::arg("store"), nb::arg("resume"))
      .def("create", &create, nb::arg("definition"))
      .def("open", &open_study, nb::arg("name"))
      .def("has", &has, nb::arg("name"))
      .def("definition", &definition, nb::arg("study"))
      .def("add_parameters", &add_parameters, nb::arg("study"), nb::arg("parameters"))
      .def("ask", &ask, nb::arg("study"), nb::arg("count"), nb::arg("forever"), nb::arg("notes") = false)
      .def("tell", &tell, nb::arg("study"), nb::arg("results"))
      .def("report", &report, nb::arg("study"), nb::arg("number"), nb::arg("step"), nb::arg("values"))
      .def("fence", &fence, nb::arg("study"), nb::arg("number"))
      .def("report_for", &report_for, nb::arg("study"), nb::arg("number"), nb::arg("fence"), nb::arg("step"),
           nb::arg("values"))
      .def("lose", &lose, nb::arg("study"), nb::arg("number"), nb::arg("reason"))
      .def("enqueue", &enqueue, nb::arg("study"), nb::arg("points"))
      .def("insert", &insert, nb::arg("study"), nb::arg("rows"))
      .def("best", &best, nb::arg("study"))
      .def("front", &front, nb::arg("study"))
      .def("changes", &changes, nb::arg("study"), nb::arg("since"))
      .def("call", &call, nb::arg("verb"), nb::arg("study"), nb::arg("fields"));
  module.def("verbs", &verbs);
  module.def("storage_file", &catalog::storage_file, nb::arg("store"));
  module.def("in_memory", &in_memory, nb::arg("store"));
  module.def(
      "shown_store", [](const std::string& store) { return without_password(store); }, nb::arg("store"));
  module.def("abandon", &abandon, nb::arg("object"));
}

}  // namespace hone::python
