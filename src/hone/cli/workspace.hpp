// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "hone/cli/context.hpp"
#include "hone/core/study.hpp"
#include "hone/runner/study_opening.hpp"
#include "hone/service/operations.hpp"
#include "hone/storage/storage.hpp"
#include "hone/storage/store_copy.hpp"

// From the words of a command line to a store and a study in it.
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

/// Opens a store and makes it when there is none.
std::unique_ptr<storage::Storage> open_store(const std::string& address);
/// Throws Error(NotFound) when there is none: looking at a study should not leave an empty file behind.
std::unique_ptr<storage::Storage> open_existing_store(const std::string& address);
/// Copies all of a store into another.
storage::CopyCounts copy_stores(const std::string& from, const std::string& to);
/// The address as a terminal may show it, without a password.
std::string shown_store(const std::string& address);

/// A study in its store.
struct OpenStudy {
  std::unique_ptr<storage::Storage> storage;
  storage::StudyId id = 0;
  Study study;
  std::string address;       ///< of the store
  bool created = false;      ///< just now
  std::int64_t version = 1;  ///< of the definition
  std::int64_t space = 1;    ///< the version in which its space began

  runner::StoredStudy stored() const { return {id, study, created, version, space}; }
};

/// The operations on the study's store, which they take over. They do not propose: nothing can be asked for.
std::unique_ptr<service::Operations> recording(OpenStudy& open);

/// All trials, as the space of the open study has them. Throws Error(Conflict) when somebody else gave the
/// study another space since it was opened.
std::vector<Trial> all_trials(const OpenStudy& open);

/// The study as it was defined when the trial was handed out or added.
Study definition_of(const OpenStudy& open, const Trial& trial);

/// True when the argument names a file rather than a study: it is there, or it ends like a study file or
/// holds a slash and the store has no study of that name. Throws Error(NotFound) for one with a slash that is
/// neither.
bool names_file(const std::string& argument, const std::string& address);

/// The study of that name, or of the name that the study file gives. Throws Error(NotFound), with a
/// suggestion.
OpenStudy open_study(const Context& context, const StudyOptions& options);

/// The same without those that were deleted.
std::vector<Trial> trials_of(const OpenStudy& open);

/// The same, but a study file that the store does not know yet makes a new study, and one that it knows
/// brings its budget and sampler up to date; sources stay when the file names none. Throws
/// Error(AlreadyExists), saying what differs, when the space is not the same.
OpenStudy open_or_create_study(const Context& context, const StudyOptions& options);
OpenStudy open_or_create_study(const std::string& address, const Study& study,
                               runner::OnNewSpace rule = runner::OnNewSpace::Refuse);

}  // namespace hone::cli
