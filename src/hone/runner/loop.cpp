// SPDX-License-Identifier: MIT
#include "hone/runner/loop.hpp"

#include <utility>

#include "hone/base/error.hpp"
#include "hone/base/text.hpp"
#include "hone/runner/loop_run.hpp"
#include "hone/runner/plan_check.hpp"
#include "hone/runner/trial_files.hpp"
#include "hone/runner/worker_id.hpp"

namespace hone::runner {
namespace {

void require_runnable(const Study& study, const Budget& budget) {
  check_runnable(study);
  if (budget.parallel < 1) {
    throw Error(ErrorCode::InvalidOption, text("parallel is ", budget.parallel),
                "run at least one trial at a time");
  }
}

}  // namespace

LoopParts::LoopParts(storage::Storage& storage, StoredStudy stored, std::unique_ptr<Sampler> sampler,
                     std::unique_ptr<Pruner> pruner, LoopOptions given)
    : options(std::move(given)),
      prunes(pruner != nullptr),
      driver(storage, std::move(stored), std::move(sampler), {.name = worker_id(), .lease = options.lease},
             std::move(pruner)),
      budget(options.budget.value_or(driver.study().plan.budget)),
      reader(driver.study().plan.result, driver.study().objectives),
      folder(study_folder(storage, driver.id())),
      executor(make_executor(driver.study(), budget.grace)),
      rules(budget, driver.study().objectives, driver.study().plan.stop),
      outbox(driver) {
  require_runnable(driver.study(), budget);
  rules.begin(driver.view().trials(), driver.space_version());
  driver.view().on_finished([this](const Trial& trial) { rules.finished(trial); });
  driver.view().on_corrected(
      [this](const std::vector<Trial>& trials) { rules.begin(trials, driver.space_version()); });
}

Loop::Loop(storage::Storage& storage, StoredStudy stored, std::unique_ptr<Sampler> sampler,
           std::unique_ptr<Pruner> pruner, LoopOptions options)
    : parts_(std::make_unique<LoopParts>(storage, std::move(stored), std::move(sampler), std::move(pruner),
                                         std::move(options))) {}

Loop::Loop(storage::Storage& storage, storage::StudyId id, std::unique_ptr<Sampler> sampler,
           std::unique_ptr<Pruner> pruner, LoopOptions options)
    : Loop(storage, stored_study(storage, id), std::move(sampler), std::move(pruner), std::move(options)) {}

Loop::~Loop() = default;

const StudyView& Loop::view() const noexcept { return parts_->driver.view(); }

LoopResult Loop::run(StopSignal* signal, LoopObserver* observer) {
  LoopObserver silent;
  LoopObserver& listening = observer != nullptr ? *observer : silent;
  parts_->outbox.set_observer(&listening);
  return LoopRun(*parts_, signal, listening).go();
}

}  // namespace hone::runner
