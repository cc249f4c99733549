// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <unordered_set>
#include <vector>

#include "hone/core/sampler.hpp"
#include "hone/core/sampler_input.hpp"
#include "hone/meta/auto_rule.hpp"

namespace hone::meta {

/// Lets another sampler propose: at each ask the one that judge() names. Each proposal notes whose it is. A
/// sampler is made when it is first wanted, and told of trials when it is asked, so that one that proposes
/// nothing costs nothing; telling is cheap for all of them, so that a change of mind is as well.
class Auto final : public Sampler {
 public:
  explicit Auto(const SamplerInput& input);
  static OptionSpecs options() { return {}; }
  /// What those that use sources make of them, to be kept for the next one.
  static std::vector<ArtefactDraft> prepare(const SamplerInput& input);

  void tell(std::span<const Trial> finished) override;
  std::vector<Proposal> ask(const AskRequest& request) const override;

 private:
  struct Member {
    std::unique_ptr<Sampler> sampler;
    std::size_t heard = 0;  ///< of the trials that were told
  };

  Situation situation(const AskRequest& request) const;
  const Sampler& informed_member(const std::string& name) const;

  Study study_;
  std::int64_t sources_ = 0;  ///< that match
  std::vector<Trial> told_;   ///< in the order in which they came
  std::unordered_set<std::int64_t> finished_;
  // Asks bring members up to date. Once one is, it stays so until tell(), which comes alone: several threads
  // may then ask it without waiting for each other.
  mutable std::mutex updating_;
  mutable std::map<std::string, Member> members_;
};

}  // namespace hone::meta
