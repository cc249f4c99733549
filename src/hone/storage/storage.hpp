// SPDX-License-Identifier: MIT
#pragma once

#include <functional>
#include <memory>

#include "hone/storage/access_store.hpp"
#include "hone/storage/artefact_store.hpp"
#include "hone/storage/store_admin.hpp"
#include "hone/storage/study_store.hpp"
#include "hone/storage/trial_artefact_store.hpp"
#include "hone/storage/trial_store.hpp"

namespace hone::storage {

/// A store that was opened: studies, their trials, artefacts, what trials leave, who did what, and what looks
/// after all of it. Who needs one of the six takes that one. Safe to call from several threads, and from
/// several processes where the medium is shared. Every call is one transaction: it happens wholly or, when it
/// throws, not at all. What annotate(), enqueue(), insert(), finish(), put_artefact() and record() accepted
/// is on disk when they return; a trial that was merely started may be forgotten by a power cut, never by the
/// death of a process. Throws Error with a Storage... code when the medium fails, NotFound when a study or
/// trial does not exist.
class Storage : public StudyStore,
                public TrialStore,
                public ArtefactStore,
                public TrialArtefactStore,
                public AccessStore,
                public StoreAdmin {
 public:
  /// Where trials come from in a store that proposes by itself; nullptr in others.
  virtual TrialSource* source() { return nullptr; }
  bool proposes() { return source() != nullptr; }
};

/// Reads the time. Tests give one of their own.
using Clock = std::function<Timestamp()>;
Timestamp system_time();

/// A store in memory, gone with the process.
std::unique_ptr<Storage> open_memory(Clock clock = system_time);

}  // namespace hone::storage
