// SPDX-License-Identifier: MIT
#include "hone/transfer/transfer_options.hpp"

#include <utility>

#include "hone/base/text.hpp"

namespace hone::transfer {
namespace {

const char* name_of(Method method) {
  switch (method) {
    case Method::Rgpe:
      return "rgpe";
    case Method::Rmogp:
      return "rmogp";
    case Method::Taf:
      return "taf";
    case Method::Tst:
      return "tst";
    case Method::Cfnei:
      return "cfnei";
    case Method::Wac:
      return "wac";
    case Method::Hebo:
      break;
  }
  return "hebo";
}

// What each method is when nothing else is said.
TransferOptions usual_of(Method method) {
  TransferOptions usual;
  switch (method) {
    case Method::Rmogp:
      usual.score = EnsembleScore::Mixture;
      usual.ensemble.variance = EnsembleVariance::All;
      usual.ensemble.reinterpolate = true;
      break;
    case Method::Taf:
      usual.score = EnsembleScore::Transferred;
      break;
    case Method::Tst:
      usual.ensemble.rule = WeightRule::Kernel;
      break;
    case Method::Cfnei:
      usual.score = EnsembleScore::Compared;
      usual.ensemble.variance = EnsembleVariance::All;
      break;
    case Method::Wac:
      usual.ensemble.rule = WeightRule::Stacking;
      usual.ensemble.variance = EnsembleVariance::Average;
      usual.incumbent = Incumbent::OfEnsemble;
      break;
    case Method::Hebo:
      usual.score = EnsembleScore::Transferred;
      usual.ensemble.drop = DropRule::Majority;
      usual.ensemble.beat_chance = true;
      usual.even_start = true;
      break;
    case Method::Rgpe:
      break;
  }
  return usual;
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

void declare_transfer(OptionReader& option, Method method, TransferOptions& transfer) {
  const std::string prefix = method == Method::Hebo ? "transfer." : "";
  EnsembleOptions& ensemble = transfer.ensemble;
  option
      .integer(prefix + "initial", transfer.initial, 1, 1000,
               "trials before the first model, learned from the sources")
      .in("trials");
  if (method == Method::Taf) {
    option.choice("weights", ensemble.rule, {{"rgpe", WeightRule::Ranking}, {"tst", WeightRule::Kernel}},
                  "how models are weighed");
  }
  if (method == Method::Rgpe || method == Method::Hebo) {
    option.choice(prefix + "variance", ensemble.variance,
                  {{"full", EnsembleVariance::All}, {"mean", EnsembleVariance::Target}},
                  "whose doubt counts: that of all models, or means of all and the doubt of the study's own");
    option.choice(prefix + "incumbent", transfer.incumbent,
                  {{"target", Incumbent::OfTarget}, {"ensemble", Incumbent::OfEnsemble}},
                  "who says what is to be improved on");
  }
  if (method == Method::Hebo) {
    option.choice(
        "transfer.score", transfer.score,
        {{"transferred", EnsembleScore::Transferred},
         {"mixture", EnsembleScore::Mixture},
         {"ensemble", EnsembleScore::Ensemble}},
        "what makes a point promising: the improvements that sources predict beside what this study "
        "expects; those that they expect; opinions about the weighted mean of all");
  }
  if (method == Method::Tst || method == Method::Taf) {
    option.real("bandwidth", ensemble.bandwidth, 1e-6, 1e6,
                "share of pairs in the wrong order beyond which a source has no weight");
  }
  if (method == Method::Tst) {
    option.choice("standardise", ensemble.scaling,
                  {{"mean", SourceScaling::Deviation}, {"range", SourceScaling::Range}},
                  "how values of studies are brought together: by mean and deviation, or by their ranges");
  }
  if (method != Method::Tst && method != Method::Wac) declare_ranking(option, prefix, ensemble);
}

struct TransferForm {
  Method method;
  TransferOptions transfer;

  explicit TransferForm(Method of) : method(of), transfer(usual_of(of)) {}

  void declare(OptionReader& option) {
    if (method == Method::Hebo) {
      samplers::declare_hebo(option, transfer.model);
    } else {
      samplers::declare_gp(option, transfer.model, samplers::GpVariant::Map);
    }
    declare_transfer(option, method, transfer);
  }
};

}  // namespace

TransferOptions read_transfer_options(Method method, const Options& given) {
  return read_options<TransferForm>({name_of(method), given}, TransferForm(method)).transfer;
}

OptionSpecs transfer_options(Method method) {
  return describe_options([method](OptionReader& option) { TransferForm(method).declare(option); });
}

std::string fit_settings(Method method, const Options& given) {
  std::string settings = method == Method::Hebo ? "hebo" : "gp map";
  for (const char* name :
       {"variant", "input_warp", "output_transform", "kernel", "fit.restarts", "fit.iterations"}) {
    const auto found = given.find(name);
    if (found != given.end()) settings += text(" ", name, "=", to_text(found->second.front()));
  }
  return settings;
}

}  // namespace hone::transfer
