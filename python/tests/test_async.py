# SPDX-License-Identifier: MIT
"""Studies on asyncio: nothing blocks the event loop, and nothing that is cancelled is lost."""

import asyncio
import gc
import signal
import sys
import threading

import pytest

import hone

SPACE = {"x": hone.Float(0, 1)}


def made(store="memory:", **options):
    return hone.create_study(SPACE, sampler="random", seed=1, store=store, **options)


async def square(trial):
    await asyncio.sleep(0)
    return trial["x"] ** 2


async def for_ever(trial):
    await asyncio.Event().wait()


def states(study):
    return [trial.state for trial in study.trials]


@pytest.mark.parametrize("parallel", [1, 4])
def test_coroutines_are_awaited(parallel, store):
    for study in (made(), made(store)):
        asyncio.run(study.optimize_async(square, 10, parallel=parallel))
        assert states(study) == ["complete"] * 10
        assert all(trial.value == trial.params["x"] ** 2 for trial in study.trials)


def test_as_many_run_at_a_time_as_was_said():
    running, most = 0, 0
    arrived = asyncio.Event

    async def main():
        together = arrived()

        async def objective(trial):
            nonlocal running, most
            running += 1
            most = max(most, running)
            if running == 3:
                together.set()
            await together.wait()  # three of them, or never
            running -= 1
            return trial["x"]

        study = made()
        await asyncio.wait_for(study.optimize_async(objective, 7, parallel=3), 60)
        return study

    assert states(asyncio.run(main())) == ["complete"] * 7
    assert most == 3


def test_functions_run_in_threads():
    gate, threads = threading.Barrier(2), set()

    def objective(trial):
        gate.wait(30)
        threads.add(threading.current_thread())
        return trial["x"]

    study = made()
    asyncio.run(study.optimize_async(objective, 4, parallel=2))
    assert states(study) == ["complete"] * 4 and threading.main_thread() not in threads


class Caller:
    async def __call__(self, trial):
        return trial["x"]


@pytest.mark.parametrize("objective", [Caller(), lambda trial: square(trial)], ids=["object", "lambda"])
def test_whatever_gives_an_awaitable_is_awaited(objective):
    study = made()
    asyncio.run(study.optimize_async(objective, 2))
    assert states(study) == ["complete"] * 2


@pytest.mark.parametrize("way", ["optimize", "ask", "tell"])
def test_the_event_loop_goes_on_while_hone_works(way, monkeypatch):
    """What hone does there ends only when the event loop says so: blocked, it never would."""
    study = made()
    trial = study.ask()
    method = "_tell" if way == "tell" else "_ask"
    works, loop_went_on, original = threading.Event(), threading.Event(), getattr(hone.Study, method)

    def slow(self, *arguments, **options):
        works.set()
        assert loop_went_on.wait(30)
        return original(self, *arguments, **options)

    monkeypatch.setattr(hone.Study, method, slow)

    async def main():
        calls = {
            "optimize": lambda: study.optimize_async(square, 1), "ask": study.ask_async,
            "tell": lambda: study.tell_async(trial, 1.0),
        }  # fmt: skip
        task = asyncio.ensure_future(calls[way]())
        while not works.is_set():
            await asyncio.sleep(0)
        loop_went_on.set()
        await task

    asyncio.run(main())


def test_ask_and_tell():
    study = made()

    async def main():
        trials = await study.ask_async(2)
        await study.tell_async(trials[0], 0.5)
        await study.tell_async(trials[1].number, state="failed", error="why")
        await asyncio.gather(*[one() for _ in range(4)])

    async def one():
        trial = await study.ask_async()
        await study.tell_async(trial, trial["x"])

    asyncio.run(main())
    assert states(study) == ["complete", "failed"] + ["complete"] * 4


# --- cancelled


async def until(condition):
    while not condition():
        await asyncio.sleep(0.001)


@pytest.mark.parametrize("space", [SPACE, None], ids=["declared", "by run"])
def test_a_time_out_gives_the_trials_back(space):
    study = hone.create_study({"x": hone.Float(0, 1)}, sampler="random") if space else hone.create_study(sampler="random")
    study.optimize(lambda trial: trial.suggest_float("x", 0, 1), 2)
    held = []

    async def objective(trial):
        held.append(trial.number)
        await for_ever(trial)

    async def main():
        task = asyncio.ensure_future(asyncio.wait_for(study.optimize_async(objective, parallel=3), 0.2))
        with pytest.raises(asyncio.TimeoutError):
            await task

    asyncio.run(main())
    assert sorted(held) == [number for number in range(2, 2 + len(held))]
    assert states(study) == ["complete"] * 2 + ["waiting"] * len(held)


