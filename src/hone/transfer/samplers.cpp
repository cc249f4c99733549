// SPDX-License-Identifier: MIT
#include "hone/transfer/samplers.hpp"

namespace hone::transfer {
namespace {

void declare_ranked(OptionReader& option, TransferOptions& transfer) {
  declare_initial(option, "", transfer);
  declare_ranking(option, "", transfer.ensemble);
}

void declare_rgpe(OptionReader& option, TransferOptions& transfer) {
  declare_initial(option, "", transfer);
  declare_ensemble(option, "", transfer);
  declare_ranking(option, "", transfer.ensemble);
}

void declare_taf(OptionReader& option, TransferOptions& transfer) {
  declare_initial(option, "", transfer);
  option.choice("weights", transfer.ensemble.rule,
                {{"rgpe", WeightRule::Ranking}, {"tst", WeightRule::Kernel}}, "how models are weighed");
  declare_bandwidth(option, transfer.ensemble);
  declare_ranking(option, "", transfer.ensemble);
}

void declare_tst(OptionReader& option, TransferOptions& transfer) {
  declare_initial(option, "", transfer);
  declare_bandwidth(option, transfer.ensemble);
  option.choice("standardise", transfer.ensemble.scaling,
                {{"mean", SourceScaling::Deviation}, {"range", SourceScaling::Range}},
                "how values of studies are brought together: by mean and deviation, or by their ranges");
}

}  // namespace

const EnsembleMethod& rgpe() {
  static const EnsembleMethod kMethod{.name = "rgpe", .declare = declare_rgpe};
  return kMethod;
}

const EnsembleMethod& rmogp() {
  static const EnsembleMethod kMethod{
      .name = "rmogp",
      .usual = {.ensemble = {.variance = EnsembleVariance::All, .reinterpolate = true},
                .score = EnsembleScore::Mixture},
      .declare = declare_ranked};
  return kMethod;
}

const EnsembleMethod& taf() {
  static const EnsembleMethod kMethod{
      .name = "taf", .usual = {.score = EnsembleScore::Transferred}, .declare = declare_taf};
  return kMethod;
}

const EnsembleMethod& tst() {
  static const EnsembleMethod kMethod{
      .name = "tst", .usual = {.ensemble = {.rule = WeightRule::Kernel}}, .declare = declare_tst};
  return kMethod;
}

const EnsembleMethod& cfnei() {
  static const EnsembleMethod kMethod{
      .name = "cfnei",
      .usual = {.ensemble = {.variance = EnsembleVariance::All}, .score = EnsembleScore::Compared},
      .declare = declare_ranked};
  return kMethod;
}

}  // namespace hone::transfer
