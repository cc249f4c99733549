// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <string>

// Who proposes when, in a study that leaves it to hone. docs/decisions/0018-auto.md has the reasons,
// docs/results/auto.md what was measured.
namespace hone::meta {

/// All that the choice looks at. Values only, so that the rule can be read, and tested, as a table.
struct Situation {
  std::optional<std::int64_t> planned = {};  ///< trials of the whole study, when known
  std::int64_t finished = 0;                 ///< trials that have ended
  std::int64_t running = 0;                  ///< handed out, not ended
  std::int64_t asked = 1;                    ///< to be proposed now
  std::int64_t parallel = 1;                 ///< trials at a time by the plan
  std::int64_t sources = 0;                  ///< earlier studies that match this one
};

/// A sampler by its name in the catalog, and why it: what follows "because".
struct Verdict {
  std::string sampler;
  std::string reason;
};

/// Above so many finished trials proposals have to be cheap: a Gaussian process takes about half a second
/// for each ask from a thousand trials on, and leaves ever more of them out.
inline constexpr std::int64_t kModelTrials = 5000;

Verdict judge(const Situation& situation);

}  // namespace hone::meta
