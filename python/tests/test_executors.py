# SPDX-License-Identifier: MIT
"""Trials as futures: of threads, processes, loky, and of executors that do odd things."""

import _thread
import concurrent.futures
import gc
import os
import sys
import threading
import weakref
from concurrent.futures import Future, ProcessPoolExecutor, ThreadPoolExecutor

import pytest

import hone

SPACE = {"x": hone.Float(0, 1)}


def made(store="memory:", **options):
    return hone.create_study(SPACE, sampler="random", seed=1, store=store, **options)


def square(trial):
    trial.set_attr("process", os.getpid())
    return trial["x"] ** 2


def by_run(trial):
    x = trial.suggest_float("x", 0, 1)
    if trial.number >= 2:
        return x + trial.suggest_int("n", 1, 4)
    return x


def reports(trial):
    for step in range(3):
        trial.report(trial["x"], step)
        if trial.should_prune():
            raise hone.TrialPruned(f"at {step}")
    return trial["x"]


class Odd(Exception):
    def __init__(self, one, two):  # which pickle cannot make again
        super().__init__(one)


def raises(trial):
    raise ValueError(f"x is {trial['x']}")


def raises_odd(trial):
    raise Odd("odd", "one")


def dies_once(trial):
    if trial.number == 1 and len(hone.load_study(trial.study.name, trial.study.store).trials) < 100:
        os._exit(3)
    return trial["x"]


def loky():
    executor = pytest.importorskip("joblib.externals.loky").get_reusable_executor(max_workers=2)

    class Left:  # it is shared by the tests, and ended after all of them
        def __enter__(self):
            return executor

        def __exit__(self, *_):
            pass

    return Left()


@pytest.fixture(autouse=True, scope="module")
def nothing_left():
    """joblib, which scikit-learn runs on, would take over an executor of loky's that it did not make."""
    yield
    reusable = sys.modules.get("joblib.externals.loky.reusable_executor")
    if reusable is not None and reusable._executor is not None:
        reusable._executor.shutdown(wait=True)


EXECUTORS = {"threads": lambda: ThreadPoolExecutor(3), "processes": lambda: ProcessPoolExecutor(2), "loky": loky}


class Byhand:
    """An executor whose futures end when and how the test says."""

    def __init__(self, end):
        self.end = end
        self.waiting = []
        self.most = 0
        self.calls = 0

    def submit(self, function, *arguments):
        future = Future()
        self.calls += 1
        self.waiting.append((future, function))
        self.most = max(self.most, len(self.waiting))
        threading.Thread(target=self._work, args=(self.calls, future, function), daemon=True).start()
        return future

    def _work(self, call, future, function):
        self.end(call, future, function)
        self.waiting.remove((future, function))


def run(call, future, function):
    if future.set_running_or_notify_cancel():
        future.set_result(function())


@pytest.fixture(params=EXECUTORS)
def executor(request):
    with EXECUTORS[request.param]() as opened:
        yield opened


def test_every_executor_runs_all_trials(executor, store):
    for study in (made(), made(store)):
        study.optimize(square, 12, executor=executor)
        assert [trial.state for trial in study.trials] == ["complete"] * 12
        assert all(trial.value == trial.params["x"] ** 2 for trial in study.trials)
        processes = {trial.attributes["process"] for trial in study.trials}
        assert processes == {os.getpid()} or os.getpid() not in processes


def test_trials_of_every_executor_report_and_are_pruned(executor, store):
    study = made(store, pruner={"name": "median", "startup_trials": 2})
    study.optimize(reports, 20, executor=executor, parallel=1)
    states = {trial.state for trial in study.trials}
    assert states == {"complete", "pruned"}
    for trial in study.trials:
        assert trial.reports[0] == (0, trial.params["x"])
        assert (trial.state == "pruned") == bool(trial.error)


def test_every_executor_grows_a_space(executor, store):
    study = hone.create_study(sampler="random", seed=1, store=store)
    study.optimize(by_run, 8, executor=executor)
    assert [trial.state for trial in study.trials] == ["complete"] * 8
    assert all(("n" in trial.params) == (trial.number >= 2) for trial in study.trials)
    assert all(trial.value == sum(trial.params.values()) for trial in study.trials)


def test_exceptions_come_home_with_their_tracebacks(executor):
    study = made()
    with pytest.raises(hone.ObjectiveError) as caught:
        study.optimize(raises, 20, executor=executor)
    assert isinstance(caught.value.__cause__, ValueError)
    error = study.trials[0].error
    assert "in raises" in error and error.strip().endswith(f"ValueError: x is {study.trials[0].params['x']}")
    study = made()
    with pytest.raises(ValueError, match="x is"):
        study.optimize(raises, 20, executor=executor, catch=(KeyError,))


def test_an_exception_that_cannot_be_sent_is_said():
    study = made()
    with ProcessPoolExecutor(1) as executor:
        study.optimize(raises_odd, 2, executor=executor, catch=(Exception,))
    assert "Odd: odd" in study.trials[0].error and study.trials[1].state == "failed"


