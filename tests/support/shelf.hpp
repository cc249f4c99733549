// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "hone/core/artefact.hpp"

namespace hone::test {

/// Keeps what it is given.
class Shelf final : public Artefacts {
 public:
  void put(const ArtefactDraft& draft) { drafts_.push_back(draft); }
  std::optional<Artefact> find(const ArtefactKey& key) const override {
    std::optional<Artefact> newest;
    for (const ArtefactDraft& draft : drafts_) {
      if (draft.kind == key.kind && draft.name == key.name && (key.hash.empty() || hash(draft) == key.hash))
        newest = Artefact{info(draft), draft.bytes};
    }
    return newest;
  }
  std::vector<ArtefactInfo> list(const std::string& kind) const override {
    std::vector<ArtefactInfo> out;
    for (const ArtefactDraft& draft : drafts_) {
      if (draft.kind == kind) out.push_back(info(draft));
    }
    return out;
  }

 private:
  static std::string hash(const ArtefactDraft& draft) { return draft.settings; }
  static ArtefactInfo info(const ArtefactDraft& draft) {
    ArtefactInfo out;
    out.kind = draft.kind;
    out.name = draft.name;
    out.hash = hash(draft);
    out.settings = draft.settings;
    return out;
  }
  std::vector<ArtefactDraft> drafts_;
};

}  // namespace hone::test
