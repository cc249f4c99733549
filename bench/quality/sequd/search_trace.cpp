// SPDX-License-Identifier: MIT
#include "bench/quality/sequd/search_trace.hpp"

#include <algorithm>
#include <span>

#include "bench/quality/run.hpp"
#include "hone/base/error.hpp"
#include "hone/base/rng.hpp"
#include "hone/base/text.hpp"
#include "hone/catalog/samplers.hpp"
#include "hone/core/noted.hpp"
#include "hone/samplers/stages.hpp"

namespace hone::quality::sequd {
namespace {

int note(const Trial& trial, const char* name) {
  const auto number = noted_count(trial.notes, name);
  if (number) return static_cast<int>(*number);
  throw Error(ErrorCode::InvalidArgument, text("trial ", trial.number, " has no note '", name, "'"),
              "trace a sampler that works in stages");
}

Evaluated evaluated(const Trial& trial) {
  const auto centres = samplers::centres_in(trial.notes);
  return {
      .x = coordinates(trial.configuration),
      .value = trial.values.front(),
      .stage = note(trial, "stage"),
      .zoom = note(trial, "zoom"),
      .levels = note(trial, "levels"),
      .centre = centres.empty() ? std::nullopt : std::optional(static_cast<std::size_t>(centres.front()))};
}

}  // namespace

std::vector<Evaluated> trace_search(const Problem& problem, const Choice& sampler, std::uint64_t seed,
                                    int runs, Asking asking) {
  const RunKey key{problem.name, sampler.name, seed, {.budget = runs, .batch = asking.width}};
  const auto design = catalog::make_sampler(study_of(problem, sampler, key));
  std::vector<Evaluated> result;
  std::vector<Trial> running;
  const auto finish = [&](std::size_t count) {
    for (std::size_t i = 0; i < count; ++i) running[i].state = TrialState::Complete;
    design->tell(std::span(running).first(count));
    running.erase(running.begin(), running.begin() + static_cast<std::ptrdiff_t>(count));
  };
  while (std::ssize(result) < runs) {
    const auto n = static_cast<std::int64_t>(result.size());
    const int wanted = asking.together ? std::min(asking.width, runs - static_cast<int>(n)) : 1;
    auto proposals = design->ask(
        {.count = wanted, .running = running, .seed = mix_seed(seed, static_cast<std::uint64_t>(n))});
    if (proposals.empty()) break;
    for (Proposal& proposal : proposals) {
      Trial& trial = running.emplace_back();
      trial.number = static_cast<std::int64_t>(result.size());
      trial.state = TrialState::Running;
      trial.configuration = std::move(proposal.configuration);
      trial.notes = std::move(proposal.notes);
      trial.values = {problem.value(trial.configuration)};
      result.push_back(evaluated(trial));
    }
    if (std::ssize(running) >= asking.width) finish(asking.together ? running.size() : 1);
  }
  return result;
}

}  // namespace hone::quality::sequd
