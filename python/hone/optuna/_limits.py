# SPDX-License-Identifier: MIT
"""Constraints that are measured with a trial (constraints_func), for samplers that know objectives only.

With one objective f and the sum v of what is above 0, a sampler is told f + weight * v for the trials that violate
something. The weight is twice the least one at which no such trial looks better than the best that keeps to
everything, so that the penalty reaches smoothly across the border, where the optimum mostly lies, and never
makes a violation pay. While no trial keeps to everything, v itself is the objective. With several objectives a
trial that violates something is told to be infeasible.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any, List, Mapping, Optional, Sequence, Tuple

#: The values of a trial, and by how much it violates its constraints.
Judgement = Tuple[Tuple[float, ...], float]


def violation_of(attributes: Mapping[str, Any]) -> float:
    """The sum of what is above 0, of constraints as Optuna keeps them."""
    limits: List[float] = list(attributes.get("constraints") or ())
    limits += [value for name, value in attributes.items() if name.startswith("constraints:")]
    return sum(max(0.0, float(limit)) for limit in limits)


@dataclass(frozen=True)
class Judged:
    """How trials are told."""

    signs: Tuple[float, ...]  #: 1 for minimised objectives, -1 for others
    feasible: bool  #: some trial keeps to everything
    weight: float

    def values(self, judgement: Judgement) -> Optional[Tuple[float, ...]]:
        """Nothing for a trial that is infeasible and no more."""
        values, violation = judgement
        if not self.feasible:
            return tuple(sign * violation for sign in self.signs)
        if violation == 0:
            return values
        if len(values) > 1:
            return None
        return (values[0] + self.signs[0] * self.weight * violation,)


class Judge:
    """How to tell complete trials, while they come one by one."""

    def __init__(self, directions: Sequence[str]) -> None:
        self._signs = tuple(1.0 if direction == "minimize" else -1.0 for direction in directions)
        self._best = math.inf  # of the first objective, minimised, among those that keep to everything
        self._violating: List[Judgement] = []
        self.verdict = Judged(self._signs, True, 0.0)

    def add(self, judgement: Judgement) -> None:
        values, violation = judgement
        value = self._signs[0] * values[0]
        if violation > 0:
            self._violating.append(judgement)
        elif math.isfinite(value) and value < self._best:
            self._best = value
        elif self._violating or not math.isfinite(value):
            return  # nothing is measured by it
        if self._violating:
            self.verdict = self._judged()

    def _judged(self) -> Judged:
        if math.isinf(self._best):
            return Judged(self._signs, False, 0.0)
        prices = [
            (self._best - self._signs[0] * values[0]) / violation
            for values, violation in self._violating
            if math.isfinite(values[0])
        ]
        return Judged(self._signs, True, 2.0 * max(0.0, *prices, 0.0))


def judged(trials: Sequence[Judgement], directions: Sequence[str]) -> Judged:
    """How to tell these complete trials."""
    judge = Judge(directions)
    for trial in trials:
        judge.add(trial)
    return judge.verdict
