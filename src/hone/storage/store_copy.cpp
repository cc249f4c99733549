// SPDX-License-Identifier: MIT
#include "hone/storage/store_copy.hpp"

#include <string>
#include <utility>
#include <vector>

#include "hone/base/error.hpp"
#include "hone/base/text.hpp"
#include "hone/storage/annotation_rows.hpp"
#include "hone/storage/artefact_rows.hpp"
#include "hone/storage/artefact_rules.hpp"
#include "hone/storage/rules.hpp"
#include "hone/storage/study_rows.hpp"
#include "hone/storage/trial_artefact_rows.hpp"
#include "hone/storage/trial_artefact_rules.hpp"
#include "hone/storage/trial_record.hpp"
#include "hone/storage/trial_rows.hpp"
#include "hone/storage/version_rows.hpp"

namespace hone::storage {
namespace {

/// So many trials are in memory at a time.
constexpr std::int64_t kChunk = 5000;

class StoreCopy {
 public:
  StoreCopy(Database& from, Database& to, std::span<const std::string> names, const BlobPlaces& places)
      : from_(from), to_(to), names_(names), places_(places) {}

  CopyCounts run() && {
    const auto studies = chosen_studies();
    std::vector<ArtefactInfo> artefacts;
    if (names_.empty()) artefacts = rows::read_artefacts_by_age(from_);
    rows::lock_store(to_);
    require_free_names(studies, artefacts);
    const bool keep_ids =
        names_.empty() && rows::read_names(to_).empty() && rows::read_counter(to_, "next_study") == 1;
    for (const auto& [id, name] : studies) copy_study(id, keep_ids ? id : rows::take_study_id(to_));
    if (keep_ids) rows::write_counter(to_, "next_study", rows::read_counter(from_, "next_study"));
    for (const ArtefactInfo& info : artefacts) copy_artefact(info);
    return counts_;
  }

 private:
  std::vector<std::pair<StudyId, std::string>> chosen_studies() {
    if (names_.empty()) return rows::read_names(from_);
    std::vector<std::pair<StudyId, std::string>> chosen;
    for (const std::string& name : names_) {
      const auto id = rows::find_study(from_, name);
      if (!id)
        throw Error(ErrorCode::NotFound, text("there is no study '", name, "' in '", from_.name(), "'"),
                    "nothing was copied: check the name");
      chosen.emplace_back(*id, name);
    }
    return chosen;
  }

  void require_free_names(const std::vector<std::pair<StudyId, std::string>>& studies,
                          const std::vector<ArtefactInfo>& artefacts) {
    for (const auto& [id, name] : studies) {
      if (!rows::find_study(to_, name)) continue;
      throw Error(ErrorCode::AlreadyExists,
                  text("there is a study '", name, "' in '", to_.name(), "' already"),
                  "nothing was copied: rename or delete one of the two, or copy into an empty store");
    }
    for (const ArtefactInfo& info : artefacts) {
      if (!rows::read_artefact(to_, {info.kind, info.name})) continue;
      throw Error(ErrorCode::AlreadyExists,
                  text("there is an artefact '", info.name, "' of kind '", info.kind, "' in '", to_.name(),
                       "' already"),
                  "nothing was copied: delete one of the two, or copy into an empty store");
    }
  }

  void copy_study(StudyId id, StudyId target) {
    const auto progress = rows::read_progress(from_, id);
    // A damaged number would make this a search without an end.
    last_ = rows::last_number(from_, id).value_or(-1);
    if (!progress || progress->trials != last_ + 1) {
      throw Error(ErrorCode::StorageCorrupt,
                  text("'", from_.name(), "': study ", id, " has wrong counts, or none"),
                  "count anew with `hone db check --repair` first");
    }
    rows::copy_study(from_, id, to_, target);
    for (const StudyVersion& version : rows::read_versions(from_, id)) {
      rows::insert_version(to_, target, version);
      ++counts_.versions;
    }
    rows::copy_annotations(from_, id, to_, target);
    rows::insert_progress(to_, target, *progress);
    const std::int64_t before = counts_.trials;
    for (std::int64_t first = 0; copy_trials(id, target, first); first = next_) continue;
    const std::int64_t copied = counts_.trials - before;
    if (copied != progress->trials) rows::throw_hidden(from_, id, progress->trials, copied);
    copy_trial_artefacts(id, target);
    ++counts_.studies;
  }

