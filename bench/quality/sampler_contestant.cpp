// SPDX-License-Identifier: MIT
#include <ctime>

#include "bench/quality/contestant.hpp"
#include "hone/base/rng.hpp"
#include "hone/catalog/samplers.hpp"

namespace hone::quality {

void Contestant::tell(std::span<const std::optional<double>> values) {
  std::vector<EvaluationResult> results;
  for (const std::optional<double>& value : values)
    results.push_back({value ? std::vector{*value} : std::vector<double>{}});
  tell(std::span<const EvaluationResult>(results));
}

double thread_seconds() {
  timespec now{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

namespace {

/// Adds the time until its end to a sum.
class Stopwatch {
 public:
  explicit Stopwatch(double& sum) : sum_(sum), start_(thread_seconds()) {}
  ~Stopwatch() { sum_ += thread_seconds() - start_; }
  Stopwatch(const Stopwatch&) = delete;
  Stopwatch& operator=(const Stopwatch&) = delete;

 private:
  double& sum_;
  double start_;
};

class SamplerContestant : public Contestant {
 public:
  SamplerContestant(const Study& study, std::unique_ptr<Sampler> sampler)
      : seed_(study.seed), limits_(study.constraints_on), sampler_(std::move(sampler)) {}

  void enqueue(std::span<const Configuration> points) override {
    queue_.insert(queue_.end(), points.begin(), points.end());
  }

  std::vector<Configuration> ask(int count) override {
    const Stopwatch watch(seconds_);
    running_.clear();
    while (std::ssize(running_) < count && taken_ < queue_.size()) start({queue_[taken_++]});
    if (const int missing = count - static_cast<int>(running_.size()); missing > 0) {
      // The seed of an ask is that of runner::Driver, so that a bench repeats what a study would do.
      const auto next = static_cast<std::uint64_t>(told_) + running_.size();
      const std::vector<Trial> chosen = running_;
      for (Proposal& proposal :
           sampler_->ask({.count = missing, .running = chosen, .seed = mix_seed(seed_, next)})) {
        start(std::move(proposal));
      }
    }
    std::vector<Configuration> points;
    for (const Trial& trial : running_) points.push_back(trial.configuration);
    return points;
  }

  void tell(std::span<const EvaluationResult> results) override {
    const Stopwatch watch(seconds_);
    for (std::size_t i = 0; i < running_.size(); ++i) {
      running_[i].state = results[i].values.empty() ? TrialState::Failed : TrialState::Complete;
      running_[i].values = results[i].values;
      running_[i].attributes = results[i].attributes;
      judge_outcome(limits_, running_[i]);
    }
    sampler_->tell(running_);
    told_ += std::ssize(running_);
    running_.clear();
  }

  double seconds() const override { return seconds_; }
  std::string version() const override { return "hone " HONE_VERSION; }

 private:
  void start(Proposal proposal) {
    Trial trial;
    trial.number = told_ + std::ssize(running_);
    trial.state = TrialState::Running;
    trial.configuration = std::move(proposal.configuration);
    trial.notes = std::move(proposal.notes);
    running_.push_back(std::move(trial));
  }

  std::uint64_t seed_;
  std::vector<OutcomeConstraint> limits_;
  std::unique_ptr<Sampler> sampler_;
  std::vector<Configuration> queue_;
  std::size_t taken_ = 0;       // of the queue
  std::vector<Trial> running_;  // the last ask
  std::int64_t told_ = 0;
  double seconds_ = 0.0;
};

}  // namespace

std::unique_ptr<Contestant> make_sampler_contestant(const Study& study, std::unique_ptr<Sampler> sampler) {
  if (sampler == nullptr) sampler = catalog::make_sampler(study);
  return std::make_unique<SamplerContestant>(study, std::move(sampler));
}

}  // namespace hone::quality
