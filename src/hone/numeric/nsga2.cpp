// SPDX-License-Identifier: MIT
#include "hone/numeric/nsga2.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <numeric>

#include "hone/base/error.hpp"
#include "hone/base/index.hpp"
#include "hone/base/rng.hpp"
#include "hone/base/text.hpp"
#include "hone/numeric/pareto.hpp"
#include "hone/numeric/point_set.hpp"
#include "hone/numeric/variation.hpp"

namespace hone::numeric {
namespace {

using Eigen::Index;

class Evolution {
 public:
  Evolution(const Nsga2Problem& problem, const Nsga2Options& options)
      : problem_(problem),
        options_(options),
        rng_(options.seed),
        variation_(problem, options),
        size_(options.population),
        dimension_(static_cast<Index>(problem.columns.size())),
        genes_(dimension_, 2 * size_),
        spare_(dimension_, 2 * size_),
        objectives_(2 * size_, problem.objectives),
        spare_objectives_(2 * size_, problem.objectives),
        batch_(size_, dimension_),
        known_(2 * size_),
        parents_(index(size_)),
        order_(index(2 * size_)),
        last_front_(index(2 * size_)),
        ranks_(index(size_)),
        room_(index(size_)),
        has_cells_(std::any_of(problem.columns.begin(), problem.columns.end(),
                               [](const Column& column) { return column.kind == ColumnKind::Ordered; })) {}

  Nsga2Result run() {
    begin();
    for (int generation = 1; generation < options_.generations; ++generation) {
      if (!breed()) break;
      evaluate();
      survive();
    }
    return result();
  }

 private:
  void begin() {
    const Index given = std::min(problem_.start.rows(), size_);
    add_random(0, given);
    // A small or heavily repaired space may not hold enough different points; then the population stays
    // smaller.
    for (int round = 0; count_ < size_ && round < options_.breeding_rounds; ++round) add_random(size_, 0);
    evaluate();
    survive();
  }

  // Puts start rows, or random ones up to `until`, behind the members there are, and keeps those that are
  // new.
  void add_random(Index until, Index given) {
    const Index from = count_;
    const Index to = given > 0 ? from + given : until;
    for (Index i = from; i < to; ++i) {
      if (given > 0) {
        genes_.col(i) = problem_.start.row(i - from).transpose();
        variation_.clamp(genes_.col(i).data());
      } else {
        variation_.draw(rng_, genes_.col(i).data());
      }
    }
    keep_new(from, to);
  }

  // Fills the rows behind the parents with children; false when not one new point could be made.
  bool breed() {
    parents_in_use_ = count_;
    int fruitless = 0;
    for (int round = 0; count_ < 2 * parents_in_use_ && round < options_.breeding_rounds; ++round) {
      const Index before = count_;
      choose_parents();
      breed_pairs();
      fruitless = count_ > before ? 0 : fruitless + 1;
      if (fruitless == 3) break;  // as good as exhausted; the reference would go on trying
    }
    return count_ > parents_in_use_;
  }

  // A list of members, taken in pairs.
  void choose_parents() {
    const Index n = parents_in_use_;
    for (Index i = 0; i < n; ++i) parents_[index(i)] = static_cast<int>(i);
    for (Index i = n; i > 1; --i) std::swap(parents_[index(i - 1)], parents_[index(draw_below(i))]);
    if (options_.mating == Nsga2Options::Mating::Random) return;
    for (Index i = 0; i < n; ++i) parents_[index(i)] = winner(draw_below(n), draw_below(n));
  }

  // Uniform on 0 ... n - 1 but for n / 2^32, which is nothing for a population and spares a division.
  int draw_below(Index n) {
    return static_cast<int>((static_cast<std::uint64_t>(rng_.bits32()) * static_cast<std::uint64_t>(n)) >>
                            32);
  }

  int winner(int a, int b) const {
    const auto i = index(a), j = index(b);
    if (ranks_[i] != ranks_[j]) return ranks_[i] < ranks_[j] ? a : b;
    return room_[i] >= room_[j] ? a : b;
  }

