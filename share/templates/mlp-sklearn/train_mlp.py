#!/usr/bin/env python3
"""Cross-validated loss of scikit-learn's neural network on a table.

Started by hone, which asks for one setting after another, or by hand:

    python3 train_mlp.py --data=my.csv --target=price
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
    from sklearn.neural_network import MLPClassifier, MLPRegressor
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
NEEDS_SCALING = True  # gradients of columns of different size do not fit one learning rate
CLASS_METRIC = "log_loss"


def make_model(classify, settings, known):
    """The model to measure. Any parameter of MLPClassifier may be a setting: add it to the study file."""
    layers, width = settings.pop("layers", 1), settings.pop("width", 100)
    settings.setdefault("hidden_layer_sizes", (width,) * layers)
    if "batch_size" in settings:
        settings["batch_size"] = min(settings["batch_size"], len(known))
    settings.setdefault("random_state", 0)
    if classify:
        return MLPClassifier(**settings)
    # The wanted values in units of their spread: a learning rate then means the same for prices and for shares.
    return TransformedTargetRegressor(MLPRegressor(**settings), transformer=StandardScaler())


# @TABLE@