def test_trials_in_memory_do_not_report_from_other_processes():
    study = made()
    with ProcessPoolExecutor(1) as executor:
        study.optimize(reports, 1, executor=executor, catch=(Exception,))
    assert "is in the memory of the program that asked, and a trial in another process cannot report there" in study.trials[0].error


def test_new_parameters_of_a_study_in_memory_are_refused_in_other_processes():
    study = hone.create_study(sampler="random", seed=1)
    with ProcessPoolExecutor(1) as executor:
        study.optimize(by_run, 4, executor=executor, catch=(Exception,))
    assert [trial.state for trial in study.trials] == ["complete", "complete", "failed", "failed"]
    assert "cannot add 'n' to its space" in study.trials[2].error


def test_an_objective_that_cannot_be_sent_is_said():
    study = made()
    with ProcessPoolExecutor(2) as executor, pytest.raises(hone.InvalidArgumentError, match="cannot be sent to the executor"):
        study.optimize(lambda trial: 1.0, 4, executor=executor)
    assert {trial.state for trial in study.trials} == {"waiting"}


def test_loky_is_sent_a_lambda():
    study = made()
    with loky() as executor:
        study.optimize(lambda trial: trial["x"], 3, executor=executor)
    assert study.best_value == min(trial.params["x"] for trial in study.trials)


def test_a_process_that_dies_gives_its_trials_back(store):
    study = made(store)
    with ProcessPoolExecutor(2) as executor:
        with pytest.raises(hone.SystemRefusedError, match="takes nothing any more: .*BrokenProcessPool"):
            study.optimize(dies_once, 6, executor=executor)
    assert {trial.state for trial in study.trials} <= {"complete", "waiting"}
    assert study.trials[1].state == "waiting" and study.trials[1].attempt == 2
    study.optimize(square, 6 - sum(trial.state == "complete" for trial in study.trials))
    assert [trial.state for trial in study.trials] == ["complete"] * 6


# --- by hand


def test_no_more_is_handed_out_than_there_is_room_for():
    gate = threading.Barrier(3)

    def together(call, future, function):
        gate.wait(30)  # three at a time, or never
        run(call, future, function)

    executor = Byhand(together)
    made().optimize(square, 9, executor=executor, parallel=3)
    assert executor.most == 3 and executor.calls == 9


def test_a_cancelled_future_is_tried_again():
    def end(call, future, function):
        if call == 2:
            future.cancel()
            future.set_running_or_notify_cancel()
        else:
            run(call, future, function)

    study = made()
    study.optimize(square, 4, executor=Byhand(end), parallel=1)
    assert [(trial.state, trial.attempt) for trial in study.trials] == [("complete", 1)] * 4


def test_a_lost_worker_costs_an_attempt():
    def end(call, future, function):
        if call == 2:
            future.set_exception(RuntimeError("killed"))
        else:
            run(call, future, function)

    study = made()
    study.optimize(square, 4, executor=Byhand(end), parallel=1)
    assert [(trial.state, trial.attempt) for trial in study.trials] == [
        ("complete", 1), ("complete", 2), ("complete", 1), ("complete", 1)
    ]  # fmt: skip


def test_a_time_out_ends_its_trial():
    def end(call, future, function):
        if call == 2:
            future.set_exception(concurrent.futures.TimeoutError("after 3 s"))
        else:
            run(call, future, function)

    study = made()
    study.optimize(square, 3, executor=Byhand(end), parallel=1)
    assert [trial.state for trial in study.trials] == ["complete", "timed_out", "complete"]
    assert "after 3 s" in study.trials[1].error


@pytest.mark.parametrize(
    ("end", "words"),
    [
        (lambda call, future, function: future.cancel() and future.set_running_or_notify_cancel(), "cancels what it is given, 5 trials"),
        (lambda call, future, function: future.set_exception(RuntimeError("killed")), "loses what it is given, 5 trials in a row"),
    ],
)
def test_an_executor_that_ends_nothing_is_given_up(end, words):
    study = made()
    with pytest.raises(hone.SystemRefusedError, match=words):
        study.optimize(square, 50, executor=Byhand(end), parallel=1)
    assert [trial.state for trial in study.trials] == ["waiting"]


def test_a_future_that_holds_something_else():
    study = made()
    with pytest.raises(hone.InvalidArgumentError, match="the executor's future holds 7, and not what"):
        study.optimize(square, 1, executor=Byhand(lambda call, future, function: future.set_result(7)), parallel=1)
    assert [trial.state for trial in study.trials] == ["waiting"]


def test_an_executor_that_was_shut_down_takes_nothing():
    study, executor = made(), ThreadPoolExecutor(2)
    executor.shutdown()
    with pytest.raises(hone.SystemRefusedError, match="takes nothing any more"):
        study.optimize(square, 4, executor=executor)
    assert {trial.state for trial in study.trials} == {"waiting"}


