// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "hone/core/value.hpp"

namespace hone {

/// Options of a sampler or pruner as written in a study file: names, with dots for nested ones
/// ("fit.restarts"), to one value or a list of them.
using Options = std::map<std::string, std::vector<Value>>;

/// Reads options by name, with ranges, and refuses those nobody asked for:
///   OptionReader read("sobol", options);
///   scramble_ = read.flag("scramble", true);
///   read.finish();
/// Every failure is an Error(InvalidOption) that names the option and what it may be.
class OptionReader {
 public:
  OptionReader(std::string owner, const Options& options);

  std::int64_t integer(const std::string& name, std::int64_t fallback, std::int64_t low, std::int64_t high);
  double real(const std::string& name, double fallback, double low, double high);
  bool flag(const std::string& name, bool fallback);
  /// One of the known words.
  std::string word(const std::string& name, const std::string& fallback,
                   const std::vector<std::string>& known);
  /// Several of the known words.
  std::vector<std::string> words(const std::string& name, const std::vector<std::string>& fallback,
                                 const std::vector<std::string>& known);
  /// Throws for an option that was not read above.
  void finish() const;

 private:
  const std::vector<Value>* take(const std::string& name);
  const Value* take_one(const std::string& name);
  [[noreturn]] void refuse(const std::string& name, const std::string& problem,
                           const std::string& remedy) const;

  std::string owner_;
  const Options& options_;
  std::vector<std::string> asked_;
};

}  // namespace hone
