// SPDX-License-Identifier: MIT
#pragma once

#include "hone/server/route.hpp"
#include "hone/service/verb.hpp"

namespace hone::server {

/// How HTTP offers a verb: method, path, role and the shape of its fields come from the declaration. The
/// fields stand in the body, those of a GET in the query.
Route route_of(const service::Verb& verb);

}  // namespace hone::server
