// SPDX-License-Identifier: MIT
#pragma once

#include <limits>
#include <string>
#include <utility>
#include <vector>

#include "hone/core/value.hpp"

namespace hone {

/// What was given for an option.
struct OptionValues : std::vector<Value> {
  using std::vector<Value>::vector;
  OptionValues(std::vector<Value> values) : std::vector<Value>(std::move(values)) {}

  bool is_list = false;  ///< it was written as a list, perhaps of one; equal options need not agree in this
};

enum class OptionKind {
  Integer,
  Real,
  Flag,
  Word,   ///< one of `words`
  Words,  ///< a list of some of `words`, at least one
  Name,   ///< any text
};

/// What an option is when nothing is given.
struct OptionDefault {
  std::vector<Value> values = {};
  std::string words = {};  ///< how it is chosen, when that depends on the study; `values` says little then
  friend bool operator==(const OptionDefault&, const OptionDefault&) = default;
};

/// The declaration of an option: everything that reading, help, messages and schemas need to know of it.
struct OptionSpec {
  std::string name;  ///< "fit.restarts"; "points.NAME" stands for one option for each parameter
  OptionKind kind = OptionKind::Flag;
  double low = -std::numeric_limits<double>::infinity();  ///< of numbers; both ends belong to the range
  double high = std::numeric_limits<double>::infinity();
  std::vector<std::string> words = {};  ///< of Word and Words
  OptionDefault fallback = {};
  std::string unit = {};
  std::string summary = {};  ///< one line, without a full stop
  bool presets = false;      ///< its word chooses the defaults of the others
  /// Defaults under other words of the option that presets, where they differ from `fallback`.
  std::vector<std::pair<std::string, OptionDefault>> variants = {};

  /// For declarations: `option.integer("runs", runs, 3, 2000, "...").in("trials").usually("as planned")`.
  OptionSpec& in(std::string of_unit);
  OptionSpec& usually(std::string in_words);
};

using OptionSpecs = std::vector<OptionSpec>;

/// A sampler or pruner as people are told of it.
struct MethodInfo {
  std::string name;
  std::string summary;
  OptionSpecs options;
  bool baseline = false;  ///< published, and here to be compared with: others are recommended
};

/// "integer", "number", "flag", "word", "words" or "name".
std::string to_text(OptionKind kind);

/// What may be given: "0 to 100000 trials", "true, false", "some of ei, pi, ucb".
std::string values_text(const OptionSpec& spec);

/// "3", "[ei, pi]", "all planned", and how it differs by variant: "3; published: 10, current: 1".
std::string default_text(const OptionSpec& spec);

/// Throws Error(InvalidOption), naming `owner` and what the option may be, unless `given` fits.
void check_option(const OptionSpec& spec, const OptionValues& given, const std::string& owner);

}  // namespace hone
