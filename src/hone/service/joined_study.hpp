// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "hone/codec/node.hpp"
#include "hone/core/study.hpp"
#include "hone/service/operations.hpp"

// A request that makes a study which is there already.
namespace hone::service {

/// The stored study that a definition of this name goes on with under that rule; nothing when there is none.
std::optional<Study> gone_on_with(Operations& operations, const std::string& name, Store::Existing existing);

/// The fields of a definition, or those in the {"text": "..."} of one, with what is left out as the stored
/// study has it: all but its name, its parameters and starting points, and what keep_lessons() knows. A
/// budget is kept field by field.
codec::Node joined(const codec::Node& fields, const Study& stored);

/// Sources, a space pruned by them and removed parameters of the stored study where `fields` do not say them.
/// They are taken as they are: a study of a service may learn from a file that no client may name.
void keep_lessons(Study& study, const codec::Node& fields, const Study& stored);

/// Sampler, pruner, sources and seed where `given` has others than the stored study: they are taken over, and
/// not in silence.
std::vector<std::string> changed_methods(const Study& stored, const Study& given);

}  // namespace hone::service
