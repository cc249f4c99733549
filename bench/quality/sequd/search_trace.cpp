// SPDX-License-Identifier: MIT
#include "bench/quality/sequd/search_trace.hpp"

#include "bench/quality/run.hpp"
#include "hone/base/error.hpp"
#include "hone/base/rng.hpp"
#include "hone/base/text.hpp"
#include "hone/catalog/samplers.hpp"
#include "hone/samplers/stages.hpp"

namespace hone::quality::sequd {
namespace {

int note(const Trial& trial, const char* name) {
  const auto number = samplers::stage_note(trial.notes, name);
  if (number) return static_cast<int>(*number);
  throw Error(ErrorCode::InvalidArgument, text("trial ", trial.number, " has no note '", name, "'"),
              "trace a sampler that works in stages");
}

}  // namespace

std::vector<Evaluated> trace_search(const Problem& problem, const Choice& sampler, std::uint64_t seed,
                                    int runs) {
  const RunKey key{problem.name, sampler.name, seed, {.budget = runs, .batch = 1}};
  const auto design = catalog::make_sampler(study_of(problem, sampler, key));
  std::vector<Evaluated> result;
  for (int n = 0; n < runs; ++n) {
    auto proposals = design->ask({.count = 1, .seed = mix_seed(seed, static_cast<std::uint64_t>(n))});
    if (proposals.empty()) break;
    Trial trial;
    trial.number = n;
    trial.state = TrialState::Complete;
    trial.configuration = std::move(proposals.front().configuration);
    trial.notes = std::move(proposals.front().notes);
    trial.values = {problem.value(trial.configuration)};
    const auto centres = samplers::centres_in(trial.notes);
    result.push_back({.x = coordinates(trial.configuration),
                      .value = trial.values.front(),
                      .stage = note(trial, "stage"),
                      .zoom = note(trial, "zoom"),
                      .levels = note(trial, "levels"),
                      .centre = centres.empty() ? std::nullopt
                                                : std::optional(static_cast<std::size_t>(centres.front()))});
    design->tell(std::vector{trial});
  }
  return result;
}

}  // namespace hone::quality::sequd
