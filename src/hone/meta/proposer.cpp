// SPDX-License-Identifier: MIT
#include "hone/meta/proposer.hpp"

#include "hone/base/text.hpp"

namespace hone::meta {
namespace {

constexpr const char* kReasonNote = "sampler.reason";

}  // namespace

void note_proposer(Notes& notes, const Verdict& verdict, WithReason reason) {
  notes[kProposerNote] = verdict.sampler;
  if (reason == WithReason::Yes) notes[kReasonNote] = verdict.reason;
}

std::optional<Verdict> noted_proposer(const Notes& notes) {
  Verdict noted{noted_text(notes, kProposerNote), noted_text(notes, kReasonNote)};
  return noted.sampler.empty() ? std::nullopt : std::optional(std::move(noted));
}

std::string verdict_text(const Verdict& verdict) {
  return text("auto: ", verdict.sampler, ", because ", verdict.reason);
}

}  // namespace hone::meta
