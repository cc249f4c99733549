// SPDX-License-Identifier: MIT
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "hone/core/sampler_input.hpp"
#include "hone/storage/storage.hpp"

namespace hone::runner {

/// How to reach what a study's sources refer to outside of its store. Whoever must not open files or other
/// stores for its users (a service) gives functions that refuse.
struct SourceAccess {
  /// Opens an existing store by its address. Without one, other stores are refused.
  std::function<std::unique_ptr<storage::Storage>(const std::string& address)> open_store = {};
  /// Reads a whole file. Without one, files are read as they are.
  std::function<std::string(const std::string& path)> read_file = {};
};

/// The artefacts of a store, to read. The storage must outlive them.
std::unique_ptr<Artefacts> artefacts_of(storage::ArtefactStore& storage);

/// A source that is left out because it is not there or is damaged.
struct UnreadSource {
  std::string name;    ///< as SourceStudy::name, or the reference when that is all there is
  std::string reason;  ///< what went wrong and what to do
};

/// What a sampler may know beside its own study.
struct Knowledge {
  std::vector<SourceStudy> sources = {};
  std::vector<UnreadSource> unread = {};
  std::unique_ptr<Artefacts> artefacts = {};
  std::vector<std::string> remarks = {};  ///< for the user: a pattern that matches nothing

  /// Valid as long as this object, the study and the store are.
  SamplerInput input(const Study& study) const { return {study, sources, artefacts.get()}; }
};

/// What becomes of a source that cannot be read.
enum class OnUnread {
  /// An error, so that a mistyped name is not passed over in silence. But a study of a pattern is left out,
  /// and so is what the study in the store has named before and is not there any more: whoever goes on with a
  /// study must not be stopped by somebody who tidied up.
  Refuse,
  LeaveOut,  ///< whatever it is: for who only wants to look
};

/// Resolves the study's sources, in their order, each study once however often it is meant. A study is never
/// its own source: patterns pass over it, in copies of its store too. Sees other studies as they are now.
/// Throws Error "sources #2: ..." when a study, store or file is not there or cannot be read, by the rule.
/// The storage must outlive the result.
Knowledge gather_knowledge(storage::Storage& storage, const Study& study, const SourceAccess& access = {},
                           OnUnread rule = OnUnread::Refuse);

}  // namespace hone::runner
