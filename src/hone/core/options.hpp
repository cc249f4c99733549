// SPDX-License-Identifier: MIT
#pragma once

#include <concepts>
#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "hone/core/option_spec.hpp"

namespace hone {

/// Options of a sampler or pruner as written in a study file: names, with dots for nested ones
/// ("fit.restarts"), to one value or a list of them.
using Options = std::map<std::string, OptionValues>;

/// A sampler or pruner by its name in the catalog.
struct Choice {
  std::string name;
  Options options = {};
  friend bool operator==(const Choice&, const Choice&) = default;
};

/// Words and what they stand for.
template <class T>
using NamedValues = std::vector<std::pair<std::string, T>>;

/// Declares options and reads them in one go, so that each stands once:
///   struct SobolOptions {
///     bool scramble = true;
///     void declare(OptionReader& option) {
///       option.flag("scramble", scramble, "another sequence for each seed");
///     }
///   };
///   const auto options = read_options<SobolOptions>(study.sampler);
///   const OptionSpecs told = describe_options<SobolOptions>();
/// Each call takes the variable, whose value is the default until something else was given. It returns the
/// declaration, valid until the next call, to add a unit or how the default is chosen.
/// Every failure is an Error(InvalidOption) that names the option and what it may be.
class OptionReader {
 public:
  /// Looks at `given` as long as it lives.
  OptionReader(std::string owner, const Options& given);

  template <std::integral T>
  OptionSpec& integer(const std::string& name, T& value, std::int64_t low, std::int64_t high,
                      const std::string& summary) {
    std::int64_t whole = value;
    OptionSpec& spec = read_integer(name, whole, low, high, summary);
    value = static_cast<T>(whole);
    return spec;
  }
  OptionSpec& real(const std::string& name, double& value, double low, double high,
                   const std::string& summary);
  OptionSpec& flag(const std::string& name, bool& value, const std::string& summary);
  OptionSpec& word(const std::string& name, std::string& value, const std::vector<std::string>& known,
                   const std::string& summary);
  /// Any text but the empty one; `fallback` says in words what happens without it.
  OptionSpec& name(const std::string& name, std::string& value, const std::string& fallback,
                   const std::string& summary);
  /// A word that stands for a value.
  template <class T>
  OptionSpec& choice(const std::string& name, T& value, const NamedValues<T>& known,
                     const std::string& summary) {
    std::string chosen;
    std::vector<std::string> words;
    for (const auto& [its_word, its_value] : known) {
      words.push_back(its_word);
      if (its_value == value) chosen = its_word;
    }
    OptionSpec& spec = word(name, chosen, words, summary);
    for (const auto& [its_word, its_value] : known) {
      if (its_word == chosen) value = its_value;
    }
    return spec;
  }
  /// A choice that sets the defaults of the options declared after it.
  template <class T>
  OptionSpec& variant(const std::string& name, T& value, const NamedValues<T>& known,
                      const std::string& summary) {
    OptionSpec& spec = choice(name, value, known, summary);
    spec.presets = true;
    return spec;
  }
  /// A list of words that switches on those it holds and switches off the others.
  OptionSpec& switches(const std::string& name, const NamedValues<bool*>& known, const std::string& summary);
  /// An integer for each key of `values`, given as NAME.key; told as NAME.`placeholder`.
  OptionSpec& integers(const std::string& name, const std::string& placeholder,
                       std::map<std::string, std::int64_t>& values, std::int64_t low, std::int64_t high,
                       const std::string& summary);

  /// Throws for an option that was not declared above.
  void finish() const;
  const OptionSpecs& declared() const { return declared_; }

 private:
  OptionSpec& read_integer(const std::string& name, std::int64_t& value, std::int64_t low, std::int64_t high,
                           const std::string& summary);
  const std::vector<Value>* given(const OptionSpec& spec);
  const std::vector<Value>* declare(OptionSpec spec);

  std::string owner_;
  const Options& given_;
  OptionSpecs declared_;
  std::vector<std::string> names_;  // that may be given
};

/// What `declare` declares when nothing is given, with the defaults of the other variants.
OptionSpecs describe_options(const std::function<void(OptionReader&)>& declare);

template <class T>
OptionSpecs describe_options() {
  return describe_options([](OptionReader& option) { T().declare(option); });
}

/// `usual` holds the defaults. Refuses options that are not declared.
template <class T>
T read_options(const Choice& choice, T usual = {}) {
  OptionReader option(choice.name, choice.options);
  usual.declare(option);
  option.finish();
  return usual;
}

}  // namespace hone
