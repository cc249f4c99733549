// SPDX-License-Identifier: MIT
#pragma once

#include <map>
#include <string>
#include <vector>

#include "hone/core/artefact.hpp"
#include "hone/model/dataset.hpp"

namespace hone::transfer {

/// Changes with everything that a fit depends on: trials, columns and settings.
std::string fingerprint(const std::vector<const model::Dataset*>& data, const std::string& settings);

/// Numbers, or bytes, that were learned and kept as artefacts of one kind, found again by their fingerprints.
class KeptFits {
 public:
  /// nullptr: nothing was kept. The artefacts must outlive the object.
  KeptFits(std::string kind, const Artefacts* artefacts);

  bool has(const std::string& print) const { return !find_bytes(print).empty(); }
  /// Empty when there is none.
  std::vector<double> find(const std::string& print) const;
  std::string find_bytes(const std::string& print) const;

  /// What shall be kept; `sources` are those that it was learned from.
  ArtefactDraft draft(std::string name, std::string print, const std::vector<double>& numbers,
                      std::vector<ArtefactSource> sources) const;
  ArtefactDraft draft_bytes(std::string name, std::string print, std::string bytes,
                            std::vector<ArtefactSource> sources) const;

 private:
  std::string kind_;
  const Artefacts* artefacts_;
  std::map<std::string, ArtefactKey> keys_;
};

}  // namespace hone::transfer
