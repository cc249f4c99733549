// SPDX-License-Identifier: MIT
#include "hone/meta/auto_sampler.hpp"

#include <algorithm>
#include <utility>

#include "hone/core/aim.hpp"
#include "hone/core/options.hpp"
#include "hone/meta/proposer.hpp"
#include "hone/samplers/sobol.hpp"
#include "hone/samplers/tpe.hpp"
#include "hone/transfer/hebo_with_sources.hpp"
#include "hone/transfer/matching.hpp"

namespace hone::meta {
namespace {

/// The member that learns from sources. They are there only while samplers are made, so it is made at once
/// when a source matches; it proposes first then anyway.
constexpr const char* kLearnsFromSources = "hebo";

Study delegated(const Study& study, const std::string& name) {
  Study same = study;
  same.sampler = {name};
  return same;
}

template <class T>
std::unique_ptr<Sampler> made_from(const Study& study) {
  return std::make_unique<T>(study);
}

/// All that judge() may name.
std::unique_ptr<Sampler> make_member(const std::string& name, const Study& study) {
  static const std::map<std::string, std::unique_ptr<Sampler> (*)(const Study&)> kMembers = {
      {"hebo", made_from<transfer::HeboWithSources>},
      {"sobol", made_from<samplers::Sobol>},
      {"tpe", made_from<samplers::Tpe>},
  };
  return kMembers.at(name)(study);
}

}  // namespace

Auto::Auto(const SamplerInput& input) : study_(delegated(input.study, kLearnsFromSources)) {
  OptionReader(input.study.sampler.name, input.study.sampler.options).finish();
  sources_ = std::count_if(input.sources.begin(), input.sources.end(), [&](const SourceStudy& source) {
    return transfer::match(source, study_).usable();
  });
  if (sources_ == 0) return;
  members_[kLearnsFromSources].sampler =
      std::make_unique<transfer::HeboWithSources>(SamplerInput(study_, input.sources, input.artefacts));
}

std::vector<ArtefactDraft> Auto::prepare(const SamplerInput& input) {
  const Study study = delegated(input.study, kLearnsFromSources);
  return transfer::HeboWithSources::prepare(input.with_study(study));
}

void Auto::tell(std::span<const Trial> finished) {
  told_.insert(told_.end(), finished.begin(), finished.end());
  for (const Trial& trial : finished) {
    if (is_evidence(trial.state)) {
      finished_.insert(trial.number);
    } else {
      finished_.erase(trial.number);
    }
  }
}

Situation Auto::situation(const AskRequest& request) const {
  return {.planned = planned_trials(study_),
          .finished = std::ssize(finished_),
          .running = std::ssize(request.running),
          .asked = request.count,
          .parallel = study_.plan.budget.parallel,
          .sources = sources_};
}

/// The member of this name, told all that was told so far.
const Sampler& Auto::informed_member(const std::string& name) const {
  const std::lock_guard guard(updating_);
  Member& member = members_[name];
  if (!member.sampler) member.sampler = make_member(name, delegated(study_, name));
  if (member.heard < told_.size()) member.sampler->tell(std::span(told_).subspan(member.heard));
  member.heard = told_.size();
  return *member.sampler;
}

std::vector<Proposal> Auto::ask(const AskRequest& request) const {
  const Verdict verdict = judge(situation(request));
  std::vector<Proposal> proposals = informed_member(verdict.sampler).ask(request);
  WithReason reason = WithReason::Yes;
  for (Proposal& proposal : proposals)
    note_proposer(proposal.notes, verdict, std::exchange(reason, WithReason::No));
  return proposals;
}

}  // namespace hone::meta
