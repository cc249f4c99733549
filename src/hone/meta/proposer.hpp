// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>

#include "hone/core/noted.hpp"
#include "hone/meta/auto_rule.hpp"

// Who proposed a trial, as its notes tell it: kProposerNote, which tables show as a column, and why.
namespace hone::meta {

/// The reason is kept with the first proposal of an ask only: it is a sentence, and the same for all.
enum class WithReason { No, Yes };
void note_proposer(Notes& notes, const Verdict& verdict, WithReason reason);

/// Nothing for trials of a study whose sampler was named. The reason is empty where none was noted.
std::optional<Verdict> noted_proposer(const Notes& notes);

/// "auto: hebo, because a model ...": what the user is told.
std::string verdict_text(const Verdict& verdict);

}  // namespace hone::meta