  // Two children per pair, written behind the last member; the last place may have room for one only, so the
  // pair is bred in the spare matrix, which is as wide.
  void breed_pairs() {
    const Index from = count_;
    const Index most = 2 * parents_in_use_;
    Index to = from;
    for (Index p = 0; p < parents_in_use_ && to < most; p += 2) {
      const Index other = p + 1 < parents_in_use_ ? p + 1 : 0;
      double* first = spare_.col(0).data();
      double* second = spare_.col(1).data();
      copy(genes_.col(parents_[index(p)]).data(), first);
      copy(genes_.col(parents_[index(other)]).data(), second);
      variation_.breed(rng_, first, second);
      copy(first, genes_.col(to++).data());
      if (to < most) copy(second, genes_.col(to++).data());
    }
    keep_new(from, to);
  }

  void copy(const double* from, double* to) const { std::copy(from, from + dimension_, to); }

  // Repairs members [from, to) and closes up over those that exist already.
  void keep_new(Index from, Index to) {
    if ((problem_.repair || has_cells_) && to > from) {
      batch_.topRows(to - from) = genes_.middleCols(from, to - from).transpose();
      if (problem_.repair) {
        problem_.repair(batch_.topRows(to - from));
      } else {
        move_to_cells(problem_.columns, batch_.topRows(to - from));
      }
      genes_.middleCols(from, to - from) = batch_.topRows(to - from).transpose();
    }
    for (Index i = from; i < to; ++i) {
      if (i != count_) copy(genes_.col(i).data(), genes_.col(count_).data());
      if (known_.insert(genes_, count_)) ++count_;
    }
  }

  void evaluate() {
    const Index fresh = count_ - evaluated_;
    if (fresh == 0) return;
    batch_.topRows(fresh) = genes_.middleCols(evaluated_, fresh).transpose();
    problem_.evaluate(batch_.topRows(fresh), objectives_.middleRows(evaluated_, fresh));
    evaluations_ += static_cast<int>(fresh);
    evaluated_ = count_;
  }

  // Keeps the best fronts, and of the one that does not fit whole those with the most room.
  void survive() {
    sorter_.sort(objectives_.topRows(count_));
    const std::vector<int>& ranks = sorter_.ranks();
    const std::vector<double>& room = sorter_.crowding();
    const Index keep = std::min(count_, size_);
    const int cut = cut_front(ranks, keep);
    std::size_t kept = 0, last = 0;
    for (Index i = 0; i < count_; ++i) {
      if (ranks[index(i)] < cut) order_[kept++] = static_cast<int>(i);
      if (ranks[index(i)] == cut) last_front_[last++] = {room[index(i)], rng_.bits32(), static_cast<int>(i)};
    }
    const auto from = last_front_.begin();
    const auto fits = static_cast<std::ptrdiff_t>(index(keep) - kept);
    std::nth_element(from, from + fits, from + static_cast<std::ptrdiff_t>(last));
    for (std::ptrdiff_t i = 0; i < fits; ++i) order_[kept++] = from[i].row;
    move_to_front(keep);
  }

  // The first front that cannot be kept whole.
  int cut_front(const std::vector<int>& ranks, Index keep) {
    front_sizes_.assign(index(sorter_.fronts()), 0);
    for (const int rank : ranks) ++front_sizes_[index(rank)];
    Index sum = 0;
    for (int front = 0; front < sorter_.fronts(); ++front) {
      sum += front_sizes_[index(front)];
      if (sum > keep) return front;
    }
    return sorter_.fronts();
  }

  void move_to_front(Index keep) {
    for (Index i = 0; i < keep; ++i) {
      const int member = order_[index(i)];
      copy(genes_.col(member).data(), spare_.col(i).data());
      ranks_[index(i)] = sorter_.ranks()[index(member)];
      room_[index(i)] = sorter_.crowding()[index(member)];
    }
    for (Index k = 0; k < objectives_.cols(); ++k) {
      for (Index i = 0; i < keep; ++i) spare_objectives_(i, k) = objectives_(order_[index(i)], k);
    }
    genes_.swap(spare_);
    objectives_.swap(spare_objectives_);
    known_.clear();
    for (Index i = 0; i < keep; ++i) known_.insert(genes_, i);
    count_ = evaluated_ = keep;
  }

