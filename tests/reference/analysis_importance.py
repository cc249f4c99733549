#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Prints tests/reference/analysis_importance.hpp: importances of a function of four parameters, by enumeration.

No forest and no density estimate: the function is evaluated on a fine grid of its whole space (NumPy), the
main effects are means over the grid, and the best tenth of the grid is what PED-ANOVA looks at.
"""
import numpy as np

FINE = 500
rate = -4.0 + 4.0 * (np.arange(FINE) + 0.5) / FINE  # log10
width = 2.0 * (np.arange(FINE) + 0.5) / FINE
depth = np.arange(1, 9)
kind = np.array([0.0, 0.3, 1.0])
value = (
    0.25 * (rate[:, None, None, None] + 2.5) ** 2
    + 0.8 * width[None, :, None, None] * kind[None, None, None, :]
    + 0.05 * depth[None, None, :, None]
)


def others(*keep):
    return tuple(axis for axis in range(4) if axis not in keep)


total = value.var()
single = [value.mean(axis=others(i)).var() / total for i in range(4)]
together = value.mean(axis=others(1, 3)).var() / total - single[1] - single[3]
best = value <= np.quantile(value, 0.1)
divergence = []
for i in range(4):
    density = best.mean(axis=others(i)) / best.mean()  # beside the even one
    divergence.append(((density - 1.0) ** 2).mean())
ped = np.array(divergence) / sum(divergence)


def row(name, values):
    print(f"inline constexpr std::array<double, 4> {name} = {{{', '.join(f'{v:.6f}' for v in values)}}};")


print("// SPDX-License-Identifier: MIT")
print("// Made by analysis_importance.py.")
print("// clang-format off")
print("#pragma once\n")
print("#include <array>\n")
print("namespace hone::analysis::reference {\n")
print("// Of rate, width, depth, kind.")
row("kVarianceShares", single)
print(f"inline constexpr double kWidthAndKind = {together:.6f};")
row("kPedShares", ped)
print("\n}  // namespace hone::analysis::reference")