def test_cancelled_at_every_moment_nothing_is_left_running(monkeypatch):
    """After the n-th turn of the event loop, for every n until it comes to its end."""
    moments = 0
    for turns in range(1, 400):
        study = made()

        async def main(study=study, turns=turns):
            task = asyncio.ensure_future(study.optimize_async(square, 2, parallel=2))
            for _ in range(turns):
                await asyncio.sleep(0)
            task.cancel()
            try:
                await task
            except asyncio.CancelledError:
                return False
            return True

        ended = asyncio.run(main())
        assert "running" not in states(study)
        moments += not ended
        if ended:
            break
    assert moments > 0


@pytest.mark.parametrize("way", ["optimize", "ask"])
def test_cancelled_while_the_sampler_thinks(way, monkeypatch):
    study = made()
    thinks, go_on, ask = threading.Event(), threading.Event(), hone.Study._ask

    def slow(self, *arguments, **options):
        thinks.set()
        assert go_on.wait(30)
        return ask(self, *arguments, **options)

    monkeypatch.setattr(hone.Study, "_ask", slow)

    async def main():
        task = asyncio.ensure_future(study.optimize_async(square, 3) if way == "optimize" else study.ask_async(3))
        await until(thinks.is_set)
        task.cancel()
        await asyncio.sleep(0)
        task.cancel()  # twice: it still takes back what it asked for
        go_on.set()
        with pytest.raises(asyncio.CancelledError):
            await task

    asyncio.run(main())
    assert states(study) == ["waiting"] * (1 if way == "optimize" else 3)


def test_a_result_is_told_although_cancelled(monkeypatch):
    study = made()
    tells, go_on, tell = threading.Event(), threading.Event(), hone.Study._tell

    def slow(self, *arguments, **options):
        tells.set()
        assert go_on.wait(30)
        return tell(self, *arguments, **options)

    monkeypatch.setattr(hone.Study, "_tell", slow)

    async def main():
        task = asyncio.ensure_future(study.optimize_async(square, 3))
        await until(tells.is_set)
        task.cancel()
        go_on.set()
        with pytest.raises(asyncio.CancelledError):
            await task

    asyncio.run(main())
    assert states(study) == ["complete"]


def test_a_function_that_runs_is_left_behind():
    study = made()
    begun, go_on, ended = threading.Event(), threading.Event(), threading.Event()
    problems = []

    def slow(trial):
        begun.set()
        go_on.wait(30)
        try:
            trial.report(0.5, 1)
        except hone.HoneError as problem:
            problems.append(problem)
        ended.set()
        return 7.0

    async def main():
        task = asyncio.ensure_future(study.optimize_async(slow, 3))
        await until(begun.is_set)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
        assert states(study) == ["waiting"]
        go_on.set()
        await until(ended.is_set)

    asyncio.run(main())
    assert len(problems) == 1 and states(study) == ["waiting"]


@pytest.mark.skipif(sys.version_info < (3, 11), reason="task groups came with Python 3.11")
def test_the_failure_of_a_task_group_gives_trials_back():
    study, begun = made(), []

    async def objective(trial):
        begun.append(trial.number)
        await for_ever(trial)

    async def fails():
        await until(lambda: len(begun) == 2)
        raise RuntimeError("of another task")

    async def main():
        async with asyncio.TaskGroup() as group:
            group.create_task(study.optimize_async(objective, parallel=2))
            group.create_task(fails())

    with pytest.raises(ExceptionGroup) as caught:  # noqa: F821
        asyncio.run(main())
    assert "of another task" in str(caught.value.exceptions[0])
    assert states(study) == ["waiting"] * 2


def test_ctrl_c_gives_trials_back():
    study = made()

    async def objective(trial):
        if trial.number == 2:
            asyncio.get_running_loop().call_soon(signal.raise_signal, signal.SIGINT)
        await (square(trial) if trial.number < 1 else for_ever(trial))
        return 1.0

    with pytest.raises(KeyboardInterrupt):
        asyncio.run(study.optimize_async(objective, parallel=2))
    assert states(study) == ["complete", "waiting", "waiting"]


