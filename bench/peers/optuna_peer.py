# SPDX-License-Identifier: MIT
"""Optuna's samplers for `hone bench --peer optuna-tpe` (and -gp, -nsga2, -random), with their defaults.

Batches: `ask` is called once for each point, before any result of the batch is told, as Optuna's users do with
parallel workers; TPE gets its constant liar for that, which its documentation advises. Limits on outcomes are told as
`constraints_func` of the samplers that have one.
"""
import contextlib
import warnings

import optuna

import peer_protocol as protocol


EXCESS = "excess"


def sampler_of(name, seed, limited):
    limits = {"constraints_func": lambda trial: trial.user_attrs[EXCESS]} if limited else {}
    if name == "optuna-tpe":
        return optuna.samplers.TPESampler(seed=seed, constant_liar=True, **limits)
    if name == "optuna-gp":
        allow_older_torch()
        return optuna.samplers.GPSampler(seed=seed, **limits)
    if name == "optuna-nsga2":
        return optuna.samplers.NSGAIISampler(seed=seed, **limits)
    if name == "optuna-random":
        return optuna.samplers.RandomSampler(seed=seed)
    raise ValueError(f"Optuna has no sampler {name!r} here")


class OlderTorch:
    """PyTorch 1, which computes on the processor anyway, for code that writes `with torch.device("cpu")`."""

    def __getattr__(self, name):
        import torch

        return contextlib.nullcontext if name == "device" else getattr(torch, name)


def allow_older_torch():
    """Optuna's sampler enters a device, which PyTorch can do since 2.0; Debian 12 has 1.13."""
    import torch

    if not hasattr(torch.device, "__enter__"):
        import optuna.samplers._gp.sampler as module

        module.torch = OlderTorch()


def suggest(trial, p):
    """One parameter of a trial. Ordered choices are searched by their index, logit scales on the logit."""
    if p.kind == "constant":
        return p.value
    if p.kind in ("categorical", "bool"):
        return p.choices[trial.suggest_categorical(p.name, list(range(len(p.choices))))]
    if p.kind == "ordinal":
        return p.choices[trial.suggest_int(p.name, 0, len(p.choices) - 1)]
    if p.kind == "int":
        if p.scale == "log":  # Optuna knows no steps on a logarithmic scale
            return trial.suggest_int(p.name, p.low, p.high, log=True)
        return trial.suggest_int(p.name, p.low, p.high, step=p.step or 1)
    if p.scale == "logit":
        value = trial.suggest_float(p.name, protocol.logit(p.low), protocol.logit(p.high))
        return protocol.inside(p, protocol.from_logit(value))
    return trial.suggest_float(p.name, p.low, p.high, log=p.scale == "log", step=p.step)


def internal(p, value):
    """What suggest() must draw to give this value."""
    if p.kind in ("categorical", "bool", "ordinal"):
        return p.index_of(value)
    if p.kind == "float" and p.scale == "logit":
        return protocol.logit(value)
    return value


class OptunaAdapter(protocol.Adapter):
    def create(self, study):
        optuna.logging.set_verbosity(optuna.logging.WARNING)
        warnings.simplefilter("ignore")
        self.parameters = protocol.parameters_of(study)
        name = study["sampler"]["name"] if isinstance(study["sampler"], dict) else study["sampler"]
        sampler = sampler_of(name, int(study["seed"]) % 2**32, bool(self.limits))
        self.study = optuna.create_study(sampler=sampler, directions=protocol.directions_of(study))
        return f"Optuna {optuna.__version__}"

    def suggest(self, count, first):
        by_name = {p.name: p for p in self.parameters}
        for point in first:
            fixed = {n: internal(by_name[n], v) for n, v in point.items() if by_name[n].kind != "constant"}
            self.study.enqueue_trial(fixed)
        return [self.next_point() for _ in range(count)]

    def next_point(self):
        trial = self.study.ask()
        values = {}
        for p in self.parameters:
            if p.active(values):
                values[p.name] = suggest(trial, p)
        return trial, values

    def observe_results(self, results):
        for trial, result in results:
            if result.failed:
                self.study.tell(trial, state=optuna.trial.TrialState.FAIL)
                continue
            if self.limits:
                trial.set_user_attr(EXCESS, result.excess)
            self.study.tell(trial, result.values)


if __name__ == "__main__":
    protocol.serve(OptunaAdapter())
