// SPDX-License-Identifier: MIT
#pragma once

#include <array>

/// Made by tests/reference/numeric_mills_coefficients.py. With m(x) = (1 - Phi(x)) / phi(x) the Mills ratio
/// of the Normal, for x >= 0 and t = 1 - 2 K / (x + K) in [-1, 1), these are coefficients of 1, t, t², ... of
/// smooth functions that never vanish: one polynomial for the whole half-line, so a loop over it has no
/// branch.
///   kMills      (1 + x) m(x)
///   kCompanion  (1 + x)² (1 - x m(x)), the part of expected improvement that cancels when computed directly
/// Relative error below 1e-15 (double) and 1e-6 (float), rounding included.
namespace hone::numeric {

template <class Real>
inline constexpr Real kLogSqrtTwoPi = static_cast<Real>(0.91893853320467274178);
template <class Real>
inline constexpr Real kInverseSqrtTwoPi = static_cast<Real>(0.39894228040143267794);

inline constexpr double kMillsScale = 5.0;

inline constexpr std::array<double, 27> kMills = {
    1.1568486282918946,     -2.294875382521129e-1,  7.7781598868735592e-2,   2.5072179301612e-2,
    -6.6177600778996958e-2, 6.1505045841011932e-2,  -3.8026592187684175e-2,  1.6348231269237388e-2,
    -4.201290311555545e-3,  1.9530732707351075e-5,  4.5704382425577881e-4,   -1.3437474509697748e-4,
    -2.4805484834900928e-5, 2.2711119999585309e-5,  -1.7715734484205421e-7,  -3.2805606214734543e-6,
    3.2181741364541327e-7,  4.9680947090595824e-7,  -6.717220730012568e-8,   -8.2314014849318227e-8,
    9.8875942796146878e-9,  1.4004477542812781e-8,  -9.6811466057297343e-10, -2.0373616502492638e-9,
    2.236527239135757e-11,  1.7294102104549248e-10, 6.2293492925217035e-12,
};

inline constexpr std::array<double, 27> kCompanion = {
    1.2945411512431623,     -3.6872296454501821e-1, -2.8030699627514108e-2, 2.6116700784716208e-1,
    -2.7354820376345623e-1, 1.5402166231124277e-1,  -2.9310982458101825e-2, -3.1861872708203702e-2,
    3.4746226745737464e-2,  -1.6131705894458164e-2, 2.3283157142137539e-3,  1.5767756111576068e-3,
    -8.5273552945295957e-4, -3.581815070964382e-5,  1.4695342855617969e-4,  -1.7203974701650795e-5,
    -2.3406811620977948e-5, 4.9717005605972462e-6,  4.0183107025826433e-6,  -9.9858352794358603e-7,
    -7.6258516104932869e-7, 1.6605384703096494e-7,  1.4657434709717002e-7,  -2.1198996109045208e-8,
    -2.3342523920542255e-8, 1.5316453394437512e-9,  2.1011116730402453e-9,
};

inline constexpr std::array<float, 12> kMillsFloat = {
    1.15684864F,     -2.29487546e-1F, 7.77807549e-2F,  2.50727111e-2F,  -6.61677407e-2F, 6.14987776e-2F,
    -3.80687821e-2F, 1.63755469e-2F,  -4.11951888e-3F, -3.53249134e-5F, 3.83726867e-4F,  -8.12401963e-5F,
};

inline constexpr std::array<float, 13> kCompanionFloat = {
    1.29454115F,    -3.6872275e-1F,  -2.80309879e-2F, 2.61161009e-1F, -2.73540087e-1F,
    1.54069254e-1F, -2.93768197e-2F, -3.20223632e-2F, 3.49778553e-2F, -1.58733731e-2F,
    1.92330681e-3F, 1.38823984e-3F,  -4.94438234e-4F,
};

}  // namespace hone::numeric
