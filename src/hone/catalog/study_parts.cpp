// SPDX-License-Identifier: MIT
#include "hone/catalog/study_parts.hpp"

#include <map>
#include <set>
#include <utility>
#include <variant>

#include "hone/base/error.hpp"
#include "hone/base/text.hpp"
#include "hone/catalog/pruners.hpp"
#include "hone/catalog/samplers.hpp"
#include "hone/catalog/storages.hpp"
#include "hone/core/store_address.hpp"
#include "hone/encode/feasible.hpp"
#include "hone/runner/knowledge.hpp"
#include "hone/transfer/best_box.hpp"
#include "hone/transfer/boxed_sampler.hpp"
#include "hone/transfer/matching.hpp"

namespace hone::catalog {
namespace {

std::unique_ptr<Pruner> make_pruner_of(const Study& study) {
  return study.pruner ? make_pruner(*study.pruner) : nullptr;
}

// Versions of one artefact that are kept: sources grow, and several studies with spaces of their own may
// learn from one.
constexpr std::size_t kVersions = 8;

void keep(storage::ArtefactStore& storage, const std::vector<ArtefactDraft>& drafts) {
  std::set<std::string> kinds;
  std::set<std::string> names;
  for (const ArtefactDraft& draft : drafts) {
    storage.put_artefact(draft);
    kinds.insert(draft.kind);
    names.insert(draft.name);
  }
  for (const std::string& kind : kinds) {
    std::map<std::string, std::size_t> versions;
    for (const ArtefactInfo& info : storage.artefacts(kind)) {  // the newest of a name first
      if (names.contains(info.name) && ++versions[info.name] > kVersions)
        storage.delete_artefacts({info.kind, info.name, info.hash});
    }
  }
}

SourceTally tally_of(const runner::Knowledge& knowledge, const Study& study) {
  SourceTally tally{.remarks = knowledge.remarks};
  for (const SourceStudy& source : knowledge.sources) {
    const transfer::Matched matched = transfer::match(source, study);
    if (matched.usable()) {
      tally.used.push_back(source.name);
    } else {
      tally.refused.push_back({source.name, matched.refusal});
    }
  }
  for (const runner::UnreadSource& source : knowledge.unread)
    tally.remarks.push_back(text("the source '", source.name, "' is left out: ", source.reason));
  return tally;
}

StudyParts make_informed_parts(storage::Storage& storage, const Study& study,
                               const LearningProgress& progress) {
  const SamplerInfo& sampler = sampler_named(study.sampler.name);
  if (!sampler.uses_sources && !learns_from_sources(study))
    return {sampler.make(study), make_pruner_of(study)};
  Study asked = study;
  if (!learns_from_sources(study)) asked.sources.clear();
  const runner::Knowledge knowledge = runner::gather_knowledge(storage, asked, source_access());
  SamplerInput input = knowledge.input(study);
  input.progress = progress;
  return {make_sampler(storage, input), make_pruner_of(study), tally_of(knowledge, study)};
}

/// Looks for what a source names.
class SourceLook {
 public:
  explicit SourceLook(const std::string& address) : address_(address) {}

  /// Empty when it is there.
  std::string operator()(const RowsSource&) const { return ""; }
  std::string operator()(const TableSource&) const { return ""; }  // who reads the study file looks for it
  std::string operator()(const StudySource& source) const {
    const std::string place = source.store.empty() ? address_ : source.store;
    const auto store = open_existing_storage(place, "make it first, or correct the address");
    return store->find_study(source.name)
               ? ""
               : text("there is no study '", source.name, "' in ", without_password(place));
  }
  std::string operator()(const StudiesSource& source) const {
    open_existing_storage(source.store.empty() ? address_ : source.store,
                          "make it first, or correct the address");
    return "";
  }

 private:
  const std::string& address_;
};

}  // namespace

std::vector<std::string> missing_sources(const Study& study, const std::string& address) {
  std::vector<std::string> missing;
  for (std::size_t i = 0; i < study.sources.size(); ++i) {
    std::string problem;
    try {
      problem = std::visit(SourceLook(address), study.sources[i]);
    } catch (const Error& error) {
      problem = error.what();
    }
    if (!problem.empty()) missing.push_back(text("sources #", i + 1, ": ", problem));
  }
  return missing;
}

std::string model_problem(const Study& study, const std::string& address) {
  const SamplerInfo& sampler = sampler_named(study.sampler.name);
  if (!sampler.uses_sources || learns_from_sources(study)) return "";
  try {
    const auto store = open_existing_storage(address, "train the model there, or correct the address");
    const auto artefacts = runner::artefacts_of(*store);
    sampler.make(SamplerInput{study, {}, artefacts.get()});
    return "";
  } catch (const Error& error) {
    return error.what();
  }
}

std::vector<PartProblem> part_problems(const Study& study) {
  std::vector<PartProblem> problems;
  const auto look = [&](const char* field, const auto& check) {
    try {
      check();
    } catch (const Error& error) {
      problems.push_back({field, error});
    }
  };
  look("sampler", [&] { make_sampler(study); });
  look("pruner", [&] { make_pruner_of(study); });
  if (!study.space.constraints().empty())
    look("constraints", [&] { encode::check_satisfiable(study.space); });
  return problems;
}

void check_parts(const Study& study) {
  const std::vector<PartProblem> problems = part_problems(study);
  if (!problems.empty()) throw problems.front().error;
}

std::unique_ptr<Sampler> make_sampler(storage::ArtefactStore& storage, const SamplerInput& input) {
  const SamplerInfo& sampler = sampler_named(input.study.sampler.name);
  if (input.study.prune_space == SpacePruning::Box && !input.sources.empty()) {
    Study narrowed = input.study;
    narrowed.space = transfer::best_box(input);
    narrowed.prune_space = SpacePruning::None;
    auto inner = make_sampler(storage, input.with_study(narrowed));
    return std::make_unique<transfer::BoxedSampler>(input.study.space, narrowed.space, std::move(inner));
  }
  if (sampler.prepare != nullptr && !input.sources.empty()) keep(storage, sampler.prepare(input));
  return sampler.make(input);
}

runner::SourceAccess source_access() {
  return {.open_store = [](const std::string& url) {
    return open_existing_storage(url,
                                 "correct the address; a study's name that holds a colon is written {study: "
                                 "'NAME'}");
  }};
}

StudyParts make_parts(storage::Storage& storage, const Study& study, const LearningProgress& progress,
                      Checked checked) {
  if (checked == Checked::No) check_parts(study);
  // A store that proposes by itself needs no sampler here, nor what it would learn from.
  if (storage.proposes()) return {nullptr, make_pruner_of(study)};
  return make_informed_parts(storage, study, progress);
}

StudyParts make_parts(const Study& study, std::unique_ptr<Sampler> sampler) {
  if (!study.space.constraints().empty()) encode::check_satisfiable(study.space);
  return {std::move(sampler), make_pruner_of(study)};
}

}  // namespace hone::catalog
