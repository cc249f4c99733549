// SPDX-License-Identifier: MIT
#pragma once

#include <memory>

#include "hone/samplers/acquisition_factory.hpp"
#include "hone/samplers/posterior.hpp"
#include "hone/search/find.hpp"
#include "hone/search/picker.hpp"

namespace hone::samplers {

/// Where the members of a batch come from.
enum class BatchRule {
  /// In turns: the most promising point anywhere; a point anywhere on the front, so that a wrong model cannot
  /// spoil a whole batch; the most promising point near the best trial, at a scale drawn anew each time, so
  /// that a narrow valley is followed at any stage.
  Mixed,
  Expected,  ///< always the most promising point anywhere
  /// From the front at random; in batches above 2 the most uncertain and the most promising point are among
  /// them.
  Pareto,
};

/// Chooses what to try next among what a search has found. What is most promising is said by one score of
/// the factory: the one it names for points anywhere, or for points near a good trial. Unless the rule is
/// Pareto, each pick is taken to return what is expected of it before the next is made, and the improvement
/// is over what is then the best: so the members of a batch keep away from each other and from what is
/// running. That is done for the first 64 of a batch (fewer when more than 625 trials have ended or run), as
/// long as there are points that were found; fill_batch() picks the others.
class BatchChoice {
 public:
  /// `space` and `factory` must outlive the object. `found` are points that may be proposed, the result of a
  /// search by all the factory's scores.
  BatchChoice(const search::SearchSpace& space, Posterior posterior, const AcquisitionFactory& factory,
              search::Candidates found);

  /// Picks until the picker is full or has nothing left that it may pick.
  void pick(search::Picker& picker, BatchRule rule);

 private:
  struct Choice {
    Configuration configuration;
    model::Points point;
  };

  void pick_one_by_one(search::Picker& picker, BatchRule rule);
  void pick_from_front(search::Picker& picker);
  bool drop_closed(const search::Picker& picker);
  Choice any_of_front(search::Picker& picker) const;
  Choice anywhere(search::Picker& picker) const;
  Choice near_best(search::Picker& picker) const;
  Choice most_promising(const search::Candidates& rows, int score, const search::Region& region,
                        search::Picker& picker) const;
  std::unique_ptr<acquisition::Acquisition> score_alone(int score, bool smooth) const;

  const search::SearchSpace& space_;
  Posterior posterior_;
  const AcquisitionFactory& factory_;
  search::Candidates found_;
  std::vector<int> open_;   // rows that may still be picked
  std::vector<int> front_;  // those of them that are on the front
};

}  // namespace hone::samplers
