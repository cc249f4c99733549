// SPDX-License-Identifier: MIT
#include "bench/quality/transfer/published.hpp"

namespace hone::quality::transfer {

const std::vector<PublishedRow>& published_adaboost() {
  static const std::vector<PublishedRow> kRows = {
      {"GP(MAP)", "cold:gp{variant=map}", {5.42, 2.28, 1.27, 0.83, 0.68}},
      {"Random(1x)", "cold:random", {5.61, 3.41, 2.43, 1.88, 1.58}},
      {"Random+box", "box:random", {5.91, 3.59, 2.50, 1.94, 1.47}},
      {"GP(MAP,Box)", "box:gp{variant=map}", {5.44, 2.32, 1.37, 0.92, 0.77}},
      {"SMFO", "smfo", {4.43, 2.93, 2.15, 1.59, 1.29}},
      {"WAC", "wac", {9.10, 6.52, 5.10, 3.87, 3.10}},
      {"ABLR", "ablr", {5.17, 2.38, 1.56, 0.99, 0.67}},
      {"TST-R", "tst", {4.87, 2.49, 1.40, 0.84, 0.53}},
      {"TAF", "taf{weights=tst}", {4.00, 2.60, 1.63, 1.15, 0.73}},
      {"TAF(RGPE)", "taf", {3.90, 2.26, 1.39, 0.96, 0.60}},
      {"RMoGP", "rmogp", {4.52, 2.60, 1.40, 0.87, 0.51}},
      {"RGPE(mean)", "rgpe", {5.43, 2.74, 1.65, 1.06, 0.65}},
      {"CFNEI", "cfnei", {6.01, 2.78, 1.68, 1.02, 0.51}},
      {"RMoGP(None)", "rmogp{drop=never}", {4.28, 2.37, 1.54, 0.95, 0.76}},
      {"RMoGP(α=0.1)", "rmogp{alpha=0.1}", {4.56, 2.68, 1.48, 0.94, 0.55}},
      {"RMoGP(α=0.2)", "rmogp{alpha=0.2}", {4.37, 2.42, 1.48, 1.01, 0.67}},
      {"RMoGP(α=0.5)", "rmogp{alpha=0.5}", {4.33, 2.62, 1.51, 0.99, 0.50}},
      {"RMoGP(α=1)", "rmogp{alpha=1}", {4.32, 2.51, 1.60, 1.14, 0.70}},
      {"RMoGP(α=2)", "rmogp{alpha=2}", {4.34, 2.46, 1.55, 1.15, 0.73}},
      {"RMoGP(α=5)", "rmogp{alpha=5}", {4.54, 2.73, 1.62, 1.11, 0.77}},
      {"RMoGP(S=100)", "rmogp{samples=100}", {4.36, 2.40, 1.47, 1.04, 0.67}},
      {"RMoGP(S=1000)", "rmogp{samples=1000}", {4.63, 2.58, 1.68, 1.03, 0.66}},
      {"RMoGP(S=100000)", "rmogp{samples=100000}", {4.41, 2.55, 1.54, 1.15, 0.73}},
  };
  return kRows;
}

}  // namespace hone::quality::transfer