  Nsga2Result result() const {
    Nsga2Result out;
    out.population = genes_.leftCols(count_).transpose();
    out.population_objectives = objectives_.topRows(count_);
    const std::vector<Index> front = pareto_front(out.population_objectives);
    out.front = out.population(front, Eigen::all);
    out.front_objectives = out.population_objectives(front, Eigen::all);
    out.evaluations = evaluations_;
    return out;
  }

  struct Candidate {
    double room;
    std::uint32_t lot;  // decides between equals
    int row;
    bool operator<(const Candidate& other) const {
      return room != other.room ? room > other.room : lot != other.lot ? lot < other.lot : row < other.row;
    }
  };

  const Nsga2Problem& problem_;
  const Nsga2Options& options_;
  Rng rng_;
  Variation variation_;
  Index size_;
  Index dimension_;
  Index count_ = 0;      // members: parents, then children
  Index evaluated_ = 0;  // of which so many have their objectives
  Index parents_in_use_ = 0;
  int evaluations_ = 0;
  Eigen::MatrixXd genes_, spare_;  // a column is a member, so that breeding works on adjacent numbers
  Eigen::MatrixXd objectives_, spare_objectives_;
  Eigen::MatrixXd batch_;  // a row is a member, for the callbacks
  PointSet known_;
  ParetoSorter sorter_;
  std::vector<int> parents_;
  std::vector<int> order_;
  std::vector<Candidate> last_front_;
  std::vector<int> front_sizes_;
  std::vector<int> ranks_;
  std::vector<double> room_;
  bool has_cells_;
};

void validate(const Nsga2Problem& problem, const Nsga2Options& options) {
  const auto refuse = [](const std::string& what, const std::string& remedy) {
    throw Error(ErrorCode::InvalidOption, what, remedy);
  };
  if (options.population < 2) refuse(text("population is ", options.population), "take at least 2");
  if (options.generations < 1) refuse(text("generations is ", options.generations), "take at least 1");
  if (problem.objectives < 1)
    refuse(text("there are ", problem.objectives, " objectives"), "take at least 1");
  if (!problem.evaluate) refuse("there is no function to evaluate points", "set Nsga2Problem::evaluate");
  const auto columns = static_cast<Index>(problem.columns.size());
  for (Index j = 0; j < columns; ++j) {
    const Column& column = problem.columns[index(j)];
    if (column.kind != ColumnKind::Real && column.cells < 1)
      refuse(text("column ", j, " has ", column.cells, " values"), "give at least 1");
  }
  if (problem.lower.size() == 0 && problem.upper.size() == 0) return;
  if (problem.lower.size() != columns || problem.upper.size() != columns)
    refuse("the bounds differ from the columns in number", "give none, or two for each column");
  for (Index j = 0; j < columns; ++j) {
    const double low = problem.lower[j], high = problem.upper[j];
    if (std::isfinite(low) && std::isfinite(high) && low <= high) continue;
    refuse(text("column ", j, " ranges from ", low, " to ", high), "give finite bounds, lower <= upper");
  }
}

}  // namespace

void move_to_cells(const Columns& columns, Eigen::Ref<Eigen::MatrixXd> points) {
  for (Index j = 0; j < points.cols(); ++j) {
    if (columns[index(j)].kind != ColumnKind::Ordered) continue;
    const auto cells = static_cast<double>(columns[index(j)].cells);
    for (double& x : points.col(j))
      x = (std::min(std::floor(std::max(x, 0.0) * cells), cells - 1.0) + 0.5) / cells;
  }
}

Nsga2Result minimise_nsga2(const Nsga2Problem& problem, const Nsga2Options& options) {
  validate(problem, options);
  return Evolution(problem, options).run();
}

}  // namespace hone::numeric
