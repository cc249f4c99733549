#!/usr/bin/env python3
"""Cross-validated loss of a support vector machine on a table.

Started by hone, which asks for one setting after another, or by hand:

    python3 train_svm.py --data=my.csv --target=price
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
    from sklearn.compose import TransformedTargetRegressor
    from sklearn.svm import SVC, SVR
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
NEEDS_SCALING = True  # kernels measure distances
CLASS_METRIC = "error"  # its chances would cost a second cross-validation within each fold


def make_model(classify, settings, known):
    """The model to measure. Any parameter of SVC and SVR may be a setting: add it to the study file."""
    # gamma as a multiple of scikit-learn's default, gamma="scale", so that one range suits tables of any width.
    factor = settings.pop("gamma_factor", 1.0)
    settings.setdefault("gamma", factor / (known.shape[1] * max(known.var(), 1e-12)))
    settings.setdefault("cache_size", 500)  # megabytes
    settings.setdefault("max_iter", 1_000_000)  # a hopeless setting ends instead of running for hours
    if classify:
        return SVC(**settings)
    # The wanted values in units of their spread: C and epsilon then mean the same for prices and for shares.
    return TransformedTargetRegressor(SVR(**settings), transformer=StandardScaler())


# @TABLE@
