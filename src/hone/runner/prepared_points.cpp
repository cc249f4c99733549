// SPDX-License-Identifier: MIT
#include "hone/runner/prepared_points.hpp"

#include <algorithm>

namespace hone::runner {

void PreparedPoints::keep_fresh(std::int64_t ended, std::int64_t others) {
  std::erase_if(batches_, [&](const PreparedBatch& batch) {
    return ended - batch.ended > std::max(others, batch.others);
  });
}

void PreparedPoints::drop_empty() {
  std::erase_if(batches_, [](const PreparedBatch& batch) { return batch.proposals.empty(); });
}

std::int64_t PreparedPoints::size() const {
  std::int64_t count = 0;
  for (const PreparedBatch& batch : batches_) count += std::ssize(batch.proposals);
  return count;
}

std::vector<Trial> PreparedPoints::as_running(std::int64_t first, std::int64_t space) const {
  std::vector<Trial> trials;
  for (const PreparedBatch& batch : batches_) {
    for (const Proposal& proposal : batch.proposals) {
      Trial trial;
      trial.number = first + std::ssize(trials);
      trial.state = TrialState::Running;
      trial.configuration = proposal.configuration;
      trial.notes = proposal.notes;
      trial.version = space;
      trials.push_back(std::move(trial));
    }
  }
  return trials;
}

}  // namespace hone::runner
