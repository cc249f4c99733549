#!/usr/bin/env python3
"""Cross-validated loss of LightGBM on a table.

Started by hone, which asks for one setting after another, or by hand:

    python3 train_lightgbm.py --data=my.csv --target=price
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
    import lightgbm
    from sklearn.compose import ColumnTransformer
    from sklearn.datasets import load_breast_cancer
    from sklearn.impute import SimpleImputer
    from sklearn.metrics import log_loss, roc_auc_score
    from sklearn.model_selection import KFold, StratifiedKFold
    from sklearn.pipeline import make_pipeline
    from sklearn.preprocessing import OneHotEncoder, StandardScaler
except ImportError as problem:
    # The interpreter that runs this, which need not be the one that 'pip' belongs to.
    sys.exit(f"{problem}; install what this script needs:  {sys.executable} -m pip install lightgbm scikit-learn pandas")

warnings.filterwarnings("ignore")  # they would hide the trial's own words

READS_MISSING = True  # a split sends missing values where they do least harm
NEEDS_SCALING = False  # trees only compare
CLASS_METRIC = "log_loss"


def make_model(classify, settings, known):
    """The model to measure. Any parameter of LGBMClassifier may be a setting: add it to the study file."""
    settings.pop("limit_depth", None)  # it only says whether there is a max_depth
    settings.setdefault("subsample_freq", 1)  # 0, LightGBM's default, would switch 'subsample' off
    settings.setdefault("n_jobs", 1)  # hone runs several trials at a time instead
    settings.setdefault("random_state", 0)
    settings.setdefault("verbose", -1)
    return (lightgbm.LGBMClassifier if classify else lightgbm.LGBMRegressor)(**settings)


# @TABLE@
