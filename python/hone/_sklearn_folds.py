# SPDX-License-Identifier: MIT
"""The folds of one search, drawn once."""

from __future__ import annotations

from typing import Any, List, Optional, Tuple

import numpy as np


class Folds:
    """A splitter that stands in front of another while a search runs. The base class splits anew whenever candidates are
    handed to it; here all candidates meet the same folds, also those of a splitter that draws them, and one fold at a
    time may be asked for, which is what pruning between folds needs."""

    def __init__(self, splitter: Any, single: bool) -> None:
        self.splitter = splitter
        self.single = single  #: hands out one fold at a time
        self.fold = 0  #: which one
        self.planned = 0  #: how many the splitter says that there are
        self.samples = 0  #: how many there are
        self.share = 1.0  #: of each fold's samples, of which smaller shares are parts of larger ones
        self.seed = 0  #: of the order in which samples are taken
        self._folds: Optional[List[Tuple[Any, Any]]] = None
        self._orders: List[Tuple[Any, Any]] = []

    def get_n_splits(self, X: Any = None, y: Any = None, groups: Any = None, **params: Any) -> int:
        self.planned = int(self.splitter.get_n_splits(X, y, **_with(groups, params)))
        return 1 if self.single else self.planned

    def split(self, X: Any, y: Any = None, groups: Any = None, **params: Any) -> List[Tuple[Any, Any]]:
        if self._folds is None:
            self._folds = list(self.splitter.split(X, y, **_with(groups, params)))
        if self.share < 1.0:
            return self._smaller()
        return [self._folds[self.fold]] if self.single else self._folds

    def _smaller(self) -> List[Tuple[Any, Any]]:
        """As many of each fold's samples as are wanted, to learn from and to score by. They are drawn without regard to
        classes, as scikit-learn does it: in classes of exactly one size settings may shine that do not elsewhere (a support
        vector machine with a tiny C tells where the middle of each class is, but of unequal ones names the largest)."""
        if not self._orders:
            assert self._folds is not None
            random = np.random.RandomState(self.seed)
            self._orders = [(random.permutation(train), random.permutation(test)) for train, test in self._folds]

        def some(order: Any) -> Any:
            return order[: max(1, int(self.share * len(order) + 1e-9))]

        return [(some(train), some(test)) for train, test in self._orders]

    @property
    def count(self) -> int:
        """How many there are, once the first was asked for."""
        assert self._folds is not None
        return len(self._folds)

    def get_metadata_routing(self) -> Any:
        return self.splitter.get_metadata_routing()


def _with(groups: Any, params: dict[str, Any]) -> dict[str, Any]:
    """Splitters of one's own may know nothing of groups."""
    return params if groups is None else {**params, "groups": groups}
