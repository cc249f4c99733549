# SPDX-License-Identifier: MIT
"""What a study is made of: the compiled half, a lock, and what is known of it; in threads, forks, pickles and copies."""

from __future__ import annotations

import inspect
import os
import threading
import weakref
from typing import TYPE_CHECKING, Any, Dict, FrozenSet, List, Mapping, Optional, Tuple, cast

from . import _hone
from ._errors import InvalidArgumentError, UnknownWordError
from ._growth import Growth
from ._hints import OF_A_STUDY, foreign
from ._space import Parameter, parameter_of
from ._trial import FrozenTrial

if TYPE_CHECKING:
    from ._study import Study

_studies: weakref.WeakSet[Study] = weakref.WeakSet()


def _after_fork() -> None:
    """A lock that another thread held has nobody to let it go in the new process."""
    for study in _studies:
        study._new_locks()


os.register_at_fork(after_in_child=_after_fork)


class Handle:
    """What a study inherits and its users do not call."""

    __signature__ = inspect.Signature()  # create_study() and load_study() make studies

    def __init__(
        self,
        operations: Optional[_hone.Operations] = None,
        store: str = "",
        definition: Optional[Dict[str, Any]] = None,
        known: bool = False,
        resume: bool = False,
        given: Optional[Mapping[str, Parameter]] = None,
        wanted: Optional[Mapping[str, Any]] = None,
        named: bool = False,
        **other: Any,
    ) -> None:
        if not isinstance(operations, _hone.Operations) or definition is None or other:
            raise UnknownWordError("a study is made with hone.create_study(...), and one of a store is opened with hone.load_study(name, store)")
        self._new_locks()
        self._process = os.getpid()
        self._compiled = operations
        self._store = store
        self._known = known  # False: the space is not known before the first trial has ended
        self._resume = resume  # when it is made at last, and another process was faster
        self._stopped = threading.Event()
        self._wanted: Dict[str, Any] = dict(wanted or {})  # what the caller said of a study that is made later, in its words alone
        self._named = named  # whether that names the objectives
        self._follows = not known  # to wider ranges: the space is the objective's, and nobody wrote it down
        self._growth = Growth(self._as_study())
        self._given: Dict[str, Parameter] = dict(given or {})  # as they were written in this process
        # Parameters of a space that was written down: those given here, and those with a condition, which objectives do not make.
        self._declared: FrozenSet[str] = frozenset(self._given).union(
            name for name, made in definition.get("parameters", {}).items() if isinstance(made, dict) and made.get("when")
        )
        self._forget(definition)
        _studies.add(self._as_study())

    def _new_locks(self) -> None:
        self._lock = threading.RLock()

    def _forget(self, definition: Dict[str, Any]) -> None:
        self._name = str(definition["name"])
        self._trials: List[FrozenTrial] = []
        self._revision = 0
        self._redefined(definition)

    def _redefined(self, definition: Dict[str, Any]) -> None:
        self._definition = definition
        self._space: Dict[str, Parameter] = {}
        for name, made in definition.get("parameters", {}).items():
            stored = parameter_of(made)
            given = self._given.get(name)
            self._space[name] = given if given is not None and given.originals and given == stored else stored
        self._originals = {name: one.originals for name, one in self._space.items() if one.originals}

    def __repr__(self) -> str:
        return f"Study(name={self._name!r}, store={_hone.shown_store(self._store)!r})"

    def __len__(self) -> int:
        """How many trials there are, in whatever state."""
        return len(self._as_study().trials)

    def __bool__(self) -> bool:
        return True

    if not TYPE_CHECKING:
        __getattr__ = foreign("a study", OF_A_STUDY)

    @property
    def _operations(self) -> _hone.Operations:
        if self._process != os.getpid():
            self._reopen()
        return self._compiled

    def _reopen(self) -> None:
        """In a process that was forked. What the parent holds must be left alone."""
        _hone.abandon(self._compiled)
        self.__setstate__(self.__getstate__())

    def __getstate__(self) -> Tuple[str, str, FrozenSet[str], bool]:
        if not self._known or _hone.in_memory(self._store):
            raise InvalidArgumentError(
                f"the study '{self._name}' is in the memory of one process, and another one cannot use it; "
                "make it in a store that both see: store='sqlite:hone.db'"
            )
        return self._store, self._name, self._declared, self._follows

    def __copy__(self) -> Study:
        """A study is a handle: its copy is a handle of the same study, also in the copy of an object that holds one."""
        return self._as_study()

    def __deepcopy__(self, memo: Dict[int, Any]) -> Study:
        return self._as_study()

    def __setstate__(self, state: Tuple[str, str, FrozenSet[str], bool]) -> None:
        from ._create import load_study

        store, name, declared, follows = state
        self.__dict__.update(load_study(name, store).__dict__)
        self._declared, self._follows = declared, follows
        self._growth = Growth(self._as_study())

    def _as_study(self) -> Study:
        return cast("Study", self)
