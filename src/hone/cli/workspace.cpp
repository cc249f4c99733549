// SPDX-License-Identifier: MIT
#include "hone/cli/workspace.hpp"

#include <algorithm>
#include <filesystem>

#include "hone/base/error.hpp"
#include "hone/base/text.hpp"
#include "hone/catalog/storages.hpp"
#include "hone/codec/study_file.hpp"

namespace hone::cli {
namespace {

bool ends_like_file(const std::string& argument) {
  const std::string ending = std::filesystem::path(argument).extension().string();
  return ending == ".yaml" || ending == ".yml" || ending == ".json";
}

[[noreturn]] void no_such_study(storage::Storage& storage, const std::string& name,
                                const std::string& address) {
  std::vector<std::string> names;
  for (const storage::StudySummary& summary : storage.studies()) names.push_back(summary.name);
  throw Error(ErrorCode::NotFound,
              text("there is no study '", name, "' in ", address, did_you_mean(name, names)),
              names.empty() ? "the store is empty: run 'hone tune STUDY.yaml' first"
                            : "'hone studies' lists those that are there");
}

void list_difference(std::vector<std::string>& parts, const std::vector<Parameter>& from,
                     const std::vector<Parameter>& to) {
  const auto find = [](const std::vector<Parameter>& list, const std::string& name) {
    return std::find_if(list.begin(), list.end(), [&](const Parameter& p) { return p.name == name; });
  };
  for (const Parameter& parameter : to) {
    const auto old = find(from, parameter.name);
    if (old == from.end()) {
      parts.push_back("parameter '" + parameter.name + "' is new");
    } else if (!(*old == parameter)) {
      parts.push_back("parameter '" + parameter.name + "' changed");
    }
  }
  for (const Parameter& parameter : from) {
    if (find(to, parameter.name) == to.end()) parts.push_back("parameter '" + parameter.name + "' is gone");
  }
}

/// A crash between making the study and enqueueing is healed by whoever opens the study next.
void ensure_starting_points(storage::Storage& storage, storage::StudyId id, const Study& study) {
  if (study.enqueue.empty() || storage.trial(id, 0)) return;
  std::vector<Proposal> proposals;
  for (const Configuration& point : study.enqueue) proposals.push_back({point, {}});
  storage.enqueue(id, proposals);
}

void update(storage::Storage& storage, storage::StudyId id, const Study& study) {
  const Study stored = storage.study(id);
  if (stored == study) return;
  const std::string changes = difference(stored, study);
  if (!changes.empty()) {
    throw Error(
        ErrorCode::AlreadyExists,
        text("the study '", study.name, "' is in the store with another search space: ", changes),
        "its trials would not fit; give the study another 'name', or remove the old one with 'hone delete " +
            study.name + "'");
  }
  storage.update_study(id, study);
}

}  // namespace

void add_store(Command& command, std::optional<std::string>& store) {
  command.option("--store", store, "URL",
                 "where studies are kept: a file or sqlite:PATH (default $HONE_STORE or hone.db)");
}

void add_json(Command& command, bool& json) { command.flag("--json", json, "print JSON for programs"); }

void add_study(Command& command, StudyOptions& options) {
  command.argument("STUDY", options.study, "a study of the store by its name, or a study file");
  add_store(command, options.store);
  add_json(command, options.json);
}

std::string store_address(const Context& context, const std::optional<std::string>& given) {
  if (given) return *given;
  return context.environment.variable("HONE_STORE").value_or("hone.db");
}

std::optional<std::string> store_file(const std::string& address) {
  if (address.starts_with("sqlite:")) return address.substr(7);
  const std::size_t colon = address.find(':');
  if (colon != std::string::npos && address.find('/') > colon) return std::nullopt;
  return address;
}

std::unique_ptr<storage::Storage> open_store(const std::string& address) {
  return catalog::open_storage(address);
}

std::unique_ptr<storage::Storage> open_existing_store(const std::string& address) {
  const std::optional<std::string> file = store_file(address);
  std::error_code ignored;
  if (file && !std::filesystem::exists(*file, ignored)) {
    throw Error(ErrorCode::NotFound, "there is no store at " + *file,
                "run 'hone tune STUDY.yaml' first, or name another store with --store");
  }
  return open_store(address);
}

bool names_file(const std::string& argument) {
  std::error_code ignored;
  return ends_like_file(argument) || argument.find('/') != std::string::npos ||
         std::filesystem::is_regular_file(argument, ignored);
}

OpenStudy open_study(const Context& context, const StudyOptions& options) {
  const std::string address = store_address(context, options.store);
  const bool file = names_file(options.study);
  const std::string name = file ? codec::read_study_file(options.study).name : options.study;
  OpenStudy open{open_existing_store(address), 0, Study{.space = Space({constant("none", true)})}, address,
                 false};
  const auto id = open.storage->find_study(name);
  if (!id) no_such_study(*open.storage, name, address);
  open.id = *id;
  open.study = open.storage->study(*id);
  return open;
}

OpenStudy open_or_create_study(const Context& context, const StudyOptions& options) {
  if (!names_file(options.study)) return open_study(context, options);
  const Study study = codec::read_study_file(options.study);
  return open_or_create_study(store_address(context, options.store), study);
}

OpenStudy open_or_create_study(const std::string& address, const Study& study) {
  OpenStudy open{open_store(address), 0, study, address, false};
  open.id = store_study(*open.storage, study, open.created);
  return open;
}

storage::StudyId store_study(storage::Storage& storage, const Study& study, bool& created) {
  std::optional<storage::StudyId> id = storage.find_study(study.name);
  created = !id.has_value();
  if (created) {
    try {
      id = storage.create_study(study);
    } catch (const Error& error) {
      // Another process was faster.
      if (error.code() != ErrorCode::AlreadyExists) throw;
      id = storage.find_study(study.name);
      if (!id) throw;
      created = false;
    }
  }
  if (!created) update(storage, *id, study);
  ensure_starting_points(storage, *id, study);
  return *id;
}

std::string difference(const Study& stored, const Study& given) {
  std::vector<std::string> parts;
  list_difference(parts, stored.space.parameters(), given.space.parameters());
  if (!(stored.space.constraints() == given.space.constraints())) parts.push_back("the constraints changed");
  if (!(stored.space.candidates() == given.space.candidates())) parts.push_back("the candidates changed");
  if (stored.objectives != given.objectives) parts.push_back("the objective changed");
  if (parts.empty() && !(stored.space == given.space)) parts.push_back("the order of the parameters changed");
  if (parts.size() > 4) {
    const std::size_t more = parts.size() - 3;
    parts.resize(3);
    parts.push_back(text("and ", more, " more"));
  }
  return join(parts, ", ");
}

}  // namespace hone::cli
