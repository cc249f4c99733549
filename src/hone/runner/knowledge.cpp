// SPDX-License-Identifier: MIT
#include "hone/runner/knowledge.hpp"

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <utility>

#include "hone/base/error.hpp"
#include "hone/base/pattern.hpp"
#include "hone/base/text.hpp"
#include "hone/codec/files.hpp"
#include "hone/runner/known_trials.hpp"
#include "hone/runner/source_table.hpp"

namespace hone::runner {
namespace {

/// The artefacts of a store, to read.
class StoredArtefacts final : public Artefacts {
 public:
  explicit StoredArtefacts(storage::ArtefactStore& storage) : storage_(storage) {}
  std::optional<Artefact> find(const ArtefactKey& key) const override { return storage_.artefact(key); }
  std::vector<ArtefactInfo> list(const std::string& kind) const override { return storage_.artefacts(kind); }

 private:
  storage::ArtefactStore& storage_;
};

/// Names a study whatever the store's address looks like: ids of one store differ, and a copy of the store
/// has the same studies.
using Identity = std::pair<std::string, Timestamp>;
Identity identity(const storage::StudySummary& summary) { return {summary.name, summary.created}; }

class Gatherer {
 public:
  Gatherer(storage::Storage& storage, const Study& study, const SourceAccess& access, OnUnread rule)
      : storage_(storage), study_(study), access_(access), rule_(rule) {
    for (const storage::StudySummary& summary : studies_of("")) {
      if (summary.name != study.name) continue;
      own_ = identity(summary);
      named_before_ = storage.current(summary.id).study.sources;
    }
  }

  Knowledge gather() {
    knowledge_.artefacts = artefacts_of(storage_);
    for (std::size_t i = 0; i < study_.sources.size(); ++i) {
      const Source& source = study_.sources[i];
      try {
        std::visit(*this, source);
      } catch (const Error& error) {
        if (!may_be_left_out(source, error)) throw error.within(text("sources #", i + 1));
        knowledge_.unread.push_back({to_text(source), error.what()});
      }
    }
    return std::move(knowledge_);
  }

  void operator()(const RowsSource& source) { add(read_source_rows(source, study_)); }

  void operator()(const TableSource& source) {
    const std::string content = access_.read_file ? access_.read_file(source.path)
                                                  : codec::read_plain_file(source.path, codec::kLargestTable);
    const std::string_view checked = codec::checked_text(content, source.path);
    const bool json = codec::extension_of(source.path) == ".json";
    add(json ? read_source_json(checked, source.path, study_)
             : read_source_table(checked, source.path, study_));
  }

  void operator()(const StudySource& source) {
    storage::Storage& store = store_at(source.store);
    std::vector<std::string> names;
    for (const storage::StudySummary& summary : studies_of(source.store)) {
      if (summary.name == source.name) return add_named(store, source.store, summary);
      names.push_back(summary.name);
    }
    throw Error(ErrorCode::NotFound,
                text("there is no study '", source.name, "' in ",
                     source.store.empty() ? "this store" : source.store, did_you_mean(source.name, names)),
                "`hone studies` lists those that there are");
  }

  void operator()(const StudiesSource& source) {
    storage::Storage& store = store_at(source.store);
    int matches = 0;
    for (const storage::StudySummary& summary : studies_of(source.store)) {
      if (identity(summary) == own_ || !matches_pattern(summary.name, source.pattern)) continue;
      ++matches;
      try {
        add_study(store, source.store, summary);
      } catch (const Error& error) {  // damaged, or deleted since it was listed
        knowledge_.unread.push_back({to_text(Source(StudySource{source.store, summary.name})), error.what()});
      }
    }
    if (matches == 0)
      knowledge_.remarks.push_back(text("no other study matches the source '", to_text(Source(source)), "'"));
  }

 private:
  bool may_be_left_out(const Source& source, const Error& error) const {
    if (rule_ == OnUnread::LeaveOut) return true;
    return error.code() == ErrorCode::NotFound &&
           std::find(named_before_.begin(), named_before_.end(), source) != named_before_.end();
  }

  // Weights are kept by name, so that no two may have the same.
  void add(SourceStudy source) {
    const std::string plain = source.name;
    for (int count = 2; !names_.insert(source.name).second; ++count) source.name = text(plain, " #", count);
    knowledge_.sources.push_back(std::move(source));
  }

  void add_named(storage::Storage& store, const std::string& address, const storage::StudySummary& summary) {
    if (identity(summary) == own_) {
      throw Error(ErrorCode::InvalidArgument, text("the study '", summary.name, "' cannot be its own source"),
                  "remove it: its own trials are always used");
    }
    add_study(store, address, summary);
  }

  void add_study(storage::Storage& store, const std::string& address, const storage::StudySummary& summary) {
    if (!seen_.insert(identity(summary)).second) return;
    storage::StudyVersion other = store.current(summary.id);
    storage::Changes changes = store.changes(summary.id, 0);
    while (changes.space != other.space) {  // it got another space between the two
      other = store.current(summary.id);
      changes = store.changes(summary.id, 0);
    }
    std::erase_if(changes.trials,
                  [](const Trial& trial) { return !is_evidence(trial.state) || !fits(trial); });
    for (Trial& trial : changes.trials) forget_old_notes(trial, changes.space);
    add({.name = to_text(Source(StudySource{address, summary.name})),
         .space = std::move(other.study.space),
         .objectives = std::move(other.study.objectives),
         .trials = std::move(changes.trials),
         .revision = changes.revision});
  }

  // Listing a store costs more the more studies it has, and a study may name all of them one by one.
  const std::vector<storage::StudySummary>& studies_of(const std::string& address) {
    const auto known = listed_.find(address);
    return known != listed_.end() ? known->second
                                  : listed_.emplace(address, store_at(address).studies()).first->second;
  }

  storage::Storage& store_at(const std::string& address) {
    if (address.empty()) return storage_;
    auto& opened = others_[address];
    if (opened == nullptr) {
      if (!access_.open_store) {
        throw Error(ErrorCode::InvalidArgument, text("the store ", address, " cannot be opened from here"),
                    "copy the study into this store, or export it as csv");
      }
      opened = access_.open_store(address);
    }
    return *opened;
  }

  storage::Storage& storage_;
  const Study& study_;
  const SourceAccess& access_;
  OnUnread rule_;
  std::optional<Identity> own_;
  std::vector<Source> named_before_;  // by the study that is in the store
  std::map<std::string, std::vector<storage::StudySummary>> listed_;
  std::map<std::string, std::unique_ptr<storage::Storage>> others_;
  std::set<Identity> seen_;
  std::set<std::string> names_;
  Knowledge knowledge_;
};

}  // namespace

std::unique_ptr<Artefacts> artefacts_of(storage::ArtefactStore& storage) {
  return std::make_unique<StoredArtefacts>(storage);
}

Knowledge gather_knowledge(storage::Storage& storage, const Study& study, const SourceAccess& access,
                           OnUnread rule) {
  return Gatherer(storage, study, access, rule).gather();
}

}  // namespace hone::runner
