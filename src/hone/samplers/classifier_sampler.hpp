// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <optional>

#include "hone/acquisition/acquisition.hpp"
#include "hone/core/history.hpp"
#include "hone/core/sampler.hpp"
#include "hone/core/study.hpp"
#include "hone/model/classifier.hpp"
#include "hone/samplers/even_start.hpp"
#include "hone/samplers/preferences.hpp"
#include "hone/search/find.hpp"
#include "hone/search/search_space.hpp"

namespace hone::samplers {

/// What is known when a point is chosen: all that ended, and then what is running or was picked just before.
struct Evidence {
  model::Points points;
  /// Of what ended, to be minimised; NaN without a result. Of several objectives the place by pareto_order(),
  /// and infeasible trials are behind the others by behind_feasible(). Most samplers leave out trials that
  /// broke: SuccessScore knows about them.
  Eigen::VectorXd values;
  /// The best of what ended, the best first; a few. Of several objectives some of the front, in any order.
  std::vector<Configuration> best;

  /// Rows of what is running or was picked: those behind the values.
  Eigen::Index pending() const { return points.rows() - values.size(); }
};

/// A sampler that tells good points from poor ones without predicting values: it learns a classifier from
/// what is known, finds the point that is most likely a good one, takes it for poor until it is measured (a
/// constant liar), and learns again for the next member of a batch. What it learns is all that differs. Once
/// a small space or a pool was tried whole, a Gaussian process says what is measured again, as ModelSampler
/// does.
class ClassifierSampler : public Sampler {
 public:
  void tell(std::span<const Trial> finished) override;
  std::vector<Proposal> ask(const AskRequest& request) const override;

 protected:
  struct Rules {
    std::int64_t startup = 0;  ///< trials before anything is learned; 0: chosen from the dimension
    double explore = 0.0;      ///< share of proposals that are random
    bool informed = false;     ///< something is known before the first trial: there is no startup
    /// Trials that broke are evidence even where SuccessScore knows about them. A density of poor points that
    /// lacks them would be low where trials break, and draw proposals there; a classifier is better off
    /// without them, as they change which trials are the better third.
    bool broken_are_poor = false;
  };
  /// A classifier, and how to look for the point it likes most.
  struct Learned {
    std::unique_ptr<model::Classifier> classifier;
    std::vector<Configuration> start;
    search::SearchOptions effort = {};
    int local = 0;  ///< points to look at near the best trial, besides
  };

  ClassifierSampler(const Study& study, Rules rules);

  const search::SearchSpace& space() const noexcept { return space_; }
  /// nullptr when the study has none.
  const PointPrior* prior() const noexcept { return preferences_.prior().get(); }

 private:
  /// Nothing when the evidence tells no point from another. At least one trial is complete, unless
  /// the rules say that something is known before.
  virtual std::optional<Learned> learn(const Evidence& evidence, std::uint64_t seed) const = 0;

  std::size_t startup_trials() const;
  bool can_learn() const;
  std::vector<Proposal> measure_again(const AskRequest& request) const;
  bool leaves_broken_out(const Inclination& inclination) const;
  Evidence gather(const AskRequest& request, bool unbroken) const;
  Inclination incline(std::uint64_t seed) const;
  void pick_by_classifier(search::Picker& picker, const AskRequest& request) const;
  std::optional<Configuration> most_likely(const Learned& learned, const acquisition::Acquisition& score,
                                           const Evidence& evidence, search::Picker& picker) const;
  void look_near(const Configuration& centre, const acquisition::Acquisition& score, int count,
                 search::Candidates& found, search::Picker& picker) const;

  std::vector<Objective> objectives_;
  Rules rules_;
  search::SearchSpace space_;
  Preferences preferences_;
  std::optional<Study> small_;  // where the space is small enough to be tried whole
  EvenStart start_;
  History history_;
  model::Points told_;  // those of the history, so that an ask need not encode all of them again
};

}  // namespace hone::samplers
