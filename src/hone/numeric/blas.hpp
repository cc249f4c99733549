// SPDX-License-Identifier: MIT
#pragma once

#include <Eigen/Core>

/// The few dense kernels that hone takes from OpenBLAS and LAPACK, on column-major matrices and blocks of
/// them.
///
/// OpenBLAS picks its kernels for the processor at run time, which a portable build of Eigen cannot: on AVX2
/// it multiplies three times faster than Eigen compiled for plain x86-64 (43 against 13 GFLOP/s at n = 200).
/// The first call here tells OpenBLAS to use one thread, so results never depend on how many it would have
/// taken; whoever wants parallel work runs several of these calls in threads of their own, which is safe.
///
/// For hone's own modules. Shapes must fit; nothing is checked.
namespace hone::numeric::blas {

enum class Op { Plain, Transposed };
enum class Side { Left, Right };

using Input = Eigen::Ref<const Eigen::MatrixXd, 0, Eigen::OuterStride<>>;
using Output = Eigen::Ref<Eigen::MatrixXd, 0, Eigen::OuterStride<>>;
using InputF = Eigen::Ref<const Eigen::MatrixXf, 0, Eigen::OuterStride<>>;
using OutputF = Eigen::Ref<Eigen::MatrixXf, 0, Eigen::OuterStride<>>;

/// c = alpha op(a) op(b) + beta c.
void gemm(Op op_a, Op op_b, double alpha, const Input& a, const Input& b, double beta, Output c);
void gemm(Op op_a, Op op_b, float alpha, const InputF& a, const InputF& b, float beta, OutputF c);

/// Lower triangle of c = alpha a aᵀ + beta c (Plain) or alpha aᵀ a + beta c (Transposed).
void syrk_lower(Op op, double alpha, const Input& a, double beta, Output c);

/// b = alpha op(l)⁻¹ b (Left) or alpha b op(l)⁻¹ (Right) for a lower triangle l.
void trsm_lower(Side side, Op op, double alpha, const Input& l, Output b);
void trsm_lower(Side side, Op op, float alpha, const InputF& l, OutputF b);

/// b = alpha op(l) b (Left) or alpha b op(l) (Right) for a lower triangle l.
void trmm_lower(Side side, Op op, double alpha, const Input& l, Output b);
void trmm_lower(Side side, Op op, float alpha, const InputF& l, OutputF b);

/// Replaces the lower triangle of a by its Cholesky factor; false, with a spoilt, when a is not positive
/// definite or holds a number that is not finite. The upper triangle is neither read nor written.
bool potrf_lower(Output a);

/// Replaces a lower triangle by its inverse. The diagonal must not hold a zero.
void trtri_lower(Output l);

/// Replaces a lower triangle l by the lower triangle of lᵀ l.
void lauum_lower(Output l);

}  // namespace hone::numeric::blas
