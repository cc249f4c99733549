// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <utility>
#include <vector>

namespace hone::quality::multi {

/// A function of a box with several values to minimise.
struct MultiFunction {
  using Formula = std::vector<double> (*)(const std::vector<double>&);
  const char* name;
  std::vector<std::pair<double, double>> box;
  std::vector<double> worst;  ///< the reference point
  Formula values;
  Formula excess = nullptr;  ///< of the limits on outcomes, where there are any: kept up to 0
};

/// ZDT and DTLZ (Zitzler, Deb and Thiele 2000; Deb et al. 2002), and pairs of functions whose minima lie
/// apart.
std::vector<MultiFunction> known_fronts();

/// Designs of engineering (Tanabe and Ishibuchi 2020: RE2-4-1, RE3-5-4; the welded beam of Deb et al. 1999),
/// and problems with limits on outcomes (Binh and Korn 1997; Srinivas and Deb 1994; Osyczka and Kundu 1995).
std::vector<MultiFunction> engineering_designs();

}  // namespace hone::quality::multi
