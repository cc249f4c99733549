// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "hone/storage/database.hpp"
#include "hone/storage/progress.hpp"
#include "hone/storage/storage.hpp"

namespace hone::storage {

/// What a look at all of a study found.
struct StudyFindings {
  std::vector<std::string> problems;
  std::optional<Progress> kept;     ///< the counts beside the trials; nothing when they are missing
  std::optional<Progress> counted;  ///< what they should be; nothing when not all trials can be read
  std::int64_t misnumbered = 0;     ///< trials whose last change cannot have that number
  Revision last_plausible = 0;      ///< no change can have a number above this
};

/// Whether the definition, every trial and what people wrote on it are what was sealed and make sense,
/// numbers have no gaps, complete trials have their values, and the kept counts are those of the trials.
/// Stops after `most` problems.
StudyFindings inspect_study(Database& database, StudyId id, const std::string& name, std::size_t most);

/// "7 trials, 1 waiting, 2 running, 3 complete, 0 failed, best 0.5, change 12".
std::string progress_text(const Progress& progress);

}  // namespace hone::storage
