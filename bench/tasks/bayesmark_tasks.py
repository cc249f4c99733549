# SPDX-License-Identifier: MIT
"""bayesmark_tasks.py FOLDER: evaluates the tuning tasks of bayesmark, one JSON request and answer a line.

A request names a task (MODEL_DATA_METRIC), the parameters and a seed for the noise inside the models; the answer is
{"loss": the visible loss, or null when the model fails, "repeatable": whether the seed does not matter}.
FOLDER holds boston.csv, which scikit-learn no longer has. The rules are bayesmark's (0.0.8), on scikit-learn 1.2:
raw features, four fifths of the rows by a fixed split, the mean over five unshuffled folds of these.
"""
import json
import os
import sys
import warnings

import numpy
from sklearn import datasets, linear_model, model_selection, neighbors, svm, tree
from sklearn.ensemble import RandomForestClassifier, RandomForestRegressor

LEAST_PROBABILITY = 1e-15  # scikit-learn's own log loss has another one since 1.2
FOREST = {"n_estimators": 10}
LIBLINEAR = {"solver": "liblinear", "multi_class": "ovr"}
REGRESSION = ("boston", "diabetes")


class Normalized:
    """A linear model on centred columns of length 1: the `normalize` of older scikit-learn, which needs an intercept."""

    def __init__(self, model):
        self.model = model

    def fit(self, x, y):
        self.offset = x.mean(axis=0)
        lengths = numpy.linalg.norm(x - self.offset, axis=0)
        self.lengths = numpy.where(lengths == 0, 1, lengths)
        self.model.fit((x - self.offset) / self.lengths, y)
        return self

    def predict(self, x):
        return self.model.predict((x - self.offset) / self.lengths)


def normalizing(make):
    def build(normalize, **params):
        model = make(**params)
        return Normalized(model) if normalize and params["fit_intercept"] else model

    return build


def logistic(penalty):
    return lambda **params: linear_model.LogisticRegression(penalty=penalty, **LIBLINEAR, **params)


REGRESSORS = {
    "DT": tree.DecisionTreeRegressor,
    "RF": lambda **params: RandomForestRegressor(**FOREST, **params),
    "SVM": svm.SVR,
    "kNN": neighbors.KNeighborsRegressor,
    "lasso": normalizing(linear_model.Lasso),
    "linear": normalizing(linear_model.Ridge),
}
CLASSIFIERS = {
    "DT": tree.DecisionTreeClassifier,
    "RF": lambda **params: RandomForestClassifier(**FOREST, **params),
    "SVM": svm.SVC,
    "kNN": neighbors.KNeighborsClassifier,
    "lasso": logistic("l1"),
    "linear": logistic("l2"),
}


def log_loss(model, x, y):
    probability = numpy.clip(model.predict_proba(x), LEAST_PROBABILITY, 1 - LEAST_PROBABILITY)
    probability /= probability.sum(axis=1, keepdims=True)
    column = numpy.searchsorted(model.classes_, y)
    return -numpy.log(probability[numpy.arange(len(y)), column]).mean()


LOSSES = {
    "acc": lambda model, x, y: -numpy.mean(model.predict(x) == y),
    "nll": log_loss,
    "mae": lambda model, x, y: numpy.abs(model.predict(x) - y).mean(),
    "mse": lambda model, x, y: ((model.predict(x) - y) ** 2).mean(),
}


def rows_of(name, folder):
    if name == "boston":
        table = numpy.loadtxt(os.path.join(folder, "boston.csv"), delimiter=",", skiprows=1)
        return table[:, :-1], table[:, -1]
    load = {"breast": datasets.load_breast_cancer}.get(name) or getattr(datasets, "load_" + name)
    return load(return_X_y=True)


class Data:
    """The four fifths that tuning sees, and the folds of them."""

    def __init__(self, name, folder):
        x, y = rows_of(name, folder)
        self.x, _, self.y, _ = model_selection.train_test_split(x, y, test_size=0.2, shuffle=True, random_state=0)
        kind = model_selection.KFold if name in REGRESSION else model_selection.StratifiedKFold
        self.folds = list(kind(n_splits=5).split(self.x, self.y))


def repeatable(model, data, metric):
    if model == "SVM":
        return metric != "nll"
    return model == "kNN" or (model in ("lasso", "linear") and data in REGRESSION)


class Tasks:
    def __init__(self, folder):
        self.folder = folder
        self.data = {}

    def rows(self, data):
        if data not in self.data:
            self.data[data] = Data(data, self.folder)
        return self.data[data]

    def loss(self, model, data, metric, params):
        rows = self.rows(data)
        if model == "SVM" and metric == "nll":  # the classes it predicts do not depend on this
            params = {**params, "probability": True}
        build = (REGRESSORS if data in REGRESSION else CLASSIFIERS)[model]
        return float(numpy.mean([
            LOSSES[metric](build(**params).fit(rows.x[train], rows.y[train]), rows.x[test], rows.y[test])
            for train, test in rows.folds
        ]))

    def answer(self, request):
        model, data, metric = request["task"].split("_")
        self.rows(data)  # a file that is missing is not a failing model
        numpy.random.seed(request["seed"])
        try:
            loss = self.loss(model, data, metric, request["params"])
        except Exception as error:  # pylint: disable=broad-except
            print(f"{request}: {error}", file=sys.stderr)
            loss = float("nan")
        return {"loss": loss if numpy.isfinite(loss) else None, "repeatable": repeatable(model, data, metric)}


def main(folder):
    warnings.simplefilter("ignore")
    tasks = Tasks(folder)
    for line in sys.stdin:
        print(json.dumps(tasks.answer(json.loads(line))), flush=True)


if __name__ == "__main__":
    main(sys.argv[1])
