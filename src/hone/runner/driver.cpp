// SPDX-License-Identifier: MIT
#include "hone/runner/driver.hpp"

#include <utility>

namespace hone::runner {

Driver::Driver(storage::Storage& storage, StoredStudy stored, std::unique_ptr<Sampler> sampler,
               storage::Worker worker, std::unique_ptr<Pruner> pruner)
    : view_(storage, std::move(stored), sampler != nullptr),
      leases_(view_, std::move(worker)),
      asker_(view_, leases_, sampler ? std::make_shared<Proposer>(std::move(sampler)) : nullptr),
      recorder_(view_, leases_, std::move(pruner)) {
  if (asker_.proposer() || storage.proposes()) view_.refresh();
}

}  // namespace hone::runner
