# SPDX-License-Identifier: MIT
"""BoTorch for `hone bench multi --peer botorch-qlogehvi`: the recipe of its tutorials over the unit cube.

2 (d + 1) points of a scrambled Sobol sequence; then a SingleTaskGP for each objective and each limit on outcomes,
fitted by their marginal likelihood, and qLogExpectedHypervolumeImprovement of 128 quasi-random samples, maximised one
point of the batch after the other with 10 starts of 512 raw points. Objectives are standardised before, as Ax does, and
the reference point is inferred from the front, as no method is told it. Ordered choices are searched by their index,
whole numbers are rounded, unordered choices have a coordinate each, and the greatest wins.
"""
import math
import warnings

import torch
import botorch
from botorch.acquisition.multi_objective.logei import qLogExpectedHypervolumeImprovement
from botorch.acquisition.multi_objective.objective import IdentityMCMultiOutputObjective
from botorch.fit import fit_gpytorch_mll
from botorch.models import ModelListGP, SingleTaskGP
from botorch.models.transforms.outcome import Standardize
from botorch.optim import optimize_acqf
from botorch.sampling.normal import SobolQMCNormalSampler
from botorch.utils.multi_objective.box_decompositions.non_dominated import FastNondominatedPartitioning
from botorch.utils.multi_objective.hypervolume import infer_reference_point
from botorch.utils.multi_objective.pareto import is_non_dominated
from gpytorch.mlls import SumMarginalLogLikelihood

import peer_protocol as protocol

REAL = torch.double


class Coordinate:
    """A parameter and its places in the unit cube."""

    def __init__(self, p):
        self.p = p
        self.width = len(p.choices) if p.kind in ("categorical", "bool") else 0 if p.kind == "constant" else 1

    def curve(self, value):
        scale = self.p.scale
        return math.log(value) if scale == "log" else protocol.logit(value) if scale == "logit" else value

    def encode(self, value):
        p = self.p
        if p.kind == "constant":
            return []
        if p.kind in ("categorical", "bool"):
            return [float(i == p.index_of(value)) for i in range(self.width)]
        if p.kind == "ordinal":
            return [p.index_of(value) / max(1, len(p.choices) - 1)]
        low, high = self.curve(p.low), self.curve(p.high)
        return [(self.curve(value) - low) / (high - low)]

    def decode(self, units):
        p = self.p
        if p.kind == "constant":
            return p.value
        if p.kind in ("categorical", "bool"):
            return p.choices[max(range(self.width), key=lambda i: units[i])]
        if p.kind == "ordinal":
            return p.choices[round(units[0] * (len(p.choices) - 1))]
        value = self.curve(p.low) + units[0] * (self.curve(p.high) - self.curve(p.low))
        value = math.exp(value) if p.scale == "log" else protocol.from_logit(value) if p.scale == "logit" else value
        step = p.step or (1 if p.kind == "int" else None)
        if step:
            value = p.low + step * round((value - p.low) / step)
        return protocol.inside(p, int(value) if p.kind == "int" else value)


class BotorchAdapter(protocol.Adapter):
    def create(self, study):
        warnings.simplefilter("ignore")
        torch.set_num_threads(1)
        seed = int(study["seed"]) % 2**32
        torch.manual_seed(seed)
        parameters = protocol.parameters_of(study)
        if any(p.when for p in parameters):
            raise ValueError("BoTorch knows no conditions")
        self.coordinates = [Coordinate(p) for p in parameters]
        self.dimensions = sum(c.width for c in self.coordinates)
        self.signs = [1.0 if d == "maximize" else -1.0 for d in protocol.directions_of(study)]
        if len(self.signs) < 2:
            raise ValueError("this is for several objectives: hone bench multi")
        self.sobol = torch.quasirandom.SobolEngine(self.dimensions, scramble=True, seed=seed)
        self.start = 2 * (self.dimensions + 1)
        self.given = 0
        self.points, self.gains, self.excesses = [], [], []
        return f"BoTorch {botorch.__version__}"

    def encode(self, values):
        return [u for c in self.coordinates for u in c.encode(values[c.p.name])]

    def decode(self, units):
        values = {}
        for c in self.coordinates:
            values[c.p.name] = c.decode(units[: c.width])
            units = units[c.width :]
        return values

    def suggest(self, count, first):
        chosen = list(first)
        rest = count - len(chosen)
        sampled = rest if len(self.gains) < 2 else min(rest, max(0, self.start - self.given - len(chosen)))
        if sampled:
            chosen += [self.decode(u) for u in self.sobol.draw(sampled, dtype=REAL).tolist()]
        if count > len(chosen):
            chosen += [self.decode(u) for u in self.best(count - len(chosen)).tolist()]
        self.given += count
        return [(self.encode(values), values) for values in chosen]

    def best(self, count):
        x = torch.tensor(self.points, dtype=REAL)
        y = torch.tensor(self.gains, dtype=REAL)
        y = (y - y.mean(0)) / y.std(0).clamp_min(1e-12)
        c = torch.tensor(self.excesses, dtype=REAL)
        model = fitted(x, torch.cat([y, c], dim=1))
        objectives = y.shape[1]
        feasible = (c <= 0).all(dim=1) if c.shape[1] else torch.ones(len(y), dtype=torch.bool)
        reference = reference_of(y, feasible)
        with torch.no_grad():
            expected = model.posterior(x).mean[:, :objectives]
        limits = [lambda z, k=objectives + k: z[..., k] for k in range(c.shape[1])]
        acquisition = qLogExpectedHypervolumeImprovement(
            model=model,
            ref_point=reference,
            partitioning=FastNondominatedPartitioning(ref_point=reference, Y=expected[feasible]),
            sampler=SobolQMCNormalSampler(sample_shape=torch.Size([128]), seed=self.given),
            objective=IdentityMCMultiOutputObjective(outcomes=list(range(objectives))),
            constraints=limits or None,
        )
        bounds = torch.tensor([[0.0] * self.dimensions, [1.0] * self.dimensions], dtype=REAL)
        candidates, _ = optimize_acqf(
            acquisition,
            bounds=bounds,
            q=count,
            num_restarts=10,
            raw_samples=512,
            options={"batch_limit": 5, "maxiter": 200},
            sequential=True,
        )
        return candidates.detach()

    def observe_results(self, results):
        for point, result in results:
            if not result.failed:  # a Gaussian process learns nothing from others
                self.points.append(point)
                self.gains.append([s * v for s, v in zip(self.signs, result.values)])
                self.excesses.append(result.excess)


def fitted(x, outputs):
    columns = outputs.split(1, dim=1)
    model = ModelListGP(*[SingleTaskGP(x, column, outcome_transform=Standardize(m=1)) for column in columns])
    fit_gpytorch_mll(SumMarginalLogLikelihood(model.likelihood, model))
    return model


def reference_of(y, feasible):
    """Inferred from the feasible front; from all values while there is none."""
    if not feasible.any():
        return y.min(0).values
    its = y[feasible]
    return infer_reference_point(its[is_non_dominated(its)])


if __name__ == "__main__":
    protocol.serve(BotorchAdapter())
