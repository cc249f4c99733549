// SPDX-License-Identifier: MIT
#include "bench/quality/preferences/priors.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <ostream>

#include "bench/quality/markdown_table.hpp"
#include "bench/quality/preferences/serial_run.hpp"
#include "bench/quality/statistics.hpp"
#include "hone/base/rng.hpp"
#include "hone/base/text.hpp"
#include "hone/core/unit_scale.hpp"

namespace hone::quality::preferences {
namespace {

constexpr int kEarly = 15;
constexpr int kLate = 50;
constexpr std::size_t kArms = 3;  // none, good, worst

/// A prior around a place of the unit cube.
UserPriors around(const Space& space, const std::vector<double>& unit, double deviation) {
  UserPriors priors;
  for (std::size_t j = 0; j < unit.size(); ++j) {
    const auto& range = std::get<RealRange>(space.parameters()[j].domain);
    // The functions' scales are linear, so that a part of the range is a deviation in its units.
    priors[space.parameters()[j].name] =
        NormalPrior{from_unit(range, unit[j]), deviation * (range.high() - range.low())};
  }
  return priors;
}

std::vector<double> unit_of(const Space& space, const Configuration& configuration) {
  std::vector<double> unit;
  for (std::size_t j = 0; j < space.size(); ++j)
    unit.push_back(
        to_unit(std::get<RealRange>(space.parameters()[j].domain), std::get<double>(*configuration[j])));
  return unit;
}

std::vector<double> near_the_optimum(const Problem& problem, double deviation, std::uint64_t seed) {
  Rng rng(seed, 77);
  std::vector<double> unit = unit_of(problem.space, problem.argmins.front());
  for (double& x : unit) x = std::clamp(x + deviation * rng.normal(), 0.0, 1.0);
  return unit;
}

/// The corner of the box where the function is greatest.
std::vector<double> worst_corner(const Problem& problem) {
  const std::size_t dimensions = problem.space.size();
  std::vector<double> worst;
  double greatest = -std::numeric_limits<double>::infinity();
  for (std::size_t corner = 0; corner < (std::size_t{1} << dimensions); ++corner) {
    std::vector<double> unit(dimensions);
    std::vector<Value> values;
    for (std::size_t j = 0; j < dimensions; ++j) {
      unit[j] = (corner >> j & 1U) != 0 ? 1.0 : 0.0;
      values.emplace_back(from_unit(std::get<RealRange>(problem.space.parameters()[j].domain), unit[j]));
    }
    const double value = problem.value(point(problem.space, values));
    if (value > greatest || worst.empty()) {
      greatest = value;
      worst = unit;
    }
  }
  return worst;
}

double at(const Course& course, int trials) {
  return log_regret(course.regrets[static_cast<std::size_t>(
      std::min<std::ptrdiff_t>(trials, std::ssize(course.regrets)) - 1)]);
}

/// Means of log10 regrets over the seeds.
class Means {
 public:
  explicit Means(std::vector<Course> courses) : courses_(std::move(courses)) {}
  double after(int trials) const {
    std::vector<double> logs;
    for (const Course& course : courses_) logs.push_back(at(course, trials));
    return mean(logs);
  }
  /// The first number of trials at which the mean is as good; one too many when it never is.
  int until(double level) const {
    const int most = static_cast<int>(courses_.front().regrets.size());
    for (int n = 1; n <= most; ++n)
      if (after(n) <= level) return n;
    return most + 1;
  }

 private:
  std::vector<Course> courses_;
};

std::string shown(double number) { return text(std::round(number * 100.0) / 100.0); }

}  // namespace

std::vector<std::string> prior_problems() {
  return {"branin", "hart3", "hart4", "hart6", "rosen", "beale", "camel6", "levy", "goldpr", "stybtang"};
}

void run_prior_race(const PriorRace& race, std::ostream& out) {
  const std::size_t problems = race.problems.size(), seeds = race.seeds.size();
  std::vector<Course> courses(problems * kArms * seeds);
  std::vector<std::vector<double>> corners;
  for (const Problem& problem : race.problems) corners.push_back(worst_corner(problem));
  in_parallel(courses.size(), race.jobs, [&](std::size_t i) {
    const std::size_t p = i / (kArms * seeds), arm = i / seeds % kArms;
    const std::uint64_t seed = race.seeds[i % seeds];
    const Problem& problem = race.problems[p];
    Study study{
        .space = problem.space, .sampler = race.method.choice, .seed = seed, .horizon = race.evaluations};
    if (arm == 1)
      study.priors = around(problem.space, near_the_optimum(problem, race.deviation, seed), race.deviation);
    if (arm == 2) study.priors = around(problem.space, corners[p], race.deviation);
    courses[i] = run_serially(problem, study, race.evaluations);
  });
  MarkdownTable table({"function", "none at 50", "good at 15", "good is there after", "none at the end",
                       "good at the end", "worst corner at the end", "costs"});
  int early = 0;
  std::vector<double> costs;
  for (std::size_t p = 0; p < problems; ++p) {
    const auto means = [&](std::size_t arm) {
      const auto begin = courses.begin() + static_cast<std::ptrdiff_t>((p * kArms + arm) * seeds);
      return Means(std::vector<Course>(begin, begin + static_cast<std::ptrdiff_t>(seeds)));
    };
    const Means none = means(0), good = means(1), worst = means(2);
    const int there = good.until(none.after(kLate));
    early += there <= kEarly ? 1 : 0;
    costs.push_back(worst.after(race.evaluations) - none.after(race.evaluations));
    table.add({race.problems[p].name, shown(none.after(kLate)), shown(good.after(kEarly)), text(there),
               shown(none.after(race.evaluations)), shown(good.after(race.evaluations)),
               shown(worst.after(race.evaluations)), shown(costs.back())});
  }
  out << "Mean log10 regret of " << race.method.label << " over " << seeds << " seeds, " << race.evaluations
      << " trials; priors with a deviation of " << race.deviation << " of each range\n\n"
      << table.text() << "\nA good prior reaches what 50 trials without one reach within " << kEarly << " on "
      << early << " of " << problems << " functions. One at the worst corner costs " << shown(mean(costs))
      << " on the average, " << shown(*std::max_element(costs.begin(), costs.end())) << " at most.\n";
}

}  // namespace hone::quality::preferences
