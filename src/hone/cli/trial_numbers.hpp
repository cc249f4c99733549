// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace hone::cli {

/// The number of a trial as typed. Throws UsageError.
std::int64_t trial_number(const std::string& word);

/// Those of an option that may be given several times, each once; "3,7" names two.
std::vector<std::int64_t> trial_numbers(const std::vector<std::string>& words);

/// "0, 1, 4 and 12 more", with so many told at most.
std::string numbers_in_short(const std::vector<std::int64_t>& numbers, std::size_t most = 12);

}  // namespace hone::cli
