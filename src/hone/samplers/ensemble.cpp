// SPDX-License-Identifier: MIT
#include "hone/samplers/ensemble.hpp"

namespace hone::samplers {

acquisition::MaceOptions ensemble(const OpinionOptions& options, double target, double kappa) {
  using acquisition::Opinion;
  acquisition::MaceOptions result{.opinions = {},
                                  .target = target,
                                  .kappa = kappa,
                                  .robust = options.robust,
                                  .with_noise = options.with_noise};
  if (options.bound) result.opinions.push_back(Opinion::Bound);
  if (options.expectation) result.opinions.push_back(Opinion::Expectation);
  if (options.probability) result.opinions.push_back(Opinion::Probability);
  return result;
}

}  // namespace hone::samplers
