// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>
#include <vector>

namespace hone::quality {

/// The words of a list with commas between them; none when nothing was given.
std::vector<std::string> words(const std::optional<std::string>& list);

/// Whole numbers above 0 with commas between them; throws Error that names the option.
std::vector<int> numbers(const char* option, const std::string& list);

/// The command line as one could type it again.
std::string typed(const std::vector<std::string>& arguments);

}  // namespace hone::quality
