// SPDX-License-Identifier: MIT
#include "bench/quality/sequd/published.hpp"

#include "hone/base/text.hpp"

namespace hone::quality::sequd {
namespace {

// Function, scale (means are printed divided by it, with three decimals), then mean or mean/deviation of
// Grid, Rand, LHS, Sobol, UD, SeqRand, TPE, SMAC, GP-EI and SeqUD. Table 9 with its scales applied, then
// table 2 with the signs turned. The grid was run in 2 dimensions only.
constexpr const char* kPrinted =
    R"(bukin6 10 18.45 16.07/8.51 13.66/8.65 15.64 32.86 6.88/3.43 11.56/5.54 5.64/4.48 3.52/1.83 4.55/1.26
crossit 1 -2.05 -2.021/0.038 -2.024/0.035 -2.06 -2.058 -2.048/0.044 -2.051/0.014 -2.045/0.025 -1.922/0.084 -2.063
egg 100 -920.6 -743.8/98.5 -763.6/90.2 -673.6 -660.1 -747/136.9 -783.5/107.7 -723.4/123.6 -582.5/161.6 -735.5/28.6
holder 10 -17.36 -15.89/2.48 -16.1/2.89 -12.13 -17.77 -17.4/3.49 -17.82/1.24 -18.19/2.28 -19.15/0.22 -9.5
langer 1 -3.507 -3.287/0.638 -3.258/0.628 -2.781 -3.668 -3.358/0.841 -3.493/0.641 -3.38/0.753 -3.401/0.797 -1.478
levy 0.1 0.0152 0.365/0.3028 0.2948/0.2678 0.2652 0.0123 0.0331/0.1041 0.1248/0.1166 0.1766/0.1664 0.0004/0.0008 0.0002/0.0001
levy13 1 0.789 2.261/1.808 2.21/1.823 2 0.685 0.237/0.17 0.852/0.573 1.091/0.622 0.04/0.047 0.035/0.006
schwef 1000 - 1355/198 1295/205 1514 1377 1366/181 1257/211 998/262 1187/136 1221/216
shubert 100 -21.8 -106.3/45.3 -104.5/44.3 -47.1 -156.5 -123.8/58.5 -124.8/44.8 -128.4/54.1 -95.2/64.9 -186.4
booth 1 0.914 3.727/3.351 3.733/3.353 1.432 5.22 0.18/0.66 1.24/1.198 4.781/5.095 0.013/0.041 0
mccorm 10 -9.91 -7.72/1.12 -7.57/1.13 -7.04 -7.35 -8.71/1.47 -9.41/0.73 -7.56/1.75 -10.12 -9.46/0.9
powersum 10 - 16.25/17.56 18.36/18.62 36.86 9.83 6.19/10.4 8.43/8.59 22.38/27.94 22.44/30.45 5.6/6.95
zakharov 10 - 19.17/10.09 20.29/10.56 21.75 23.45 5.38/6.1 9.3/6.25 25.86/14.29 29.56/2.5 8.01/8.1
camel6 1 -0.791 -0.85/0.161 -0.844/0.164 -0.939 -1 -1.022/0.012 -0.949/0.079 -0.895/0.164 -1.031/0.003 -1.031
dixonpr 100 - 410.2/476.5 500/511.6 1 324.8 30.4/44.9 78/72.7 1 1 7.8/11.6
rosen 10000 - 35030/20050 36160/19540 9860 33090 4700/5000 10110/6430 8910/1880 5950/1580 1310/1110
perm0db 10 3.34 6.36/8.68 3.6/4.14 4.79 1.11 0.32/0.9 1.23/1.71 5.8/7.67 17.85/24.02 0.04
trid 1 -1.951 -1.8/0.191 -1.855/0.141 -1.938 -1.902 -1.996/0.003 -1.955/0.04 -1.886/0.141 -2 -2
dejong5 100 483.5 44.5/60.8 23.5/34.4 5.4 75.6 12.5/8.5 15.2/21.9 10.9/3.2 10.7/3.1 4
easom 0.1 0 -0.0024/0.0239 -0.0188/0.1318 0 0 -0.1429/0.2461 -0.0004/0.0037 -0.0095/0.0914 0 -0.7748/0.3761
michal 1 - -2.167/0.351 -2.139/0.293 -2.075 -3.292 -2.734/0.49 -2.497/0.414 -3.02/0.432 -3.148/0.509 -2.489/0.535
beale 1 0.395 0.695/0.629 0.567/0.674 0.266 0.814 0.419/0.588 0.254/0.383 0.52/0.514 4.681/0.426 0
branin 1 0.789 0.96/0.652 0.887/0.458 1.079 0.465 0.511/0.232 0.664/0.28 0.742/0.451 0.398 0.398
colville 1000 - 1758/1572 1452/1141 42 473 295/542 493/410 41/5 35/7 258/518
goldpr 100 19.7 20.2/15.9 22.8/18 24.6 14.9 10.1/19.8 9.9/9 32.4/25.4 102.9/126.5 3
hart3 1 - -3.628/0.163 -3.619/0.176 -3.784 -3.564 -3.762/0.154 -3.768/0.073 -3.764/0.155 -3.824/0.168 -3.852/0.018
hart4 1 - -2.625/0.203 -2.588/0.243 -2.402 -2.948 -2.976/0.164 -2.876/0.151 -2.807/0.195 -3.061/0.11 -3.126/0.015
hart6 1 - -2.41/0.206 -2.39/0.22 -2.465 -2.542 -2.755/0.154 -2.672/0.156 -2.682/0.233 -3.026/0.039 -2.917/0.02
permdb 0.1 0.1516 0.1089/0.134 0.141/0.1832 0.0244 0.0104 0.131/0.5568 0.0249/0.0313 0.0914/0.1166 0.0015/0.006 0.0002/0.0003
powell 10 - 74.22/59.88 68.81/56.75 30.31 35.33 9.88/10.32 26.08/22.91 25.08/8.38 0.98/3.31 2.08/3.08
shekel 1 - -1.221/0.453 -1.271/0.702 -1.326 -1.07 -3.02/1.541 -1.593/0.372 -2.517/1.752 -5.957/3.337 -3.954/1.678
stybtang 100 - -162.6/15.9 -166/13.8 -182.8 -174.2 -177.8/16.6 -174.1/15.6 -181.4/17.5 -188.9/18.7 -196.8/3.5
cliff 1 -0.869 -0.907/0.082 -0.931/0.063 -0.877 -0.983 -0.961/0.098 -0.973/0.026 -0.913/0.102 -0.994/0.036 -1
octopus 1 -2.889 -2.784/0.136 -2.805/0.132 -2.778 -2.849 -2.904/0.157 -2.858/0.113 -2.857/0.163 -2.898/0.198 -2.996)";

std::optional<Sample> cell_of(const std::string& printed) {
  if (printed == "-") return std::nullopt;
  const std::vector<std::string> parts = split(printed, '/');
  constexpr int kRepetitions = 100;
  return Sample{parse_number(parts.front()).value(),
                parts.size() > 1 ? parse_number(parts.back()).value() : 0.0, kRepetitions};
}

PublishedRow row_of(const std::string& printed) {
  const std::vector<std::string> words = split(printed, ' ');
  PublishedRow row{.function = words[0], .rounding = 0.0005 * parse_number(words[1]).value()};
  for (std::size_t i = 2; i < words.size(); ++i) row.cells.push_back(cell_of(words[i]));
  return row;
}

}  // namespace

