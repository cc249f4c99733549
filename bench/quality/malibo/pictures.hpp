// SPDX-License-Identifier: MIT
#pragma once

#include <iosfwd>
#include <string>

namespace hone::quality::malibo {

/// Pictures of what `malibo` learns from the ensembles of one dimension, written to FOLDER/pictures: what it
/// knows before the first trial and the features it has learned (figures 1, 11 and 12 of the paper), its
/// first steps one by one (14 and 15) and in batches of three (16 and 17). Returns an exit code.
int draw_pictures(const std::string& folder, std::ostream& out);

}  // namespace hone::quality::malibo
