// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "hone/core/trial.hpp"

namespace hone {

/// A study as it was when an artefact was made from it.
struct ArtefactSource {
  std::string study;          ///< its name; "other.db:svm" in another store
  std::int64_t trials = 0;    ///< how many of its trials were used
  std::int64_t revision = 0;  ///< of the study when it was read; 0 when it has none (a table)
  friend bool operator==(const ArtefactSource&, const ArtefactSource&) = default;
};

/// Something that was computed from trials and is worth keeping: a fitted model, a trained network. What the
/// bytes mean is known by its kind, such as "base-model".
struct ArtefactDraft {
  std::string kind;
  std::string name;
  std::string maker;     ///< program and version, such as "hone 0.1.0"
  std::string settings;  ///< how it was made, in the maker's own words
  std::vector<ArtefactSource> sources = {};
  std::string bytes;
};

/// All about a stored artefact but its bytes.
struct ArtefactInfo {
  std::string kind;
  std::string name;
  std::string hash;  ///< SHA-256 of the bytes, 64 hexadecimal digits
  std::int64_t size = 0;
  Timestamp created = 0;
  std::string maker;
  std::string settings;
  std::vector<ArtefactSource> sources = {};
  friend bool operator==(const ArtefactInfo&, const ArtefactInfo&) = default;
};

struct Artefact {
  ArtefactInfo info;
  std::string bytes;
  friend bool operator==(const Artefact&, const Artefact&) = default;
};

/// Which artefacts are meant.
struct ArtefactKey {
  std::string kind;
  std::string name;
  std::string hash = {};  ///< of one version; empty: the newest to read, all of them to delete
};

/// What a sampler may see of a store: the artefacts, to read. Safe to call from several threads.
class Artefacts {
 public:
  virtual ~Artefacts() = default;

  /// Nothing when there is none.
  virtual std::optional<Artefact> find(const ArtefactKey& key) const = 0;
  /// Those of a kind, by name, the newest version of a name first.
  virtual std::vector<ArtefactInfo> list(const std::string& kind) const = 0;
};

}  // namespace hone
