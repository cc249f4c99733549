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
    for (const ArtefactDraft& draft : drafts_) {
      if (hash(draft) == key.hash) return Artefact{info(draft), draft.bytes};
    }
    return std::nullopt;
  }
  std::vector<ArtefactInfo> list(const std::string&) const override {
    std::vector<ArtefactInfo> out;
    for (const ArtefactDraft& draft : drafts_) out.push_back(info(draft));
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
