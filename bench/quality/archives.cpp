// SPDX-License-Identifier: MIT
#include "bench/quality/archives.hpp"

#include <algorithm>
#include <utility>

#include "hone/catalog/samplers.hpp"
#include "hone/catalog/storages.hpp"
#include "hone/catalog/study_parts.hpp"
#include "hone/runner/knowledge.hpp"

namespace hone::quality {
namespace {

// Runs go seed by seed; threads may be on two or three of them.
constexpr std::size_t kSeedsKept = 4;

}  // namespace

struct Archives::Archive {
  std::mutex mutex = {};
  std::uint64_t used = 0;
  std::vector<SourceStudy> studies = {};
  std::unique_ptr<storage::Storage> store = catalog::open_storage("memory:");  // keeps fitted models
};

Archives::Archives(Make make, Choose choose, int sets)
    : make_(std::move(make)), choose_(std::move(choose)), sets_(static_cast<std::uint64_t>(sets)) {}
Archives::~Archives() = default;

std::unique_ptr<Sampler> Archives::sampler(const Study& study, std::size_t target) {
  if (!catalog::sampler_named(study.sampler.name).uses_sources && study.prune_space == SpacePruning::None)
    return catalog::make_sampler(study);
  const std::uint64_t seed = sets_ == 0 ? study.seed : study.seed % sets_;
  const std::shared_ptr<Archive> archive = archive_of(seed);
  // One at a time, so that two threads do not fit the same models.
  const std::lock_guard guard(archive->mutex);
  if (archive->studies.empty()) archive->studies = make_(seed);
  runner::Knowledge knowledge = runner::gather_knowledge(*archive->store, study);
  for (const std::size_t i : choose_(seed, target)) knowledge.sources.push_back(archive->studies[i]);
  return catalog::make_sampler(*archive->store, knowledge.input(study));
}

std::shared_ptr<Archives::Archive> Archives::archive_of(std::uint64_t seed) {
  const std::lock_guard guard(mutex_);
  std::shared_ptr<Archive>& archive = archives_[seed];
  if (archive == nullptr) archive = std::make_shared<Archive>();
  archive->used = ++clock_;
  const std::shared_ptr<Archive> found = archive;
  if (archives_.size() > std::max<std::size_t>(kSeedsKept, sets_)) {
    archives_.erase(std::min_element(archives_.begin(), archives_.end(), [](const auto& a, const auto& b) {
      return a.second->used < b.second->used;
    }));
  }
  return found;
}

}  // namespace hone::quality
