// SPDX-License-Identifier: MIT
#include "hone/runner/background_answer.hpp"

#include <atomic>
#include <chrono>
#include <future>
#include <system_error>

#include "hone/runner/bell.hpp"
#include "hone/runner/refusal.hpp"

namespace hone::runner {
namespace {

std::atomic<int> answers_on_their_way = 0;

}  // namespace

struct BackgroundAnswer::Shared {
  std::promise<std::vector<Proposal>> promise;
  std::future<std::vector<Proposal>> answer = promise.get_future();
  Bell bell;

  void fulfil(Proposer& proposer, const Question& question) noexcept {
    try {
      promise.set_value(proposer.answer(question));
    } catch (...) {
      promise.set_exception(std::current_exception());
    }
    bell.ring();
  }
};

void BackgroundAnswer::begin(std::shared_ptr<Proposer> proposer, Question question) {
  auto shared = std::make_shared<Shared>();
  ++answers_on_their_way;
  try {
    thread_ = std::thread([shared, proposer = std::move(proposer), question = std::move(question)]() mutable {
      shared->fulfil(*proposer, question);
      shared.reset();
      proposer.reset();  // a sampler that nobody else holds goes here, while the program may not end yet
      --answers_on_their_way;
    });
  } catch (const std::system_error& error) {
    --answers_on_their_way;
    throw no_more("threads", error.code().value());
  }
  shared_ = std::move(shared);
}

bool BackgroundAnswer::ready() const {
  return shared_ && shared_->answer.wait_for(std::chrono::seconds(0)) == std::future_status::ready;
}

int BackgroundAnswer::fd() const noexcept { return shared_ ? shared_->bell.fd() : -1; }

std::vector<Proposal> BackgroundAnswer::take() {
  const std::shared_ptr<Shared> shared = std::move(shared_);
  thread_.join();
  return shared->answer.get();
}

void BackgroundAnswer::give_up() noexcept {
  if (!shared_) return;
  shared_.reset();
  thread_.detach();
}

bool thinking_in_vain() noexcept { return answers_on_their_way > 0; }

}  // namespace hone::runner
