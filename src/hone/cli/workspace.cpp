// SPDX-License-Identifier: MIT
#include "hone/cli/workspace.hpp"

#include <unistd.h>

#include <filesystem>

#include "hone/base/error.hpp"
#include "hone/base/printable.hpp"
#include "hone/base/shell_text.hpp"
#include "hone/base/text.hpp"
#include "hone/catalog/storages.hpp"
#include "hone/catalog/study_parts.hpp"
#include "hone/cli/exit_code.hpp"
#include "hone/cli/from_option.hpp"
#include "hone/cli/other_store.hpp"
#include "hone/codec/study_file.hpp"
#include "hone/core/store_address.hpp"

namespace hone::cli {
namespace {

bool ends_like_file(const std::string& argument) {
  const std::string ending = std::filesystem::path(argument).extension().string();
  return ending == ".yaml" || ending == ".yml" || ending == ".json";
}

/// Straight to the terminal, as it may come from any thread, and in the middle of a line that is rewritten.
void say_that_it_waits(const std::string& file) {
  const std::string line = "hone: waiting for " + printable(file) + ", which another process keeps locked\n";
  [[maybe_unused]] const auto written = ::write(STDERR_FILENO, line.data(), line.size());
}

/// Without making a store to look into; one that cannot be read has none.
bool store_has(const std::string& address, const std::string& name) {
  try {
    return open_existing_store(address)->find_study(name).has_value();
  } catch (const Error&) {
    return false;
  }
}

[[noreturn]] void no_such_study(storage::Storage& storage, const std::string& name,
                                const std::string& address) {
  std::vector<std::string> names;
  for (const storage::StudySummary& summary : storage.studies()) names.push_back(summary.name);
  throw Error(ErrorCode::NotFound,
              text("there is no study '", name, "' in ", shown_store(address), did_you_mean(name, names)),
              names.empty() ? "the store is empty: run 'hone tune STUDY.yaml' first"
                            : "'hone studies' lists those that are there");
}

}  // namespace

void add_store(Command& command, std::optional<std::string>& store) {
  command.option(
      "--store", store, "URL",
      "where studies are kept: a file, sqlite:PATH or postgresql://USER@HOST/DATABASE (default $HONE_STORE "
      "or hone.db)");
}

void add_json(Command& command, bool& json) { command.flag("--json", json, "print JSON for programs"); }

void add_study(Command& command, StudyOptions& options) {
  command.argument("STUDY", options.study, "a study of the store by its name, or a study file");
  add_store(command, options.store);
  add_json(command, options.json);
}

std::string store_address(const Context& context, const std::optional<std::string>& given) {
  if (given && trim(*given).empty())
    throw UsageError("the address of the store is empty", "name a file: --store results.db");
  if (given) return *given;
  return context.environment.variable("HONE_STORE").value_or(std::string(kDefaultStore));
}

std::string shown_store(const std::string& address) { return printable(without_password(address)); }

std::unique_ptr<storage::Storage> open_store(const std::string& address) {
  return catalog::open_storage(address, say_that_it_waits);
}

std::unique_ptr<storage::Storage> open_existing_store(const std::string& address) {
  return catalog::open_existing_storage(
      address, "run 'hone tune STUDY.yaml' first, or name another store with --store", say_that_it_waits);
}

storage::CopyCounts copy_stores(const std::string& from, const std::string& to) {
  return catalog::copy_storage(from, to, say_that_it_waits);
}

bool names_file(const std::string& argument, const std::string& address) {
  std::error_code ignored;
  const auto there = std::filesystem::status(argument, ignored);
  if (std::filesystem::is_regular_file(there)) return true;
  const bool like_path = argument.find('/') != std::string::npos;
  if (!like_path && !ends_like_file(argument)) return false;
  const bool folder = std::filesystem::is_directory(there);
  if (std::filesystem::exists(there) && !folder) return true;  // a pipe, say
  if (store_has(address, argument)) return false;
  if (folder || ends_like_file(argument)) return true;  // who reads it says what is wrong
  throw Error(ErrorCode::NotFound,
              text("'", argument, "' is neither a file nor a study in ", shown_store(address)),
              "check the name and the folder; 'hone studies' lists the studies that are there");
}

OpenStudy open_study(const Context& context, const StudyOptions& options) {
  const std::string address = store_address(context, options.store);
  const bool file = names_file(options.study, address);
  const std::string name = file ? codec::read_study_file(options.study).name : options.study;
  std::unique_ptr<storage::Storage> storage;
  std::optional<runner::StoredStudy> found;
  try {
    storage = open_existing_store(address);
    found = runner::find_study(*storage, name);
    if (!found) no_such_study(*storage, name, address);
  } catch (const Error& error) {
    if (error.code() != ErrorCode::NotFound) throw;
    const auto other = other_store_with(context, options, name);
    if (!other) throw;
    throw Error(ErrorCode::NotFound, text("there is no study '", name, "' in ", shown_store(address)),
                text("there is one in ", shown_store(*other), ": add --store ", shell_word(*other)));
  }
  return {std::move(storage), found->id,   std::move(found->study), address, false,
          found->version,     found->space};
}

OpenStudy open_or_create_study(const Context& context, const StudyOptions& options) {
  const std::string address = store_address(context, options.store);
  if (!names_file(options.study, address)) return open_study(context, options);
  const GivenStudy given = given_study(context, options, {});
  return open_or_create_study(given.address, given.study);
}

OpenStudy open_or_create_study(const std::string& address, const Study& study, runner::OnNewSpace rule) {
  catalog::check_parts(study);
  std::unique_ptr<storage::Storage> storage = open_store(address);
  runner::StoredStudy stored = runner::open_or_create(*storage, study, rule);
  return {std::move(storage), stored.id,   std::move(stored.study), address, stored.created,
          stored.version,     stored.space};
}

std::unique_ptr<service::Operations> recording(OpenStudy& open) {
  const auto held = std::make_shared<std::unique_ptr<storage::Storage>>(std::move(open.storage));
  return std::make_unique<service::Operations>(
      service::Store{.open = [held](bool) { return std::move(*held); }, .only_records = true});
}

std::vector<Trial> all_trials(const OpenStudy& open) {
  storage::Changes changes = open.storage->changes(open.id, 0);
  if (changes.space == open.space) return std::move(changes.trials);
  throw Error(ErrorCode::Conflict,
              text("the search space of the study '", open.study.name, "' was changed just now"),
              "try again");
}

Study definition_of(const OpenStudy& open, const Trial& trial) {
  if (trial.version == open.version) return open.study;
  for (storage::StudyVersion& version : open.storage->versions(open.id)) {
    if (version.version == trial.version) return std::move(version.study);
  }
  return open.study;  // a store of before there were versions
}

std::vector<Trial> trials_of(const OpenStudy& open) {
  std::vector<Trial> trials = all_trials(open);
  std::erase_if(trials, [](const Trial& trial) { return trial.state == TrialState::Deleted; });
  return trials;
}

}  // namespace hone::cli