  void copy_trial_artefacts(StudyId id, StudyId target) {
    for (std::int64_t first = 0;;) {
      const std::vector<TrialArtefact> some = rows::read_trial_artefacts(from_, id, first, kChunk);
      if (some.empty()) return;
      for (const TrialArtefact& artefact : some) {
        copy_bytes(artefact);
        rows::write_trial_artefact(to_, target, artefact);
        ++counts_.trial_artefacts;
      }
      first = some.back().number + 1;
    }
  }

  void copy_bytes(const TrialArtefact& artefact) {
    if (!places_.from && !places_.to) return rows::keep_blob_store_id(from_, to_);
    if (!places_.from || !places_.to)
      throw Error(
          ErrorCode::InvalidArgument,
          text("'", (places_.from ? to_ : from_).name(), "' has no place for artefacts, and there are some"),
          "nothing was copied: name one, HONE_ARTEFACTS=DIR or s3://BUCKET/PREFIX");
    if (!blobs_from_) blobs_from_ = places_.from(rows::read_blob_store_id(from_));
    if (!blobs_to_) blobs_to_ = places_.to(rows::make_blob_store_id(to_));
    const auto bytes = blobs_from_->find(artefact.hash);
    if (!bytes) throw_artefact_damaged(artefact, "is lost: its bytes are not there");
    if (blobs_to_->put(*bytes, kLargestTrialArtefact).hash != artefact.hash)
      throw_artefact_damaged(artefact, "is damaged: it has other bytes");
  }

  /// Copies some trials from number `first` on; false when there are none.
  bool copy_trials(StudyId id, StudyId target, std::int64_t first) {
    Query trials(from_, "SELECT " HONE_TRIAL_COLUMNS
                        ", revision FROM trials WHERE study_id = ? AND number >= ? AND number < ? "
                        "ORDER BY number");
    Query reports(
        from_,
        "SELECT number, step, value, further FROM reports WHERE study_id = ? AND number >= ? AND number < ? "
        "ORDER BY number, step");
    if (first > last_) return false;
    next_ = first + kChunk;
    trials.with(id, first, next_).send();
    reports.with(id, first, next_).send();
    bool more = reports.next();
    while (trials.next()) {
      const rows::TrialRow row = rows::row_of(trials, id);
      std::vector<Report> own;
      for (; more && reports.integer(0) <= row.number; more = reports.next()) {
        if (reports.integer(0) == row.number) own.push_back(rows::report_of(reports, 1));
      }
      copy_trial(row, trials.integer(19), own, target);
    }
    return true;
  }

  void copy_trial(rows::TrialRow row, Revision revision, const std::vector<Report>& reports, StudyId target) {
    sealed(row, reports).require_kept(row.number);
    sealed(row, reports).require_reports(row.number);
    row.study = target;
    row.seal = sealed(row, reports).value();
    rows::insert_row(to_, row, revision);
    for (const Report& report : reports) rows::add_report(to_, target, row.number, report);
    ++counts_.trials;
    counts_.reports += static_cast<std::int64_t>(reports.size());
  }

  static rows::TrialSeal sealed(const rows::TrialRow& row, const std::vector<Report>& reports) {
    rows::TrialSeal seal(rows::parts_of(row));
    for (const Report& report : reports) seal.add_report(report);
    return seal;
  }

  void copy_artefact(const ArtefactInfo& info) {
    Artefact artefact = rows::read_artefact(from_, {info.kind, info.name, info.hash}).value();
    require_intact(artefact);
    rows::put_artefact(to_, artefact.info, artefact.bytes);
    ++counts_.artefacts;
  }

  Database& from_;
  Database& to_;
  std::span<const std::string> names_;  // empty: all
  const BlobPlaces& places_;
  std::unique_ptr<Blobs> blobs_from_;  // opened with the first artefact
  std::unique_ptr<Blobs> blobs_to_;
  CopyCounts counts_;
  std::int64_t last_ = -1;  // number of the study
  std::int64_t next_ = 0;   // to be copied
};

}  // namespace

CopyCounts copy_database(Database& from, Database& to, std::span<const std::string> names,
                         const BlobPlaces& places) {
  Transaction reading(from, Access::Read);
  Transaction writing(to, Access::DurableWrite);
  const CopyCounts counts = StoreCopy(from, to, names, places).run();
  writing.commit();
  reading.commit();
  return counts;
}

}  // namespace hone::storage
