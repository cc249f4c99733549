// SPDX-License-Identifier: MIT
#include "bench/quality/malibo/published.hpp"

namespace hone::quality::malibo {

const std::vector<PublishedCurve>& published_fcnet() {
  static const std::vector<PublishedCurve> kCurves = {
      {"MALIBO (TS+GB)",
       "malibo{boosting=true,thompson=true}",
       {{1, 5.3e-5}, {10, 2.9e-5}, {50, 6.4e-6}, {100, 1.6e-6}, {200, 1.6e-7}, {500, 3.2e-9}}},
      {"GC3P",
       "gc3p",
       {{1, 3.8e-5}, {10, 1.7e-5}, {50, 4.6e-6}, {100, 1.9e-6}, {200, 9.1e-7}, {500, 3.6e-7}}},
      {"BaNNER",
       "banner",
       {{1, 1.3e-4}, {10, 5.3e-5}, {50, 2.8e-5}, {100, 1.8e-5}, {200, 1.1e-5}, {500, 5.5e-6}}},
      {"ABLR", "ablr", {{1, 5e-4}, {10, 5.7e-5}, {50, 3.9e-5}, {100, 3.7e-5}, {200, 3.4e-5}, {500, 3.0e-5}}},
      {"RGPE", "rgpe", {{10, 4.5e-5}, {50, 5.2e-6}, {100, 2.6e-6}, {500, 1.4e-6}}},
      {"LFBO", "lfbo", {{100, 1.2e-6}, {300, 4.4e-7}, {400, 3.6e-7}}},
      {"random search",
       "random",
       {{1, 2.6e-4}, {10, 4.1e-5}, {50, 2.2e-5}, {100, 1.6e-5}, {200, 1.2e-5}, {500, 7.7e-6}}},
  };
  return kCurves;
}

}  // namespace hone::quality::malibo
