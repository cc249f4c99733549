// SPDX-License-Identifier: MIT
#include "hone/catalog/informed_sampler.hpp"

#include "hone/catalog/samplers.hpp"
#include "hone/catalog/storages.hpp"
#include "hone/runner/knowledge.hpp"

namespace hone::catalog {

std::unique_ptr<Sampler> make_informed_sampler(storage::Storage& storage, const Study& study) {
  const SamplerInfo& sampler = sampler_named(study.sampler.name);
  if (!sampler.uses_sources) return sampler.make(study);
  const runner::SourceAccess access{.open_store = [](const std::string& url) {
    return open_existing_storage(url, "correct the source's address");
  }};
  const runner::Knowledge knowledge = runner::gather_knowledge(storage, study, access);
  return sampler.make(knowledge.input(study));
}

}  // namespace hone::catalog
