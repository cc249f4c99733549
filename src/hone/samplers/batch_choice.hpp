// SPDX-License-Identifier: MIT
#pragma once

#include "hone/acquisition/mace.hpp"
#include "hone/samplers/belief.hpp"
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

/// Chooses what to try next among what a search has found. What is most promising is said by one member of
/// the ensemble, with everything that the options say about noise: anywhere by expected improvement if it
/// takes part, near the best trial by one that is drawn for each pick. Unless the rule is Pareto, each pick
/// is believed to return what is expected of it before the next is made, and the improvement is over what is
/// then the best: so the members of a batch keep away from each other and from what is running. That is done
/// for the first 64 of a batch (fewer above 500 observations), as long as there are points that were found;
/// fill_batch() picks the others.
class BatchChoice {
 public:
  /// `space` must outlive the object. `found` are points that may be proposed, the result of a search by the
  /// ensemble.
  BatchChoice(const search::SearchSpace& space, Belief belief, acquisition::MaceOptions ensemble,
              search::Candidates found);

  /// Picks until the picker is full or has nothing left that it may pick.
  void pick(search::Picker& picker, BatchRule rule);

 private:
  struct Choice {
    Configuration configuration;
    model::Points point;
  };

  void pick_believing(search::Picker& picker, BatchRule rule);
  void pick_from_front(search::Picker& picker);
  bool drop_closed(const search::Picker& picker);
  void believe(const model::Points& point);
  Choice any_of_front(search::Picker& picker) const;
  Choice anywhere(search::Picker& picker) const;
  Choice near_best(search::Picker& picker) const;
  Choice most_promising(const search::Candidates& rows, const acquisition::MaceOptions& opinion,
                        const search::Region& region, search::Picker& picker) const;
  acquisition::Opinion drawn_opinion(Rng& rng) const;
  acquisition::Opinion opinion_anywhere(Rng& rng) const;
  acquisition::MaceOptions with_opinion(acquisition::Opinion opinion) const;

  const search::SearchSpace& space_;
  Belief belief_;
  acquisition::MaceOptions ensemble_;
  search::Candidates found_;
  std::vector<int> open_;   // rows that may still be picked
  std::vector<int> front_;  // those of them that are on the front
};

}  // namespace hone::samplers
