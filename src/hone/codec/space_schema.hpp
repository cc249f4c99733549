// SPDX-License-Identifier: MIT
#pragma once

#include <optional>

#include "hone/codec/map_form.hpp"
#include "hone/core/space.hpp"

namespace hone::codec {

/// Reads parameters or candidates, and constraints, from the top level of a study. Where only the constraints
/// are wrong, `unconstrained` is the space without them.
Space read_space(const Field& study, std::optional<Space>& unconstrained);

/// The fields that read_space() reads.
void declare_space(MapForm& study);

/// Writes what read_space() reads: parameters and constraints, or the candidates of a pool.
void write_space(Node& study, const Space& space);

/// A row {name: value}; null counts as absent.
std::vector<std::pair<std::string, Value>> read_row(const Field& row);
/// The values that exist.
Node row_node(const Configuration& configuration);

}  // namespace hone::codec
