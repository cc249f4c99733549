// SPDX-License-Identifier: MIT
#include "bench/quality/malibo/ensemble_problem.hpp"

#include <memory>
#include <numeric>

#include "bench/quality/archives.hpp"
#include "bench/quality/malibo/least_value.hpp"
#include "hone/base/text.hpp"

namespace hone::quality::malibo {
namespace {

enum MemberStream : std::uint64_t { kTargetMember = 0x74617267, kEarlierMember = 0x6d657461 };

Problem unfinished(const Ensemble& ensemble, double noise) {
  std::vector<Parameter> parameters;
  for (std::size_t j = 0; j < ensemble.box.size(); ++j)
    parameters.push_back(real("x" + std::to_string(j + 1), ensemble.box[j].low, ensemble.box[j].high));
  Problem problem{.name = text(ensemble.name, "/noise=", number_text(noise)),
                  .group = ensemble.name,
                  .space = Space(std::move(parameters)),
                  .value = {}};
  problem.best_chosen_counts = true;
  if (noise > 0.0) {
    problem.noisy = [noise](const Configuration&, double value, Rng& rng) {
      return value * (1.0 + noise * rng.normal());
    };
  }
  return problem;
}

// A family of hundreds is never searched for its minima, and points need no sampler: this is quick.
SourceStudy earlier_member(const Ensemble& ensemble, const Space& space, double noise, int points,
                           std::uint64_t seed) {
  Rng rng(seed);
  const std::vector<double> parameters = ensemble.draw(rng);
  SourceStudy source{"", space, Study{.space = space}.objectives, {}};
  for (int i = 0; i < points; ++i) {
    std::vector<double> x;
    for (const Interval& side : ensemble.box) x.push_back(rng.uniform(side.low, side.high));
    Trial trial;
    trial.number = i;
    trial.state = TrialState::Complete;
    trial.values = {ensemble.value(x, parameters) * (1.0 + noise * rng.normal())};
    trial.configuration = point(space, {x.begin(), x.end()});
    source.trials.push_back(std::move(trial));
  }
  return source;
}

}  // namespace

std::vector<SourceStudy> earlier_members(const Ensemble& ensemble, const Space& space, double noise,
                                         const MetaData& meta, std::uint64_t seed) {
  std::vector<SourceStudy> studies;
  for (int t = 0; t < meta.tasks; ++t) {
    const std::uint64_t own = mix_seed(seed, static_cast<std::uint64_t>(t), kEarlierMember);
    studies.push_back(earlier_member(ensemble, space, noise, meta.points, own));
    studies.back().name = text(ensemble.name, "-", t);
  }
  return studies;
}

Problem member_problem(const Ensemble& ensemble, double noise, const std::vector<double>& parameters) {
  Problem problem = unfinished(ensemble, noise);
  const auto value = [f = ensemble.value, parameters](std::span<const double> x) { return f(x, parameters); };
  LeastValue least = least_value(value, ensemble.box);
  problem.minimum = least.value;
  problem.argmins = {point(problem.space, {least.x.begin(), least.x.end()})};
  problem.value = [value](const Configuration& c) { return value(coordinates(c)); };
  return problem;
}

Problem ensemble_problem(const Ensemble& ensemble, double noise, const MetaData& meta) {
  Problem problem = unfinished(ensemble, noise);
  if (meta.tasks > 0) {
    const auto make = [ensemble, space = problem.space, noise, meta](std::uint64_t seed) {
      return earlier_members(ensemble, space, noise, meta, seed);
    };
    const auto all = [count = static_cast<std::size_t>(meta.tasks)](std::uint64_t, std::size_t) {
      std::vector<std::size_t> indices(count);
      std::iota(indices.begin(), indices.end(), std::size_t{0});
      return indices;
    };
    // Shared by the members of all seeds.
    const auto archives = std::make_shared<Archives>(make, all, meta.sets);
    problem.informed = [archives](const Study& study) { return archives->sampler(study, 0); };
  }
  problem.drawn = [ensemble, noise, informed = problem.informed](std::uint64_t seed) {
    Rng rng(mix_seed(seed, 0, kTargetMember));
    Problem member = member_problem(ensemble, noise, ensemble.draw(rng));
    member.informed = informed;
    return member;
  };
  return problem;
}

}  // namespace hone::quality::malibo
