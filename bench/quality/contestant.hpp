// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "hone/core/sampler.hpp"
#include "hone/core/study.hpp"

namespace hone::quality {

/// What became of a point.
struct EvaluationResult {
  std::vector<double> values = {};  ///< one for each objective, as measured; none when it failed
  Attributes attributes = {};       ///< what else was measured: limits on outcomes name it
};

/// One optimisation under way, whoever does it. Asked and told in turns: each tell() brings the results of
/// the last ask(), in its order.
class Contestant {
 public:
  virtual ~Contestant() = default;

  /// These points come first, before the method's own.
  virtual void enqueue(std::span<const Configuration> points) = 0;

  /// The next points to evaluate; fewer than `count`, or none, only when the method has nothing left.
  virtual std::vector<Configuration> ask(int count) = 0;

  virtual void tell(std::span<const EvaluationResult> results) = 0;
  /// The same with one objective; nothing stands for an evaluation that failed.
  void tell(std::span<const std::optional<double>> values);

  /// Processor seconds spent in ask() and tell() so far, the evaluations not included.
  virtual double seconds() const = 0;

  /// What ran: "hone 0.1.0", "HEBO 0.3.6".
  virtual std::string version() const = 0;
};

/// Processor seconds of this thread so far.
double thread_seconds();

/// One of hone's samplers, called directly: no storage, no process. Made by the catalog from the study alone
/// when none is given.
std::unique_ptr<Contestant> make_sampler_contestant(const Study& study,
                                                    std::unique_ptr<Sampler> sampler = nullptr);

}  // namespace hone::quality
