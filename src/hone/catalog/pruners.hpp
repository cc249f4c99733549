// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "hone/core/pruner.hpp"

namespace hone::catalog {

/// A pruner by name. Help texts, schemas and tests learn of pruners from here.
struct PrunerInfo : MethodInfo {
  std::unique_ptr<Pruner> (*make)(const Choice& choice);
};

const std::vector<PrunerInfo>& pruners();

/// Throws Error(NotFound), with a suggestion, for an unknown name.
const PrunerInfo& pruner_named(const std::string& name);

/// The pruner that a study file names. Throws Error: NotFound for an unknown name, InvalidOption for an
/// option that the pruner does not have or that is out of its range.
std::unique_ptr<Pruner> make_pruner(const Choice& choice);

}  // namespace hone::catalog
