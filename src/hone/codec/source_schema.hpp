// SPDX-License-Identifier: MIT
#pragma once

#include <span>
#include <vector>

#include "hone/codec/map_form.hpp"
#include "hone/core/study.hpp"

namespace hone::codec {

/// Reads `sources`: a list of {name, trials}, or the path of a json file with one.
std::vector<Source> read_sources(const Field& field);
Node sources_shape();
Node sources_node(std::span<const Source> sources);

}  // namespace hone::codec
