// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <vector>

#include "hone/core/space_fit.hpp"
#include "hone/storage/storage.hpp"

namespace hone::storage {

/// True when trials of one definition are trials of the other as they are: the same space, the same said of
/// removed parameters, and the same limits on what they may turn out to be.
bool same_space(const Study& a, const Study& b);
/// True when both run their trials alike: command, environment, directory, mode and rule for the
/// result.
bool run_alike(const Plan& a, const Plan& b);

/// All versions of a study's definition: how a trial of any of them reads under the present one.
class Definitions {
 public:
  /// `versions` by number, the present one among them. Only their spaces are kept of the others.
  Definitions(std::vector<StudyVersion> versions, std::int64_t current);

  const StudyVersion& current() const noexcept { return current_; }
  const Space& space() const noexcept { return current_.study.space; }
  const std::vector<Objective>& objectives() const noexcept { return current_.study.objectives; }

  /// The space that trials of this version were written in. Throws StorageCorrupt when there is no such
  /// version.
  const Space& space_of(std::int64_t version) const { return past(version).space; }
  /// True when the present space is that of the version.
  bool is_current_space(std::int64_t version) const { return past(version).began == current_.space; }
  /// True when complete trials of the version may be the best whatever they turned out to be, so that nobody
  /// needs to look.
  bool all_may_be_best(std::int64_t version) const {
    return is_current_space(version) && current_.study.constraints_on.empty();
  }

  /// Takes a trial whose configuration is of its own version into the present space: configuration, former
  /// and outside; takes over the values that it is said to have used (core/used_value.hpp); and sets by how
  /// much it is beyond the present limits.
  void settle(Trial& trial) const;

  /// The version that a worker's trials get: the one that it knows, or the present one when it does not say.
  /// Throws Conflict when it knows another space.
  std::int64_t version_for(const Worker& worker) const;

 private:
  struct Past {
    Space space;
    std::int64_t began = 1;
    std::optional<SpaceFit> fit = {};  ///< nothing for those in the present space
  };
  const Past& past(std::int64_t version) const;
  void fit(Trial& trial) const;

  StudyVersion current_;
  std::map<std::int64_t, Past> past_;
};

/// The version that a study gets with this definition, in the same space as the present one: the one that
/// runs its trials alike, or a new one. Two workers with files of their own would otherwise make a version
/// each time that one of them is started.
StudyVersion next_version(const std::vector<StudyVersion>& versions, std::int64_t current, const Study& study,
                          Timestamp now);
/// The same with another space: always a new one.
StudyVersion next_space(const std::vector<StudyVersion>& versions, const Study& study, Timestamp now);

/// The error text of a trial that waited and does not fit the space any more.
std::string left_out_text(const Trial& trial, std::int64_t version);

/// Throws Conflict unless the caller has seen the present version.
void require_seen(std::int64_t seen, std::int64_t current);
/// Throws Conflict unless the configurations are over the names of the space: somebody else may have changed
/// it since they were made.
void require_names(const Configuration& configuration, const Space& space);

}  // namespace hone::storage
