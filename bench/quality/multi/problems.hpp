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
  /// By how much each limit on outcomes is exceeded; points where one is above 0 count for nothing.
  std::function<std::vector<double>(const Configuration&)> excess = {};
  int limits = 0;

  int objectives() const { return static_cast<int>(worst.size()); }
};

/// ZDT and DTLZ (Zitzler, Deb and Thiele 2000; Deb et al. 2002), pairs of functions whose minima lie apart,
/// designs of engineering (Tanabe and Ishibuchi 2020, RE2-1 to RE3-7), and problems with limits on outcomes.
std::vector<std::string> multi_function_names();
/// One of them, its volume that of a search of 200,000 evaluations, which takes a second. Throws
/// Error(NotFound).
MultiProblem multi_function(const std::string& name);

/// The tables of networks. hpobench_mlp: error against the work of a pass over the data; fcnet: error, number
/// of weights and work. Work, weights and the errors of fcnet are logarithms to base 10; the reference point
/// is the median error and the most work of the table, and the volume is that of its front, exactly. Throws
/// Error(NotFound) naming the file that is missing.
std::vector<MultiProblem> multi_tables(const std::string& group, const std::string& data_folder);

/// By names of functions, of tables and of groups of tables (fcnet, hpobench_mlp); all when none is named,
/// the tables among them when there is a folder.
std::vector<MultiProblem> select_multi(const std::vector<std::string>& names, const std::string& data_folder);

}  // namespace hone::quality::multi
