// SPDX-License-Identifier: MIT
#pragma once

#include <Eigen/Core>
#include <cstdint>

namespace hone::samplers {

/// ParEGO (Knowles 2006): several objectives become one, the largest of their weighted values, each scaled to
/// [0, 1] by what was seen, and a twentieth of their sum, with weights that `seed` draws. Another seed looks
/// for another part of the trade-off, and all of it is covered in time. Rows are trials, columns objectives
/// to be minimised; a row with a NaN gives NaN. A single objective stays as it is.
Eigen::VectorXd parego(const Eigen::MatrixXd& values, std::uint64_t seed);

}  // namespace hone::samplers
