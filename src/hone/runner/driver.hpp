// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <memory>

#include "hone/core/pruner.hpp"
#include "hone/core/sampler.hpp"
#include "hone/core/study.hpp"
#include "hone/runner/asker.hpp"
#include "hone/runner/corrector.hpp"
#include "hone/runner/leases.hpp"
#include "hone/runner/recorder.hpp"
#include "hone/runner/study_opening.hpp"
#include "hone/runner/study_view.hpp"
#include "hone/storage/storage.hpp"

namespace hone::runner {

/// The one way to work on a stored study, in parts that share what is known of it: one hands out trials, one
/// keeps their leases, one takes their reports and results, one corrects them, one shows them. Any number of
/// drivers, in any number of processes, may work on one study.
///
/// Safe to call from several threads, except where a reference to trials is returned. Asks wait for each
/// other; nothing else waits for a sampler, however long it thinks: results that come meanwhile are stored at
/// once, and the sampler is told of them before the next ask.
class Driver {
 public:
  /// `worker` names this process in the trials it starts. Without a sampler the driver only records: it
  /// cannot ask, unless the storage proposes by itself, and does not read the trials before view().refresh()
  /// is called. The storage must outlive the driver.
  Driver(storage::Storage& storage, StoredStudy stored, std::unique_ptr<Sampler> sampler,
         storage::Worker worker, std::unique_ptr<Pruner> pruner = nullptr);
  Driver(const Driver&) = delete;
  Driver& operator=(const Driver&) = delete;

  const Study& study() const noexcept { return view_.study(); }
  storage::StudyId id() const noexcept { return view_.id(); }
  /// True when the study was made when it was opened.
  bool created() const noexcept { return view_.stored().created; }
  /// The version in which the space that this driver knows began.
  std::int64_t space_version() const noexcept { return view_.stored().space; }

  StudyView& view() noexcept { return view_; }
  const StudyView& view() const noexcept { return view_; }
  Leases& leases() noexcept { return leases_; }
  Asker& asker() noexcept { return asker_; }
  Recorder& recorder() noexcept { return recorder_; }
  Corrector& corrector() noexcept { return corrector_; }

 private:
  StudyView view_;  // before the others, which use it
  Leases leases_;
  Asker asker_;
  Recorder recorder_;
  Corrector corrector_{view_};
};

}  // namespace hone::runner
