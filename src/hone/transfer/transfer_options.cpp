// SPDX-License-Identifier: MIT
#include "hone/transfer/transfer_options.hpp"

namespace hone::transfer {

void declare_initial(OptionReader& option, const std::string& prefix, TransferOptions& transfer) {
  option
      .integer(prefix + "initial", transfer.initial, 1, 1000,
               "trials before the first model, learned from the sources")
      .in("trials");
}

void declare_ensemble(OptionReader& option, const std::string& prefix, TransferOptions& transfer) {
  option.choice(prefix + "variance", transfer.ensemble.variance,
                {{"full", EnsembleVariance::All}, {"mean", EnsembleVariance::Target}},
                "whose doubt counts: that of all models, or means of all and the doubt of the study's own");
  option.choice(prefix + "incumbent", transfer.incumbent,
                {{"target", Incumbent::OfTarget}, {"ensemble", Incumbent::OfEnsemble}},
                "who says what is to be improved on");
}

void declare_bandwidth(OptionReader& option, EnsembleOptions& ensemble) {
  option.real("bandwidth", ensemble.bandwidth, 1e-6, 1e6,
              "share of pairs in the wrong order beyond which a source has no weight");
}

void declare_ranking(OptionReader& option, const std::string& prefix, EnsembleOptions& ensemble) {
  option.integer(prefix + "samples", ensemble.samples, 10, 1'000'000, "bootstrap samples behind the weights");
  option.choice(prefix + "drop", ensemble.drop,
                {{"chance", DropRule::Chance}, {"majority", DropRule::Majority}, {"never", DropRule::Never}},
                "which sources are left out: by chance, more likely the worse they rank and the later it is; "
                "those that "
                "rank no better than the study's own model in most samples; none");
  option.real(prefix + "alpha", ensemble.alpha, 0.0, 1000.0, "drop more of them");
  option.flag(prefix + "beat_chance", ensemble.beat_chance,
              "a source must rank better than a coin, too, and not only as well as the study's own model");
  option.choice(prefix + "target_loss", ensemble.target,
                {{"observed", TargetRule::Observed},
                 {"left-out", TargetRule::LeftOut},
                 {"one-model", TargetRule::OneModel}},
                "what left-out predictions of the study's own model are compared with");
}

}  // namespace hone::transfer
