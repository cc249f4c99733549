// SPDX-License-Identifier: MIT
#pragma once

#include <deque>
#include <memory>
#include <string>
#include <vector>

#include "hone/core/trial.hpp"
#include "hone/runner/descriptor.hpp"
#include "hone/storage/storage.hpp"

namespace hone::runner {

/// What a trial left in HONE_ARTEFACT_DIR and has not reached the store yet.
struct LeftArtefacts {
  std::shared_ptr<const Descriptor> folder = {};  ///< shared, as letters are copied
  std::deque<std::string> names = {};             ///< of files in it
  std::vector<std::string> left_out = {};         ///< what is not taken: "'x' is a symbolic link"
  std::size_t more_left_out = 0;                  ///< beyond the first few

  void leave_out(const std::string& name, const std::string& why);
  /// All that is left out, on one line; empty when nothing is.
  std::string remark() const;
};

/// Looks into the folder "artefacts" of a trial's folder, by name: plain files with names that a store takes,
/// as many as it takes. The trial may have put anything there, so nothing is followed, and nothing is waited
/// for.
LeftArtefacts look_for_artefacts(const Descriptor& trial_folder);

/// Hands the first of them to the store, or leaves it out with the reason: a file that is not taken is no
/// failure of the trial. Throws StorageBusy, to be tried again, and LeaseLost.
void send_first(LeftArtefacts& left, storage::Storage& store, storage::StudyId id,
                const storage::Lease& lease);

/// Adds to the remark on a trial, which may have one already.
void add_remark(Attributes& attributes, const std::string& remark);

}  // namespace hone::runner
