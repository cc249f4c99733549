// SPDX-License-Identifier: MIT
#include "hone/cli/workspace.hpp"

#include <unistd.h>

#include <filesystem>

#include "hone/base/error.hpp"
#include "hone/base/printable.hpp"
#include "hone/base/shell_text.hpp"
#include "hone/base/text.hpp"
#include "hone/catalog/storages.hpp"
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

[[noreturn]] void no_such_study(const CommandStore& store, const std::string& name) {
  std::vector<std::string> names;
  for (const auto& summary : store.operations->studies()) names.push_back(summary.name);
  throw Error(
      ErrorCode::NotFound,
      text("there is no study '", name, "' in ", shown_store(store.address), did_you_mean(name, names)),
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

service::Store store_at(const std::string& address, StoreUse use) {
  return {.open =
              [address, use](bool must_exist) {
                if (use != StoreUse::Looks && !must_exist)
                  return catalog::open_storage(address, say_that_it_waits);
                return catalog::open_existing_storage(
                    address, "run 'hone tune STUDY.yaml' first, or name another store with --store",
                    say_that_it_waits);
              },
          .only_records = use != StoreUse::Asks};
}

CommandStore open_store(const std::string& address, StoreUse use) {
  return {address, std::make_shared<service::Operations>(store_at(address, use))};
}

CommandStore open_store(const Context& context, const std::optional<std::string>& given, StoreUse use) {
  return open_store(store_address(context, given), use);
}

bool CommandStore::has(const std::string& name) const {
  try {
    return operations->has(name);
  } catch (const Error&) {
    return false;
  }
}

std::optional<service::Operations::Stored> CommandStore::find(const std::string& name) const {
  try {
    return operations->find(name);
  } catch (const Error& error) {
    if (error.code() == ErrorCode::NotFound) return std::nullopt;
    throw;
  }
}

storage::CopyCounts copy_stores(const std::string& from, const std::string& to,
                                std::span<const std::string> names) {
  return catalog::copy_storage(from, to, say_that_it_waits, names);
}

bool names_file(const std::string& argument, const CommandStore& store) {
  std::error_code ignored;
  const auto there = std::filesystem::status(argument, ignored);
  if (std::filesystem::is_regular_file(there)) return true;
  const bool like_path = argument.find('/') != std::string::npos;
  if (!like_path && !ends_like_file(argument)) return false;
  const bool folder = std::filesystem::is_directory(there);
  if (std::filesystem::exists(there) && !folder) return true;  // a pipe, say
  if (store.has(argument)) return false;
  if (folder || ends_like_file(argument)) return true;  // who reads it says what is wrong
  throw Error(ErrorCode::NotFound,
              text("'", argument, "' is neither a file nor a study in ", shown_store(store.address)),
              "check the name and the folder; 'hone studies' lists the studies that are there");
}

OpenStudy open_study(const Context& context, const StudyOptions& options) {
  return open_study(context, options, open_store(context, options.store));
}

OpenStudy open_study(const Context& context, const StudyOptions& options, const CommandStore& store) {
  const bool file = names_file(options.study, store);
  const std::string name = file ? codec::read_study_file(options.study).name : options.study;
  try {
    auto found = store.operations->find(name);
    if (!found) no_such_study(store, name);
    return {store, std::move(found->version.study), false, found->version.version, found->version.space};
  } catch (const Error& error) {
    if (error.code() != ErrorCode::NotFound) throw;
    const auto other = other_store_with(context, options, name);
    if (!other) throw;
    throw Error(ErrorCode::NotFound, text("there is no study '", name, "' in ", shown_store(store.address)),
                text("there is one in ", shown_store(*other), ": add --store ",
                     shell_word(without_password(*other))));
  }
}

OpenStudy open_or_create_study(Context& context, const StudyOptions& options, const CommandStore& store) {
  if (!names_file(options.study, store)) return open_study(context, options, store);
  const GivenStudy given = given_study(context, options, store);
  OpenStudy open = open_or_create_study(store, given.study);
  context.err << change_remark(given);
  return open;
}

OpenStudy open_or_create_study(const CommandStore& store, const Study& study, runner::OnNewSpace rule) {
  runner::StoredStudy stored = store.operations->define(study, rule);
  return {store, std::move(stored.study), stored.created, stored.version, stored.space};
}

std::vector<Trial> all_trials(const OpenStudy& open) {
  auto changes = open.operations->trials(open.study.name, 0);
  if (changes.space == open.space) return std::move(changes.trials);
  throw Error(ErrorCode::Conflict,
              text("the search space of the study '", open.study.name, "' was changed just now"),
              "try again");
}

std::vector<Trial> trials_of(const OpenStudy& open) {
  std::vector<Trial> trials = all_trials(open);
  std::erase_if(trials, [](const Trial& trial) { return trial.state == TrialState::Deleted; });
  return trials;
}

Study definition_of(const OpenStudy& open, const Trial& trial) {
  if (trial.version == open.version) return open.study;
  for (auto& version : open.operations->versions(open.study.name)) {
    if (version.version == trial.version) return std::move(version.study);
  }
  return open.study;  // a store of before there were versions
}

}  // namespace hone::cli
