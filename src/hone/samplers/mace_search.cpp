// SPDX-License-Identifier: MIT
#include "hone/samplers/mace_search.hpp"

#include <algorithm>
#include <numeric>

#include "hone/base/rng.hpp"
#include "hone/encode/enumeration.hpp"
#include "hone/encode/feasible.hpp"
#include "hone/numeric/pareto.hpp"

namespace hone::samplers {
namespace {

// So many configurations are cheaper to judge one by one than by evolution.
constexpr std::uint64_t kFew = 4000;

/// The columns of the ensemble that take part.
class Opinions {
 public:
  explicit Opinions(const SearchOptions& options) {
    if (options.bound) columns_.push_back(0);
    if (options.expectation) columns_.push_back(1);
    if (options.probability) columns_.push_back(2);
  }
  int count() const { return static_cast<int>(columns_.size()); }
  Eigen::MatrixXd choose(const Eigen::MatrixXd& all) const { return all(Eigen::all, columns_); }

 private:
  std::vector<Eigen::Index> columns_;
};

std::vector<Configuration> all_of(const Space& space, Rng& rng) {
  std::vector<Configuration> all;
  if (!space.candidates().empty()) {
    all = space.candidates();
  } else {
    encode::Enumeration walk(space, std::vector<std::int64_t>(space.size(), 1));
    do {
      if (space.allows(walk.current())) all.push_back(walk.current());
    } while (walk.advance());
  }
  // A large pool is thinned at random: the opinions of a few thousand are enough to find a good one.
  if (all.size() > 5 * kFew) {
    rng.shuffle(std::span<Configuration>(all));
    all.resize(5 * kFew);
  }
  return all;
}

MaceCandidates judge_all(std::vector<Configuration> all, const ModelSpace& model_space,
                         const acquisition::Mace& mace, const Opinions& opinions, Rng& rng) {
  Eigen::MatrixXd scores(static_cast<Eigen::Index>(all.size()), opinions.count());
  constexpr std::size_t kBatch = 256;
  for (std::size_t first = 0; first < all.size(); first += kBatch) {
    const std::size_t size = std::min(kBatch, all.size() - first);
    const auto part = std::span<const Configuration>(all).subspan(first, size);
    scores.middleRows(static_cast<Eigen::Index>(first), static_cast<Eigen::Index>(size)) =
        opinions.choose(mace(model_space.points(part), rng));
  }
  MaceCandidates found;
  for (const Eigen::Index i : numeric::pareto_front(scores))
    found.front.push_back(all[static_cast<std::size_t>(i)]);
  // For a second look: those near the front by their best opinion.
  std::vector<std::size_t> order(all.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  const std::size_t keep = std::min<std::size_t>(all.size(), 200);
  const auto by_last = [&](std::size_t a, std::size_t b) {
    return scores(static_cast<Eigen::Index>(a), scores.cols() - 1) <
           scores(static_cast<Eigen::Index>(b), scores.cols() - 1);
  };
  std::partial_sort(order.begin(), order.begin() + static_cast<std::ptrdiff_t>(keep), order.end(), by_last);
  found.population = found.front;
  for (std::size_t i = 0; i < keep; ++i) found.population.push_back(all[order[i]]);
  return found;
}

/// Makes genes legal: constraints hold, and what does not exist stands where encode() puts it.
class Repair {
 public:
  Repair(const encode::Encoding& encoding, const ModelSpace& model_space, std::uint64_t seed)
      : encoding_(encoding), model_space_(model_space), rng_(seed, 1) {}

  void operator()(Eigen::Ref<Eigen::MatrixXd> genes) {
    for (Eigen::Index i = 0; i < genes.rows(); ++i) {
      Configuration configuration = model_space_.to_configuration(genes.row(i));
      if (!encoding_.space().allows(configuration)) {
        const auto any = [](const Configuration&) { return true; };
        auto legal = encode::settle(encoding_, encoding_.encode(configuration), any, rng_);
        if (!legal) continue;  // left out when the search ends
        configuration = std::move(*legal);
      }
      genes.row(i) = model_space_.to_genes({&configuration, 1}).row(0);
    }
  }

 private:
  const encode::Encoding& encoding_;
  const ModelSpace& model_space_;
  Rng rng_;
};

std::vector<Configuration> legal_rows(const Eigen::MatrixXd& genes, const ModelSpace& model_space,
                                      const Space& space) {
  std::vector<Configuration> rows;
  for (Eigen::Index i = 0; i < genes.rows(); ++i) {
    Configuration configuration = model_space.to_configuration(genes.row(i));
    if (space.allows(configuration)) rows.push_back(std::move(configuration));
  }
  return rows;
}

}  // namespace

MaceCandidates search_mace(const encode::Encoding& encoding, const ModelSpace& model_space,
                           const acquisition::Mace& mace, const SearchOptions& options,
                           const Configuration& incumbent, std::uint64_t seed) {
  const Space& space = encoding.space();
  const Opinions opinions(options);
  Rng rng(seed);
  const auto size = space.cardinality();
  if (!space.candidates().empty() || (size && *size <= kFew)) {
    return judge_all(all_of(space, rng), model_space, mace, opinions, rng);
  }
  numeric::Nsga2Options evolution = options.evolution;
  evolution.seed = mix_seed(seed, 2);
  numeric::Nsga2Problem problem{
      .genes = model_space.genes(),
      .objectives = opinions.count(),
      .evaluate =
          [&](const Eigen::Ref<const Eigen::MatrixXd>& genes, Eigen::Ref<Eigen::MatrixXd> objectives) {
            objectives = opinions.choose(mace(model_space.points(genes), rng));
          },
      .start = model_space.to_genes({&incumbent, 1})};
  if (model_space.conditional() || !space.constraints().empty()) {
    problem.repair = Repair(encoding, model_space, seed);
  }
  const numeric::Nsga2Result result = numeric::minimise_nsga2(problem, evolution);
  return {legal_rows(result.front, model_space, space), legal_rows(result.population, model_space, space)};
}

}  // namespace hone::samplers
