#!/usr/bin/env python3
"""Cross-validated loss of scikit-learn's HistGradientBoosting on a table.

Started by hone, which asks for one setting after another, or by hand:

    python3 train_hist_gradient_boosting.py --data=my.csv --target=price
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
    from sklearn.ensemble import HistGradientBoostingClassifier, HistGradientBoostingRegressor
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

READS_MISSING = True  # a split sends missing values where they do least harm
NEEDS_SCALING = False  # trees only compare
CLASS_METRIC = "log_loss"


def make_model(classify, settings, known):
    """The model to measure. Any parameter of HistGradientBoostingClassifier may be a setting: add it to the study
    file."""
    settings.setdefault("early_stopping", False)  # max_iter is tuned; stopping would hide what it does
    settings.setdefault("random_state", 0)
    return (HistGradientBoostingClassifier if classify else HistGradientBoostingRegressor)(**settings)


# @TABLE@