const std::vector<std::string>& published_methods() {
  static const std::vector<std::string> kMethods = {"Grid",    "Rand", "LHS",  "Sobol", "UD",
                                                    "SeqRand", "TPE",  "SMAC", "GP-EI", "SeqUD"};
  return kMethods;
}

const std::vector<PublishedRow>& published_rows() {
  static const std::vector<PublishedRow> kPublished = [] {
    std::vector<PublishedRow> rows;
    for (const std::string& printed : split(kPrinted, '\n')) rows.push_back(row_of(printed));
    return rows;
  }();
  return kPublished;
}

const PublishedRow* published_row(const std::string& function) {
  for (const PublishedRow& row : published_rows()) {
    if (row.function == function) return &row;
  }
  return nullptr;
}

std::optional<std::size_t> published_counterpart(const std::string& label) {
  struct Pair {
    const char* ours;
    std::size_t theirs;
  };
  constexpr Pair kPairs[] = {{"grid", 0},    {"random", 1}, {"lhs", 2}, {"sobol", 3}, {"ud", 4},
                             {"seqrand", 5}, {"tpe", 6},    {"gp", 8},  {"sequd", 9}};
  const std::string name = label.substr(0, label.find('{'));
  for (const Pair& pair : kPairs) {
    if (name == pair.ours) return pair.theirs;
  }
  return std::nullopt;
}

}  // namespace hone::quality::sequd
