// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "hone/cli/command.hpp"
#include "hone/codec/json.hpp"
#include "hone/meta/malibo.hpp"

// What `hone meta train` and the commands that keep its models share.
namespace hone::cli {

void add_meta_train(Command meta);

/// A name that can be written in a study file, and seen. Throws Error(InvalidArgument).
void require_model_name(const std::string& name);

/// How a model was learned.
codec::Json report_json(const meta::MetaModel& model);

}  // namespace hone::cli
