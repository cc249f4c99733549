// SPDX-License-Identifier: MIT
#include "hone/base/cancellation.hpp"

#include <utility>

namespace hone {
namespace {

thread_local CancellationScope* innermost = nullptr;

}  // namespace

CancellationScope::CancellationScope(std::function<bool()> cancelled)
    : cancelled_(std::move(cancelled)), before_(std::exchange(innermost, this)) {}

CancellationScope::~CancellationScope() { innermost = before_; }

void check_cancelled() {
  const CancellationScope* scope = innermost;
  if (scope != nullptr && scope->cancelled_ && scope->cancelled_()) throw Cancelled();
}

}  // namespace hone
