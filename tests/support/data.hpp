// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>

namespace hone::test {

/// A file or folder of tests/. The path is compiled into one object only, so that the others are the same in
/// every checkout and a compiler cache knows them again.
std::filesystem::path data(const std::filesystem::path& relative);

}  // namespace hone::test
