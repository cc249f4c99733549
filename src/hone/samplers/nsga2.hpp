// SPDX-License-Identifier: MIT
#pragma once

#include <Eigen/Core>
#include <span>
#include <vector>

#include "hone/core/history.hpp"
#include "hone/core/sampler.hpp"
#include "hone/core/study.hpp"
#include "hone/numeric/nsga2.hpp"
#include "hone/samplers/even_start.hpp"
#include "hone/search/picker.hpp"
#include "hone/search/search_space.hpp"

namespace hone::samplers {

/// A member of a population: which trial it is, and how it stands among the others.
struct NsgaMember {
  int trial = 0;      ///< its row in the history
  int front = 0;      ///< 0 when no other dominates it
  double room = 0.0;  ///< numeric::ParetoSorter::crowding()
};

/// The population after a history: of the one before and the next `size` trials the better `size`, and so on
/// to the end, where fewer may be left. Feasible trials are ahead of infeasible ones, and these are ordered
/// by how much they break (constrained domination); then the front counts, and within it the room. Trials
/// without a result are no members. The best come first; equals by the order of their trials.
std::vector<NsgaMember> nsga_population(std::span<const Trial> history,
                                        const std::vector<Objective>& objectives, std::size_t size);

/// NSGA-II (Deb et al. 2002): children of the better trials so far, by binary tournament, simulated binary
/// crossover and polynomial mutation; categories are exchanged and drawn anew. Trials in the order of their
/// numbers are the generations, so there is nothing to keep, and since a trial may be a parent as soon as it
/// has ended, nobody waits for the rest of its generation (Durillo et al. 2009). The first population is
/// an even start.
class Nsga2 final : public Sampler {
 public:
  explicit Nsga2(const Study& study);
  static OptionSpecs options();
  void tell(std::span<const Trial> finished) override { history_.add(finished); }
  std::vector<Proposal> ask(const AskRequest& request) const override;

 private:
  void breed(const std::vector<NsgaMember>& population, search::Picker& picker) const;
  bool offer(Eigen::MatrixXd child, search::Picker& picker) const;
  bool offer_nearest(const Eigen::RowVectorXd& child, search::Picker& picker) const;

  std::vector<Objective> objectives_;
  numeric::Nsga2Options evolution_;
  search::SearchSpace space_;
  EvenStart start_;
  History history_;
};

}  // namespace hone::samplers
