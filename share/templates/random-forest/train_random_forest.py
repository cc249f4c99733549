#!/usr/bin/env python3
"""Cross-validated loss of scikit-learn's random forest on a table.

Started by hone, which asks for one setting after another, or by hand:

    python3 train_random_forest.py --data=my.csv --target=price
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
    from sklearn.ensemble import RandomForestClassifier, RandomForestRegressor
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
NEEDS_SCALING = False  # trees only compare
CLASS_METRIC = "log_loss"


def make_model(classify, settings, known):
    """The model to measure. Any parameter of RandomForestClassifier may be a setting: add it to the study file."""
    for name in ("max_features", "max_samples"):
        # A share of all: 1.0 is everything, while the whole number 1 would be a single one.
        if isinstance(settings.get(name), int):
            settings[name] = float(settings[name])
    settings.setdefault("n_jobs", 1)  # hone runs several trials at a time instead
    settings.setdefault("random_state", 0)
    return (RandomForestClassifier if classify else RandomForestRegressor)(**settings)


# @TABLE@
