// SPDX-License-Identifier: MIT
#include "hone/analysis/pruners.hpp"

#include "hone/analysis/asha_pruner.hpp"
#include "hone/analysis/median_pruner.hpp"
#include "hone/base/error.hpp"
#include "hone/base/text.hpp"

namespace hone::analysis {

std::unique_ptr<Pruner> make_pruner(const Choice& choice) {
  if (choice.name == "median") return std::make_unique<MedianPruner>(median_options(choice.options));
  if (choice.name == "asha") return std::make_unique<AshaPruner>(asha_options(choice.options));
  throw Error(ErrorCode::InvalidOption, text("there is no pruner '", choice.name, "'"),
              "use one of " + join(pruner_names(), ", ") + did_you_mean(choice.name, pruner_names()));
}

std::vector<std::string> pruner_names() { return {"asha", "median"}; }

}  // namespace hone::analysis
