// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

#include "bench/quality/box_function.hpp"
#include "bench/quality/problem.hpp"

namespace hone::quality {

/// The 32 functions of sequd.txt (Yang and Zhang 2021), table 3, defined as in Surjanovic and Bingham (2020)
/// with the boxes that the paper's figures were computed on: McCormick on [-10, 10]^2, Shubert on
/// [-5.12, 5.12]^2, Hartmann 4 and 6 in their rescaled forms. By the paper's families:
std::vector<BoxFunction> functions_with_many_minima();
std::vector<BoxFunction> functions_with_plates_valleys_and_bowls();
std::vector<BoxFunction> functions_with_ridges_and_drops();
std::vector<BoxFunction> other_functions();

/// Cliff and octopus of the paper's section 5.1. They are maximised there; here their negatives are
/// minimised.
std::vector<BoxFunction> example_functions();

/// Ackley and Rosenbrock in 10 and 20 dimensions. Ackley's usual box is shifted so that its minimum is not in
/// the middle, where many methods look first.
std::vector<BoxFunction> wide_functions();

/// Problems with integers, categories, conditions and constraints, made here so that the optimum is known.
std::vector<Problem> mixed_problems();

/// Problems whose values are measured with noise, or where some evaluations fail.
std::vector<Problem> noisy_problems();

/// All of the above; the groups are sequd32, examples, wide, mixed and noisy.
std::vector<Problem> functions();

}  // namespace hone::quality
