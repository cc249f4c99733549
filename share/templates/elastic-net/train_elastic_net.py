#!/usr/bin/env python3
"""Cross-validated loss of linear or logistic regression with L1 and L2 penalty on a table.

Started by hone, which asks for one setting after another, or by hand:

    python3 train_elastic_net.py --data=my.csv --target=price
"""
import argparse
import difflib
import json
import os
import sys
import traceback
import warnings

try:
    import numpy as np
    import pandas as pd
    import sklearn
    from sklearn.compose import TransformedTargetRegressor
    from sklearn.linear_model import ElasticNet, LogisticRegression
    from sklearn.compose import ColumnTransformer
    from sklearn.datasets import load_breast_cancer
    from sklearn.impute import SimpleImputer
    from sklearn.metrics import log_loss, roc_auc_score
    from sklearn.model_selection import KFold, StratifiedKFold
    from sklearn.pipeline import make_pipeline
    from sklearn.preprocessing import OneHotEncoder, StandardScaler
except ImportError as problem:
    # The interpreter that runs this, which need not be the one that 'pip' belongs to.
    sys.exit(f"{problem}; install what this script needs:  {sys.executable} -m pip install scikit-learn pandas")

warnings.filterwarnings("ignore")  # they would hide the trial's own words

READS_MISSING = False
NEEDS_SCALING = True  # one penalty for all coefficients is fair only when columns have one scale
CLASS_METRIC = "log_loss"


def make_model(classify, settings, known):
    """The model to measure: ElasticNet for quantities, LogisticRegression with the same penalty for classes."""
    settings.setdefault("random_state", 0)
    if not classify:
        settings.setdefault("max_iter", 5000)
        # The wanted values in units of their spread: alpha then means the same for prices and for shares.
        return TransformedTargetRegressor(ElasticNet(**settings), transformer=StandardScaler())
    # ElasticNet's penalty is weighed against the mean loss, LogisticRegression's C against the sum: C = 1 / (alpha n).
    settings["C"] = 1.0 / (settings.pop("alpha", 1.0 / len(known)) * len(known))
    settings.setdefault("l1_ratio", 0.0)
    settings.setdefault("max_iter", 2000)
    settings.setdefault("tol", 1e-3)
    if tuple(int(part) for part in sklearn.__version__.split(".")[:2]) < (1, 8):
        settings["penalty"] = "elasticnet"  # newer versions see it from l1_ratio
    return LogisticRegression(solver="saga", **settings)


# @TABLE@
