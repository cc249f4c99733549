// SPDX-License-Identifier: MIT
#include "bench/quality/sequd/search_trace.hpp"

#include "bench/quality/run.hpp"
#include "hone/base/rng.hpp"
#include "hone/base/text.hpp"
#include "hone/catalog/samplers.hpp"

namespace hone::quality::sequd {
namespace {

int note(const Attributes& notes, const char* name) {
  const auto found = notes.find(name);
  if (found == notes.end()) return 1;
  const auto* number = std::get_if<std::int64_t>(&found->second);
  return number == nullptr ? 1 : static_cast<int>(*number);
}

/// "12", or "12 7" when several places are zoomed into: the first.
std::optional<std::size_t> centre_of(const Attributes& notes) {
  const auto found = notes.find("centre");
  if (found == notes.end()) return std::nullopt;
  const auto* centres = std::get_if<std::string>(&found->second);
  if (centres == nullptr) return std::nullopt;
  const auto number = parse_integer(split(*centres, ' ').front());
  return number ? std::optional(static_cast<std::size_t>(*number)) : std::nullopt;
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
    result.push_back({.x = coordinates(trial.configuration),
                      .value = trial.values.front(),
                      .stage = note(trial.notes, "stage"),
                      .zoom = note(trial.notes, "zoom"),
                      .levels = note(trial.notes, "levels"),
                      .centre = centre_of(trial.notes)});
    design->tell(std::vector{trial});
  }
  return result;
}

}  // namespace hone::quality::sequd
