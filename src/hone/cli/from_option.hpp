// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "hone/cli/context.hpp"
#include "hone/cli/workspace.hpp"
#include "hone/core/study.hpp"

// --from: what a study learns from, beside what its file says.
namespace hone::cli {

void add_from(Command& command, std::vector<std::string>& from);

/// Adds what the words of --from name for a study of that name; `none` takes back all that were before it.
void append_sources(std::vector<Source>& sources, const std::vector<std::string>& from,
                    const std::string& study);

/// The study that the words of a command line mean, before anything is stored.
struct GivenStudy : CommandStore {
  Study study;
  std::optional<Study> stored;  ///< as it is in the store, if it is
};

/// Reads the study file, or the study of that name from the store. Its sources are those of the file, or of
/// the stored study when the file names none, and then those of --from; the word `none` there takes back all
/// that were before it. Throws what is wrong with either.
GivenStudy given_study(const Context& context, const StudyOptions& options, const CommandStore& store,
                       const std::vector<std::string>& from = {});

/// "learns from svm-* and old.csv from now on (before: svm-a)", when a stored study is to have other sources;
/// otherwise empty.
std::string changed_sources_remark(const GivenStudy& given);

/// What a file and the command line change in a stored study, a line each; empty when it is as they say. A
/// file is the whole definition, so what it leaves out is changed, too. Of sources another remark tells.
std::string change_remark(const GivenStudy& given);

/// "svm-a, svm-b, old.csv and 7 more", ready to print.
std::string sources_in_short(const std::vector<Source>& sources);

/// The name of a source, ready to print: without the present folder in front.
std::string shown_source(const std::string& name);

}  // namespace hone::cli
