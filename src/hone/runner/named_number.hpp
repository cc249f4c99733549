// SPDX-License-Identifier: MIT
#pragma once

#include <span>
#include <string>
#include <string_view>

// Numbers within a line of a program's output, and regular expressions that find them.
namespace hone::runner {

/// A word that names a metric, whatever the study's objective is called, and its number behind it: "accuracy
/// 0.93", "epoch 10/10 val_loss 0.93", "R2 score: 0.93 done", "result [0.5]".
bool gives_metric(std::string_view line);

/// A number with a decimal point that is not a time, a size or a rate: "improved to 0.93"; not "took 3.2 s".
bool holds_decimal(std::string_view line);

/// "^accuracy:\s*(\S+)": a regular expression that finds, for result.regex, the numbers of a line that has
/// one for each of the names, in their order; with one name or none also that of a metric or of whatever has
/// a colon or an equals sign before its number. It was tried on the line and found exactly the numbers that
/// stand there. Empty when there is none, or when it would be a guess: "loss: 0,5". Safe in single quotes.
std::string expression_for(std::string_view line, std::span<const std::string> names = {});

}  // namespace hone::runner