@pytest.mark.parametrize("begun", [False, True])
def test_ctrl_c_gives_trials_back_and_keeps_results(begun):
    study = made()
    stuck = threading.Event()

    def end(call, future, function):
        if call == 1:
            run(call, future, function)
            return
        if begun:
            future.set_running_or_notify_cancel()
        if call == 4:
            _thread.interrupt_main()
        stuck.wait(30)

    try:
        with pytest.raises(KeyboardInterrupt):
            study.optimize(square, 50, executor=Byhand(end), parallel=3)
    finally:
        stuck.set()
    states = [trial.state for trial in study.trials]
    assert states == ["complete", "waiting", "waiting", "waiting"]


def test_what_was_given_back_is_not_taken_from_the_late_one(store):
    """After Ctrl-C the objective may still run somewhere; its trial is another's."""
    study, begun, again, ended = made(store), *[threading.Event() for _ in range(3)]
    problems = []

    def slow(trial):
        begun.set()
        again.wait(30)
        try:
            trial.report(0.5, 1)
        except hone.HoneError as problem:
            problems.append(problem)
        ended.set()
        return 7.0

    def interrupt():
        begun.wait(30)
        _thread.interrupt_main()

    with ThreadPoolExecutor(1) as executor:
        threading.Thread(target=interrupt, daemon=True).start()
        with pytest.raises(KeyboardInterrupt):
            study.optimize(slow, 1, executor=executor)
        study.tell(study.ask(), 1.0)
        again.set()
        assert ended.wait(30)
    assert isinstance(problems[0], hone.LeaseLostError)
    assert [trial.value for trial in study.trials] == [1.0]


def test_a_stop_takes_back_what_has_not_begun():
    cancelled = threading.Event()

    def end(call, future, function):
        if call == 1:
            run(call, future, function)
        elif call == 2:  # has begun, and comes to its end
            future.set_running_or_notify_cancel()
            cancelled.wait(30)
            future.set_result(function())
        else:
            for _ in range(3000):
                if future.cancelled():
                    cancelled.set()
                    return
                cancelled.wait(0.001)
            run(call, future, function)

    study = made()
    study.optimize(square, 50, executor=Byhand(end), parallel=4, callbacks=[lambda study, trial: study.stop()])
    assert [trial.state for trial in study.trials] == ["complete", "complete", "waiting", "waiting"]


# --- as without an executor


def test_callbacks_and_stop(executor):
    study, seen = made(), []

    def callback(study, trial):
        seen.append((trial.number, trial.state, threading.current_thread() is threading.main_thread()))
        if len(seen) == 3:
            study.stop()

    study.optimize(square, 50, executor=executor, callbacks=[callback])
    assert 3 <= len(seen) < 50 and all(state == "complete" and here for _, state, here in seen)
    assert sorted(number for number, _, _ in seen) == [t.number for t in study.trials if t.state == "complete"]
    assert {trial.state for trial in study.trials} <= {"complete", "waiting"}


def test_a_grid_ends_by_itself(executor):
    study = hone.create_study({"n": hone.Int(1, 7)}, sampler="grid")
    study.optimize(first, executor=executor)
    assert sorted(trial.params["n"] for trial in study.trials) == list(range(1, 8))


def first(trial):
    return trial["n"]


def test_a_deadline_that_is_over():
    study = made()
    with ThreadPoolExecutor(2) as executor:
        study.optimize(square, 5, executor=executor, timeout=0)
    assert len(study) == 0


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"executor": 5}, r"the executor is 5; give one with submit\(\)"),
        ({"executor": Byhand(run)}, "Byhand does not say how many objectives it runs at a time; give parallel="),
        ({"executor": Byhand(run), "processes": 2}, "in the executor or in processes of hone's"),
        ({"parallel": 2, "n_jobs": 2}, "parallel and n_jobs are two words for the same"),
        ({"parallel": 0}, "parallel is 0; give at least 1"),
    ],
)
def test_words_that_do_not_go_together(options, words):
    study = made()
    with pytest.raises(hone.InvalidArgumentError, match=words):
        study.optimize(square, 1, **options)
    assert len(study) == 0


@pytest.mark.parametrize("search", [hone.minimize, hone.maximize])
def test_the_short_way_takes_an_executor(search):
    executor = Byhand(run)
    found = search(square, SPACE, 4, sampler="random", executor=executor, parallel=2)
    assert executor.calls == 4 and len(found.trials) == 4


def test_parallel_runs_threads():
    gate = threading.Barrier(3)

    def together(trial):
        gate.wait(30)
        return trial["x"]

    study = made()
    study.optimize(together, 6, parallel=3)
    assert [trial.state for trial in study.trials] == ["complete"] * 6


@pytest.mark.parametrize("collected", [False, True])
def test_garbage_is_collected_after_each_trial(collected):
    class Model:
        pass

    alive, seen = [], []

    def objective(trial):
        seen.append(sum(one() is not None for one in alive))
        model = Model()
        model.itself = model
        alive.append(weakref.ref(model))
        return trial["x"]

    gc.disable()
    try:
        made().optimize(objective, 3, gc_after_trial=collected)
    finally:
        gc.enable()
    assert seen == ([0, 0, 0] if collected else [0, 1, 2])
