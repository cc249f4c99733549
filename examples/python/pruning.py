# SPDX-License-Identifier: MIT
"""A small neural net in NumPy, whose poor trials are stopped early.

    python examples/python/pruning.py [trials]
"""

from __future__ import annotations

import sys
from typing import Tuple

import numpy as np

import hone

EPOCHS = 30


def spirals(count: int, seed: int) -> Tuple[np.ndarray, np.ndarray]:
    """Two spirals that wind around each other."""
    rng = np.random.default_rng(seed)
    angle = np.sqrt(rng.random(count)) * 1.5 * np.pi
    kind = rng.integers(0, 2, count)
    turned = angle + np.pi * kind
    points = np.stack([angle * np.cos(turned), angle * np.sin(turned)], axis=1) / 4
    return points + 0.05 * rng.standard_normal((count, 2)), kind.astype(float)


TRAIN, HELD_OUT = spirals(300, 1), spirals(200, 2)


class Net:
    """One hidden layer, trained by gradient descent with momentum on the log loss."""

    def __init__(self, width: int, scale: float, seed: int = 1) -> None:
        rng = np.random.default_rng(seed)
        first, second = rng.normal(0, scale, (2, width)), rng.normal(0, width**-0.5, width)
        self.weights = [first, np.zeros(width), second, np.zeros(1)]
        self.speeds = [np.zeros_like(part) for part in self.weights]

    def forward(self, x: np.ndarray) -> Tuple[np.ndarray, np.ndarray]:
        hidden = np.tanh(x @ self.weights[0] + self.weights[1])
        return hidden, 1 / (1 + np.exp(-np.clip(hidden @ self.weights[2] + self.weights[3], -30, 30)))

    def loss(self, x: np.ndarray, y: np.ndarray) -> float:
        chance = np.clip(self.forward(x)[1], 1e-9, 1 - 1e-9)
        return float(-np.mean(y * np.log(chance) + (1 - y) * np.log(1 - chance)))

    def step(self, x: np.ndarray, y: np.ndarray, rate: float, momentum: float) -> None:
        hidden, chance = self.forward(x)
        error = (chance - y) / len(y)
        back = np.outer(error, self.weights[2]) * (1 - hidden**2)
        slopes = [x.T @ back, back.sum(axis=0), hidden.T @ error, error.sum(keepdims=True)]
        for part, speed, slope in zip(self.weights, self.speeds, slopes):
            speed *= momentum
            speed -= rate * slope
            part += speed


def train(trial: hone.Trial) -> float:
    net = Net(trial["width"], trial["scale"])
    for epoch in range(1, EPOCHS + 1):
        for _ in range(10):
            net.step(*TRAIN, trial["rate"], trial["momentum"])
        loss = net.loss(*HELD_OUT)
        trial.report(loss, epoch)
        if trial.should_prune():
            raise hone.TrialPruned()
    return loss


def main(trials: int = 30) -> hone.Study:
    study = hone.create_study(
        {
            "width": hone.Int(4, 64, log=True),
            "scale": hone.Float(0.1, 10, log=True),
            "rate": hone.Float(1e-3, 10, log=True),
            "momentum": hone.Float(0, 0.99),
        },
        sampler="hebo", pruner={"name": "median", "startup_trials": 5}, seed=1,
    )  # fmt: skip
    study.optimize(train, trials)
    pruned = [trial for trial in study.trials if trial.state == "pruned"]
    epochs = sum(len(trial.reports) for trial in study.trials)
    print(f"best loss {study.best_value:.4f} with {study.best_params}")
    print(f"{len(pruned)} of {trials} trials were stopped early: {epochs} epochs instead of {trials * EPOCHS}")
    return study


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