# --- as optimize()


async def fails(trial):
    raise ValueError(f"x is {trial['x']}")


def test_exceptions():
    study = made()
    with pytest.raises(hone.ObjectiveError) as caught:
        asyncio.run(study.optimize_async(fails, 20, parallel=2))
    assert isinstance(caught.value.__cause__, ValueError)
    assert "in fails" in study.trials[0].error
    assert set(states(study)) == {"failed"}
    with pytest.raises(ValueError, match="x is"):
        asyncio.run(made().optimize_async(fails, 20, catch=(KeyError,)))
    study = made()
    asyncio.run(study.optimize_async(fails, 7, catch=ValueError))
    assert states(study) == ["failed"] * 7


def test_of_several_failures_one_is_raised_and_none_is_left(caplog):
    study, together = made(), []

    async def objective(trial):
        together.append(trial.number)
        await until(lambda: len(together) == 3)
        raise KeyError("all of them")

    with pytest.raises(KeyError):
        asyncio.run(study.optimize_async(objective, 3, parallel=3, catch=(ValueError,)))
    gc.collect()
    assert states(study) == ["failed"] * 3
    assert "never retrieved" not in caplog.text


def test_an_objective_that_is_cancelled_from_within_ends_the_search():
    study = made()

    async def objective(trial):
        raise asyncio.CancelledError

    with pytest.raises(asyncio.CancelledError):
        asyncio.run(study.optimize_async(objective, 3))
    assert states(study) == ["waiting"]


def test_what_runs_beside_a_failure_comes_to_its_end():
    study = made()

    async def objective(trial):
        if trial.number == 0:
            raise KeyError("first")
        await asyncio.sleep(0.01)
        return 1.0

    with pytest.raises(KeyError):
        asyncio.run(study.optimize_async(objective, 50, parallel=3, catch=(ValueError,)))
    assert states(study)[0] == "failed" and set(states(study)[1:]) == {"complete"} and len(study) < 50


def test_trials_report_and_are_pruned():
    async def objective(trial):
        trial.report(trial["x"], 1)
        await asyncio.sleep(0)
        if trial.should_prune():
            raise hone.TrialPruned()
        return trial["x"]

    study = made(pruner={"name": "median", "startup_trials": 2})
    asyncio.run(study.optimize_async(objective, 15))
    assert set(states(study)) == {"complete", "pruned"}


def test_callbacks_come_one_at_a_time_in_the_event_loop():
    study, seen, inside = made(), [], []

    async def later(study, trial):
        assert not inside
        inside.append(trial.number)
        await asyncio.sleep(0.001)
        inside.pop()

    def at_once(study, trial):
        assert threading.current_thread() is threading.main_thread()
        seen.append(trial.number)
        if len(seen) == 5:
            study.stop()

    asyncio.run(study.optimize_async(square, 100, parallel=3, callbacks=[later, at_once]))
    assert len(seen) == len(study) < 100 and set(states(study)) == {"complete"}


def test_the_objective_defines_the_space():
    async def objective(trial):
        return trial.suggest_float("x", 0, 1) + trial.suggest_int("n", 1, 3)

    study = hone.create_study(sampler="random")
    asyncio.run(study.optimize_async(objective, 8, parallel=4))
    assert states(study) == ["complete"] * 8 and set(study.space) == {"x", "n"}


def test_a_grid_ends_by_itself():
    async def objective(trial):
        return trial["n"]

    study = hone.create_study({"n": hone.Int(1, 7)}, sampler="grid")
    asyncio.run(study.optimize_async(objective, parallel=3, timeout="1h"))
    assert sorted(trial.params["n"] for trial in study.trials) == list(range(1, 8))


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"trials": -1}, "trials is -1; give 0 or more"),
        ({"trials": 2.5}, "trials is 2.5; give a whole number"),
        ({"parallel": 0}, "parallel is 0; give at least 1"),
        ({"objective": 5}, "the objective is 5; give a function or an 'async def'"),
    ],
)
def test_a_call_that_makes_no_sense(options, words):
    study = made()
    with pytest.raises(hone.InvalidArgumentError, match=words):
        asyncio.run(study.optimize_async(**{"objective": square, **options}))
    assert len(study) == 0
