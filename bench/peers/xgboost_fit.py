#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""How long XGBoost takes for the fits of bench/micro/learners_bench.cpp: 100 rounds of depth 3 on one thread.

    python3 xgboost_fit.py      (needs numpy, xgboost)
"""
import time

import numpy as np
import xgboost as xgb

rng = np.random.default_rng(1)
for n in (100, 500, 10000):
    x = rng.random((n, 10))
    y = ((x - 0.3) ** 2).sum(axis=1)
    label = (y < np.quantile(y, 1 / 3)).astype(float)
    for method in ('exact', 'hist'):
        best = np.inf
        for _ in range(7):
            start = time.process_time()
            train = xgb.DMatrix(x, label)
            model = xgb.train({'objective': 'binary:logistic', 'tree_method': method, 'max_depth': 3, 'eta': 0.1,
                               'nthread': 1}, train, 100)
            best = min(best, time.process_time() - start)
        print(f'n = {n:6} {method:6} {1e3 * best:8.2f} ms')
    query = rng.random((1000, 10))
    start = time.process_time()
    for _ in range(20):
        model.inplace_predict(query)
    print(f'           1000 scores {1e3 * (time.process_time() - start) / 20:.2f} ms')
