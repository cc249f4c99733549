// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string>

#include "hone/catalog/storages.hpp"
#include "hone/cli/context.hpp"
#include "hone/core/study.hpp"
#include "hone/runner/study_opening.hpp"
#include "hone/service/operations.hpp"

// From the words of a command line to the operations on a store, and to a study in it.
namespace hone::cli {

/// The options that most commands share.
struct StudyOptions {
  std::string study;                 ///< a name in the store, or a study file
  std::optional<std::string> store;  ///< address of the store
  bool json = false;
};

void add_store(Command& command, std::optional<std::string>& store);
void add_json(Command& command, bool& json);
/// STUDY, --store and --json.
void add_study(Command& command, StudyOptions& options);

/// What was given, otherwise HONE_STORE, otherwise hone.db.
std::string store_address(const Context& context, const std::optional<std::string>& given);

/// The address as a terminal may show it, without a password.
std::string shown_store(const std::string& address);

/// What a command does with a store.
enum class StoreUse {
  Looks,    ///< it must be there: looking at a study should not leave an empty file behind
  Records,  ///< made when there is none; no sampler is
  Asks,     ///< made when there is none, and samplers propose
};

/// How operations keep studies at an address. Throws Error(NotFound) when there must be a store and is none.
service::Store store_at(const std::string& address, StoreUse use = StoreUse::Looks);

/// A store of a command line, which is opened once, when something is first wanted of it.
struct CommandStore {
  std::string address;
  std::shared_ptr<service::Operations> operations;

  /// Whether it has a study of that name; one that cannot be read has none, and none is made.
  bool has(const std::string& name) const;
  /// The study of that name; nothing when there is none, or no store.
  std::optional<service::Operations::Stored> find(const std::string& name) const;
  /// The trials of a study, deleted ones too.
  std::vector<Trial> trials(const std::string& study) const { return operations->trials(study, 0).trials; }
};
CommandStore open_store(const std::string& address, StoreUse use = StoreUse::Looks);
CommandStore open_store(const Context& context, const std::optional<std::string>& given,
                        StoreUse use = StoreUse::Looks);

/// Copies all of a store into another, or these studies of it.
storage::CopyCounts copy_stores(const std::string& from, const std::string& to,
                                std::span<const std::string> names);

/// A study in its store.
struct OpenStudy : CommandStore {
  Study study;
  bool created = false;      ///< just now
  std::int64_t version = 1;  ///< of the definition
  std::int64_t space = 1;    ///< the version in which its space began
};

/// All trials, as the space of the open study has them. Throws Error(Conflict) when somebody else gave the
/// study another space since it was opened.
std::vector<Trial> all_trials(const OpenStudy& open);

/// The same without those that were deleted.
std::vector<Trial> trials_of(const OpenStudy& open);

/// The study as it was defined when the trial was handed out or added.
Study definition_of(const OpenStudy& open, const Trial& trial);

/// True when the argument names a file rather than a study: it is there, or it ends like a study file or
/// holds a slash and the store has no study of that name. Throws Error(NotFound) for one with a slash that is
/// neither.
bool names_file(const std::string& argument, const CommandStore& store);

/// The study of that name, or of the name that the study file gives. Throws Error(NotFound), with a
/// suggestion.
OpenStudy open_study(const Context& context, const StudyOptions& options);
OpenStudy open_study(const Context& context, const StudyOptions& options, const CommandStore& store);

/// The same, but a study file that the store does not know yet makes a new study, and one that it knows
/// brings its budget and sampler up to date, of which it tells; sources stay when the file names none. Throws
/// Error(AlreadyExists), saying what differs, when the space is not the same.
OpenStudy open_or_create_study(Context& context, const StudyOptions& options, const CommandStore& store);
OpenStudy open_or_create_study(const CommandStore& store, const Study& study,
                               runner::OnNewSpace rule = runner::OnNewSpace::Refuse);

}  // namespace hone::cli
