// SPDX-License-Identifier: MIT
// The tuner of the e2e tests: runs a study of a SQLite or PostgreSQL store, and notes every end in the file
// ACKS after the store accepted it and not before. Obeys SIGTERM and SIGHUP.
#include <fcntl.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <memory>
#include <string>

#include "any_store.hpp"
#include "hone/base/error.hpp"
#include "hone/base/text.hpp"
#include "hone/runner/loop.hpp"
#include "support/tiny_sampler.hpp"

namespace {

// Enough for an honest trial, and not much for a hostile one that never ends. Sanitizers take their time.
#if defined(__SANITIZE_THREAD__) || defined(__SANITIZE_ADDRESS__)
constexpr double kHostileSeconds = 15.0;
#else
constexpr double kHostileSeconds = 3.0;
#endif

class AckWriter final : public hone::runner::LoopObserver {
 public:
  explicit AckWriter(const char* path)
      : file_(::open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0666)) {}
  ~AckWriter() override { ::close(file_); }
  AckWriter(const AckWriter&) = delete;
  AckWriter& operator=(const AckWriter&) = delete;

  void finished(const hone::Trial& trial) override {
    const std::string value =
        trial.values.empty() ? std::string(to_text(trial.state)) : hone::number_text(trial.values[0]);
    const std::string line = hone::text(trial.number, " ", trial.attempt, " ", value, "\n");
    if (::write(file_, line.data(), line.size()) != static_cast<ssize_t>(line.size())) std::abort();
  }

 private:
  int file_;
};

int tune(char** argv) {
  hone::Study study{.name = "kill", .space = hone::Space({hone::real("x", 0, 1)}), .seed = 1};
  study.plan.command = {argv[5], argv[6], "{x}"};
  study.plan.budget.parallel = 4;
  study.plan.budget.grace = 0.5;
  if (std::getenv("HONE_E2E_WORKERS") != nullptr) {
    study.plan.mode = hone::RunMode::Worker;
    study.plan.worker.restart_every = 5;
    study.plan.command.pop_back();  // a worker is told in its requests
  }
  if (std::getenv("HONE_E2E_HOSTILE") != nullptr) study.plan.budget.trial_timeout = kHostileSeconds;
  const auto store = hone::e2e::open_any(argv[1]);
  hone::runner::LoopOptions options{.workdir = argv[2], .budget = study.plan.budget};
  options.budget->trials = std::atoll(argv[4]);
  options.max_attempts = 1'000'000;  // here it is the tuner that dies, not the trial that kills it
  if (const char* lease = std::getenv("HONE_E2E_LEASE"); lease != nullptr) {
    options.lease = std::atoll(lease);
    options.heartbeat = options.lease / 6;
  }
  AckWriter acks(argv[3]);
  // Two tuners may start on an empty store at the same time.
  hone::runner::Loop loop(*store, hone::runner::open_or_create(*store, study),
                          std::make_unique<hone::test::TinySampler>(study.space), nullptr, options);
  hone::runner::StopSignal signal;
  const hone::runner::ScopedSignals signals(signal);
  loop.run(&signal, &acks);
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 7) {
    std::fprintf(stderr, "usage: e2e_tuner STORE WORKDIR ACKS TRIALS COMMAND RUNS\n");
    return 2;
  }
  try {
    return tune(argv);
  } catch (const std::exception& error) {
    std::fprintf(stderr, "e2e_tuner: %s\n", error.what());
    return 1;
  }
}
