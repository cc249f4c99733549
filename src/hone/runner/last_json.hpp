// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "hone/runner/mended_json.hpp"

namespace hone::runner {

/// What a program's output ends with, for somebody who looks for a result.
struct FoundJson {
  std::optional<Json> json = {};
  /// Why there is none although a line looks like a result: "the line '1e999' is ..."; empty when no line
  /// does.
  std::string problem = {};
  /// A regular expression that would find the number of that line; empty when none comes to mind.
  std::string expression = {};
  /// There is a number alone on its line or a list, and a line after it that may be meant instead.
  bool doubtful = false;
  /// The last line after a number or a list that holds a number too, without looking like a result.
  std::string passed_over = {};
};

/// The last JSON object, list or number in a program's output. A number or a list fills its line; an object
/// ends its line and may begin after other words or on an earlier line; an empty one is passed over. Bare nan
/// and inf, which JSON lacks but printf and Python write, come as the strings "nan", "inf" and "-inf" inside
/// objects and lists, and as numbers on a line of their own; other values that cannot be read are marked, see
/// mended_json.hpp. A byte-order mark before a line is passed over.
///
/// Lines after it are passed over unless they look like a result themselves (result_looks.hpp): one that
/// looks like a number, begins as an object, or gives a number for one of the `names`, and cannot be read, is
/// a problem. So is one that gives a number for any other name ("accuracy: 0.93"), for a metric ("accuracy
/// 0.93 (best)") or has a list of as many numbers as there are names ("final [0.7, 0.8]") where a bare number
/// or a list stands before it: either may be meant. With no names, only numbers and the beginnings of objects
/// count.
///
/// Takes time linear in the output, whatever it is: what is nested deeper than 64 brackets, has more than a
/// million values or many thousands of keys in one object is not read, and so is everything above 16 MiB
/// of text that has the brackets of JSON and is none.
FoundJson find_json(std::string_view output, std::span<const std::string> names = {});

/// The same where nobody asks why there is none.
std::optional<Json> last_json(std::string_view output);

}  // namespace hone::runner
