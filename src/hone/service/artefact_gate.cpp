// SPDX-License-Identifier: MIT
#include "hone/service/artefact_gate.hpp"

#include <algorithm>
#include <array>
#include <string_view>

#include "hone/base/error.hpp"
#include "hone/base/text.hpp"
#include "hone/meta/meta_model.hpp"

namespace hone::service {
namespace {

constexpr std::string_view kServicePrefix = "service-";

// What samplers learned and read again, and notes as stores of version 6 had them.
constexpr std::array<std::string_view, 6> kOwnKinds = {"study-note",   "base-model",     "ablr-network",
                                                       "gc3p-network", "banner-network", "malibo-network"};

void require_short(const char* what, const std::string& word) {
  if (word.size() <= kLongestArtefactWord) return;
  throw Error(
      ErrorCode::InvalidArgument,
      text("the ", what, " of the artefact has ", word.size(), " bytes, and may have ", kLongestArtefactWord),
      "make it shorter");
}

}  // namespace

bool is_service_kind(const std::string& kind) { return kind.starts_with(kServicePrefix); }

void require_free_kind(const std::string& kind) {
  const bool own = std::find(kOwnKinds.begin(), kOwnKinds.end(), kind) != kOwnKinds.end();
  if (!own && !is_service_kind(kind)) return;
  throw Error(ErrorCode::Forbidden,
              text("artefacts of kind '", kind, "' are written and read by hone itself"),
              "choose a kind of your own, such as 'report'");
}

void require_writable(const ArtefactDraft& draft) {
  require_free_kind(draft.kind);
  require_short("kind", draft.kind);
  require_short("name", draft.name);
  if (draft.kind == meta::kModelKind) meta::model_from_bytes(draft.bytes);
}

}  // namespace hone::service
