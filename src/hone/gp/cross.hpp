// SPDX-License-Identifier: MIT
#pragma once

#include <span>

#include "hone/gp/inputs.hpp"

namespace hone::gp {

/// k(rows_i, columns_j) for all i and j, without noise; variances holds one number per term. Defined for
/// double and float. Private to gp.
template <class T>
void cross_covariance(const Layout& layout, std::span<const T> variances, const Features<T>& rows,
                      const Features<T>& columns, Eigen::Matrix<T, Eigen::Dynamic, Eigen::Dynamic>& out);

/// k(x, x) of every point.
template <class T>
Eigen::Array<T, Eigen::Dynamic, 1> prior_variance(const Layout& layout, std::span<const T> variances,
                                                  const Features<T>& points);

}  // namespace hone::gp
