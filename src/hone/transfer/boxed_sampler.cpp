// SPDX-License-Identifier: MIT
#include "hone/transfer/boxed_sampler.hpp"

#include <utility>

namespace hone::transfer {

BoxedSampler::BoxedSampler(Space whole, Space part, std::unique_ptr<Sampler> inner)
    : whole_(std::move(whole)),
      part_(std::move(part)),
      inner_(std::move(inner)),
      into_(whole_, part_),
      out_of_(part_, whole_) {}

std::vector<Trial> BoxedSampler::inside(std::span<const Trial> trials) const {
  std::vector<Trial> out;
  for (const Trial& trial : trials) {
    auto configuration = into_(trial.configuration);
    if (!configuration) continue;
    out.push_back(trial);
    out.back().configuration = std::move(*configuration);
  }
  return out;
}

void BoxedSampler::tell(std::span<const Trial> finished) { inner_->tell(inside(finished)); }

std::vector<Proposal> BoxedSampler::ask(const AskRequest& request) const {
  const std::vector<Trial> running = inside(request.running);
  std::vector<Proposal> proposals =
      inner_->ask({.count = request.count, .running = running, .seed = request.seed});
  for (Proposal& proposal : proposals) proposal.configuration = *out_of_(proposal.configuration);
  return proposals;
}

}  // namespace hone::transfer
