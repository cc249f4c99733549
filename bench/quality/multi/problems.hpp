// SPDX-License-Identifier: MIT
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "hone/core/space.hpp"
#include "hone/core/study.hpp"

/// How well samplers find the trade-off between several objectives.
namespace hone::quality::multi {

/// Something with several values to minimise. What counts is the volume that the values found dominate below
/// `worst`, as a share of `volume`.
struct MultiProblem {
  std::string name;
  Space space;
  std::function<std::vector<double>(const Configuration&)> values;
  std::vector<double> worst;  ///< the reference point: values beyond it add nothing
  double volume;              ///< of the true front, or the largest that is known

  int objectives() const { return static_cast<int>(worst.size()); }
};

/// The problems: ZDT and DTLZ (Zitzler, Deb and Thiele 2000; Deb et al. 2002), pairs of the functions of
/// sequd.txt, and designs of engineering (Tanabe and Ishibuchi 2020, RE2-1 to RE3-7).
std::vector<MultiProblem> multi_problems();

}  // namespace hone::quality::multi
