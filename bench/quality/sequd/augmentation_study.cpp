// SPDX-License-Identifier: MIT
#include "bench/quality/sequd/augmentation_study.hpp"

#include <algorithm>
#include <atomic>
#include <exception>
#include <map>
#include <thread>

#include "bench/quality/contestant.hpp"
#include "hone/base/rng.hpp"
#include "hone/base/text.hpp"
#include "hone/codec/csv.hpp"
#include "hone/designs/criteria.hpp"
#include "hone/designs/latin_hypercube.hpp"
#include "hone/designs/sobol.hpp"
#include "hone/designs/uniform_design.hpp"

namespace hone::quality::sequd {
namespace {

using designs::Design;
using designs::DesignPoints;

constexpr int kKept = 5;
constexpr int kLeastRuns = 8;

/// The numbers of runs that a number of factors is studied with: n > s + 5.
int least_runs(int factors) { return std::max(kLeastRuns, factors + kKept + 1); }

double cd2_of_both(const DesignPoints& kept, const DesignPoints& added) {
  return designs::discrepancy(designs::stack(kept, added));
}

/// One repeat of all ways, in the order of augmentation_ways().
class Repeat {
 public:
  Repeat(const Design& kept, int runs, std::uint64_t seed, AugmentationCell& sum)
      : kept_(kept), points_(kept.points()), added_(runs - kKept), seed_(seed), sum_(sum) {}

  void run() {
    Rng rng(seed_);
    const int factors = kept_.factors();
    measure([&] { return cd2_of_both(points_, random_points(added_, factors, rng)); });
    measure([&] { return cd2_of_both(points_, designs::latin_hypercube(added_, factors, seed_)); });
    measure([&] { return cd2_of_both(points_, designs::SobolSequence(factors, seed_).points(0, added_)); });
    const designs::DesignSearchOptions search{.seed = seed_};
    measure([&] {
      return cd2_of_both(points_, designs::uniform_design(added_, factors, added_, search).design.points());
    });
    measure([&] { return designs::augment(kept_, added_, search).value; });
    measure([&] {
      return designs::augment(kept_, added_, {.seed = seed_, .method = designs::Method::AugUd}).value;
    });
  }

 private:
  template <class Way>
  void measure(Way way) {
    const double start = thread_seconds();
    sum_.cd2[next_] += way();
    sum_.seconds[next_++] += thread_seconds() - start;
  }

  const Design& kept_;
  DesignPoints points_;
  int added_;
  std::uint64_t seed_;
  AugmentationCell& sum_;
  std::size_t next_ = 0;
};

void fill(AugmentationCell& cell, int repeats) {
  const std::uint64_t size =
      100 * static_cast<std::uint64_t>(cell.factors) + static_cast<std::uint64_t>(cell.runs);
  const Design whole = designs::uniform_design(cell.runs, cell.factors, cell.runs, {.seed = size}).design;
  for (int r = 0; r < repeats; ++r) {
    const std::uint64_t seed = mix_seed(size, static_cast<std::uint64_t>(r));
    Rng rng(seed, 1);
    Repeat(some_runs(whole, kKept, rng), cell.runs, seed, cell).run();
  }
  for (double& value : cell.cd2) value /= repeats;
  for (double& value : cell.seconds) value /= repeats;
}

}  // namespace

Design some_runs(const Design& design, int count, Rng& rng) {
  const std::vector<int> order = rng.permutation(design.runs());
  return designs::select(design, std::span(order).first(static_cast<std::size_t>(count)));
}

DesignPoints random_points(int runs, int factors, Rng& rng) {
  DesignPoints points(runs, factors);
  for (int i = 0; i < runs; ++i) {
    for (double& x : points.row(i)) x = rng.uniform();
  }
  return points;
}

const std::vector<std::string>& augmentation_ways() {
  static const std::vector<std::string> kWays = {"random",    "nested LHS", "nested Sobol",
                                                 "nested UD", "augmented",  "AugUD as published"};
  return kWays;
}

AugmentationStudy study_augmentation(const AugmentationOptions& options) {
  AugmentationStudy study;
  const std::vector<double> zeros(augmentation_ways().size(), 0.0);
  for (int factors = 2; factors <= options.most_factors; ++factors) {
    for (int runs = least_runs(factors); runs <= options.most_runs; ++runs) {
      study.push_back({factors, runs, zeros, zeros});
    }
  }
  std::atomic<std::size_t> next = 0;
  std::vector<std::exception_ptr> errors(study.size());
  const auto work = [&] {
    for (std::size_t i = next++; i < study.size(); i = next++) {
      try {
        fill(study[i], options.repeats);
      } catch (...) {
        errors[i] = std::current_exception();
      }
    }
  };
  std::vector<std::jthread> workers;
  for (int i = 1; i < options.jobs; ++i) workers.emplace_back(work);
  work();
  workers.clear();  // waits for them
  for (const std::exception_ptr& error : errors) {
    if (error) std::rethrow_exception(error);
  }
  return study;
}

double improvement(const AugmentationCell& cell, std::size_t way) {
  return 1.0 - cell.cd2[way] / cell.cd2[0];
}

std::vector<AugmentationMean> by_factors(const AugmentationStudy& study) {
  std::map<int, std::vector<const AugmentationCell*>> groups;
  for (const AugmentationCell& cell : study) groups[cell.factors].push_back(&cell);
  std::vector<AugmentationMean> means;
  for (const auto& [factors, cells] : groups) {
    AugmentationMean& mean = means.emplace_back();
    mean.factors = factors;
    const auto count = static_cast<double>(cells.size());
    for (std::size_t way = 0; way < augmentation_ways().size(); ++way) {
      double saved = 0.0;
      double seconds = 0.0;
      for (const AugmentationCell* cell : cells) {
        saved += sequd::improvement(*cell, way) / count;
        seconds += cell->seconds[way] / count;
      }
      mean.improvement.push_back(saved);
      mean.seconds.push_back(seconds);
    }
  }
  return means;
}

std::string augmentation_csv(const AugmentationStudy& study) {
  std::string out;
  codec::append_csv(out, std::vector<std::string>{"factors", "runs", "way", "cd2", "improvement", "seconds"});
  for (const AugmentationCell& cell : study) {
    for (std::size_t way = 0; way < augmentation_ways().size(); ++way) {
      codec::append_csv(
          out, std::vector<std::string>{std::to_string(cell.factors), std::to_string(cell.runs),
                                        augmentation_ways()[way], number_text(cell.cd2[way]),
                                        number_text(improvement(cell, way)), number_text(cell.seconds[way])});
    }
  }
  return out;
}

}  // namespace hone::quality::sequd
