// SPDX-License-Identifier: MIT
#include "hone/catalog/study_parts.hpp"

#include "hone/analysis/pruners.hpp"
#include "hone/catalog/samplers.hpp"
#include "hone/catalog/storages.hpp"
#include "hone/encode/feasible.hpp"
#include "hone/runner/driver.hpp"
#include "hone/runner/knowledge.hpp"

namespace hone::catalog {
namespace {

std::unique_ptr<Pruner> make_checked_pruner(const Study& study) {
  if (!study.pruner) return nullptr;
  runner::require_prunable(study);
  return analysis::make_pruner(*study.pruner);
}

std::unique_ptr<Sampler> make_informed_sampler(storage::Storage& storage, const Study& study) {
  const SamplerInfo& sampler = sampler_named(study.sampler.name);
  if (!sampler.uses_sources) return sampler.make(study);
  const runner::SourceAccess access{.open_store = [](const std::string& url) {
    return open_existing_storage(url, "correct the source's address");
  }};
  const runner::Knowledge knowledge = runner::gather_knowledge(storage, study, access);
  return sampler.make(knowledge.input(study));
}

}  // namespace

void check_parts(const Study& study) {
  make_sampler(study);
  make_checked_pruner(study);
  if (!study.space.constraints().empty()) encode::check_satisfiable(study.space);
}

StudyParts make_parts(storage::Storage& storage, const Study& study) {
  check_parts(study);
  return {make_informed_sampler(storage, study), make_checked_pruner(study)};
}

}  // namespace hone::catalog
