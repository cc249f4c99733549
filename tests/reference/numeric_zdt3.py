#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Prints the hypervolume of the whole front of ZDT3 below the reference point (1.1, 1.1). Needs numpy."""
import numpy as np

x = np.linspace(0, 1, 4000001)
lowest = np.minimum.accumulate(1 - np.sqrt(x) - x * np.sin(10 * np.pi * x))  # f2 that some f1 <= x attains
step = x[1] - x[0]
print(np.sum(1.1 - 0.5 * (lowest[1:] + lowest[:-1])) * step + 0.1 * (1.1 - lowest[-1]))
