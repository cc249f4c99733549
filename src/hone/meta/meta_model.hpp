// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "hone/core/artefact.hpp"
#include "hone/meta/meta_training.hpp"

namespace hone::meta {

/// The artefacts that models under a name of the user's choice are kept as.
inline constexpr const char* kModelKind = "meta-model";

/// "svm" is the newest model of that name, "svm@3f2a" the version whose hash begins so. Throws
/// Error(InvalidArgument) when several do.
std::optional<Artefact> find_model(const Artefacts& artefacts, const std::string& reference);
/// The same without a look at its bytes.
std::optional<ArtefactKey> find_key(const Artefacts& artefacts, const std::string& reference);

/// What meta-training has learned, together with the space that it was learned on: everything that a later
/// study needs of it.
struct MetaModel {
  std::vector<std::string> signature;  ///< space_signature() of the space
  Network network;
  TrainingReport report;
};

/// Throws Error(InvalidSpace) for a space of which no model can be kept: a network that reads more than
/// 10,000 numbers, one for each choice, or a parameter whose description has more than 10,000 characters.
/// `sampler` wants to learn one.
void require_keepable(const Space& space, int inputs, const std::string& sampler);

/// `capped`, `ei` or `pi`, as the option `weights` of `malibo` calls them.
std::string_view weights_word(learners::Utility utility);

/// The bytes begin with lines of text that a person can read (`hone meta show` does), of which the first
/// names the version of this format; the network's parameters follow.
std::string to_bytes(const MetaModel& model);

/// Throws Error(InvalidFile), saying why, for bytes that are not a model, are of another version, or are cut.
/// Bytes of a stranger do no harm.
MetaModel model_from_bytes(std::string_view bytes);

}  // namespace hone::meta
