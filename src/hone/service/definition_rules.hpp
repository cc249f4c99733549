// SPDX-License-Identifier: MIT
#pragma once

#include "hone/codec/node.hpp"
#include "hone/core/study.hpp"
#include "hone/service/verb.hpp"

// What a caller may define.
namespace hone::service {

/// The definition in the fields of a call, checked: those of a study file, or {"text": "..."} with the text
/// of one. From far away it must not make the server open files or other stores.
Study definition_in(const VerbCall& call, const codec::Node& fields);

/// Throws Forbidden when the caller may see some studies only and the definition would learn from others, by
/// its sources or by a model. What the study had `before` was given to it by somebody who may.
void require_covered_lessons(const VerbCall& call, const Study& study, const Study* before = nullptr);

}  // namespace hone::service
