# SPDX-License-Identifier: MIT
"""Designs, the Gaussian process and the tests, against values from elsewhere."""

import itertools
import math

import numpy as np
import pytest

import hone


def centred(points):
    """The squared centred discrepancy, written out (Hickernell 1998)."""
    n, s = points.shape
    z = np.abs(points - 0.5)
    single = np.prod(1 + z / 2 - z**2 / 2, axis=1).sum()
    pairs = 0.0
    for i, k in itertools.product(range(n), repeat=2):
        pairs += np.prod(1 + z[i] / 2 + z[k] / 2 - np.abs(points[i] - points[k]) / 2)
    return (13 / 12) ** s - 2 / n * single + pairs / n**2


def test_discrepancy():
    points = np.random.default_rng(1).random((9, 3))
    assert hone.discrepancy(points) == pytest.approx(centred(points), rel=1e-12)
    distances = [math.dist(a, b) for a, b in itertools.combinations(points, 2)]
    assert hone.discrepancy(points, "maximin") == pytest.approx(min(distances), rel=1e-12)
    with pytest.raises(ValueError, match="unit cube"):
        hone.discrepancy([[1.5]])
    with pytest.raises(ValueError, match="cd2"):
        hone.discrepancy(points, "cd3")


def test_uniform_designs():
    design = hone.uniform_design(12, 3, 4, seed=2)
    assert design.levels.shape == (12, 3) and design.levels.dtype == np.int64
    for column in design.levels.T:
        assert sorted(column) == sorted([1, 2, 3, 4] * 3)
    assert design.value == pytest.approx(centred(design.points), rel=1e-9)
    random = np.random.default_rng(1).random((12, 3))
    assert design.value < centred(random)
    assert (hone.uniform_design(12, 3, 4, seed=2).levels == design.levels).all()


def test_augment():
    first = hone.uniform_design(6, 2, 12, seed=1)
    rows = hone.augment(first, runs=6, seed=1)
    assert rows.levels.shape == (12, 2) and (rows.levels[:6] == first.levels).all()
    columns = hone.augment(first.levels, factors=1, levels=12, seed=1)
    assert columns.levels.shape == (6, 3) and (columns.levels[:, :2] == first.levels).all()
    for wrong in ({}, {"runs": 1, "factors": 1}):
        with pytest.raises(ValueError, match="runs"):
            hone.augment(first, **wrong)
    with pytest.raises(ValueError, match="level"):
        hone.augment([[1, 99]], runs=2, levels=4)


def data(n=25, seed=1):
    rng = np.random.default_rng(seed)
    x = rng.uniform([-3, 10], [3, 20], size=(n, 2))
    return x, np.sin(x[:, 0]) + 0.1 * (x[:, 1] - 15)


def test_the_process_predicts():
    x, y = data(40)
    gp = hone.GaussianProcess(seed=1).fit(x, y)
    new, truth = data(20, seed=9)
    mean, deviation = gp.predict(new)
    assert mean.shape == deviation.shape == (20,) and np.all(deviation > 0)
    assert np.sqrt(np.mean((mean - truth) ** 2)) < 0.15 * truth.std()
    joint, covariance = gp.predict(new, covariance=True)
    np.testing.assert_allclose(joint, mean, rtol=1e-9, atol=1e-9)
    np.testing.assert_allclose(np.sqrt(np.diag(covariance)), deviation, rtol=1e-4)
    draws = gp.sample(new, 3000, seed=2)
    assert draws.shape == (3000, 20)
    np.testing.assert_allclose(draws.mean(axis=0), mean, atol=5 * deviation.max() / math.sqrt(3000) + 1e-6)


def test_leave_one_out_is_what_others_say():
    x, y = data(15)
    bounds = ([-3, 10], [3, 20])
    gp = hone.GaussianProcess(bounds=bounds, seed=1).fit(x, y)
    left = gp.leave_one_out()
    assert left.mean.shape == (15,)
    np.testing.assert_allclose(
        left.log_density,
        -0.5 * np.log(2 * np.pi * left.variance) - 0.5 * (y - left.mean) ** 2 / left.variance, rtol=1e-6)
    assert np.corrcoef(left.mean, y)[0, 1] > 0.9


def test_further_observations_are_taken_in():
    x, y = data(20)
    gp = hone.GaussianProcess(seed=1).fit(x, y)
    place = np.array([[0.5, 14.0]])
    more = gp.condition_on(place, [5.0])
    assert more.predict(place)[0][0] > gp.predict(place)[0][0] and more.predict(place)[1][0] < gp.predict(place)[1][0]


def test_columns_of_categories():
    rng = np.random.default_rng(3)
    x = np.column_stack([rng.random(60), rng.integers(0, 3, 60)])
    y = np.sin(5 * x[:, 0]) + np.array([0.0, 2.0, -1.0])[x[:, 1].astype(int)]
    gp = hone.GaussianProcess(categories={1: 3}, seed=1).fit(x, y)
    mean, _ = gp.predict([[0.5, 0], [0.5, 1], [0.5, 2]])
    np.testing.assert_allclose(mean - mean[0], [0, 2, -1], atol=0.3)
    with pytest.raises(ValueError, match="categories"):
        hone.GaussianProcess(categories={1: 2}).fit(x, y)


@pytest.mark.parametrize(
    ("x", "y", "words"),
    [([1, 2], [1, 2], "dimensions"), ([[1], [2]], [1], "shape"), ([[1], [np.nan]], [1, 2], "finite"),
     ([[1], [2]], [1, np.inf], "finite"), (np.empty((0, 1)), [], "no points")],
)
def test_what_a_process_refuses(x, y, words):
    with pytest.raises(ValueError, match=words):
        hone.GaussianProcess().fit(x, y)


def test_misuse_of_a_process():
    with pytest.raises(ValueError, match="fit"):
        hone.GaussianProcess().predict([[1.0]])
    with pytest.raises(ValueError, match="kernel 'cubic'"):
        hone.GaussianProcess("cubic").fit(*data())
    with pytest.raises(ValueError, match="columns"):
        hone.GaussianProcess().fit(*data()).predict([[1.0]])


# The example of scipy.stats.levene; the values below are those of SciPy 1.17.1: levene(*GROUPS, center=...), fligner(*GROUPS).
GROUPS = [
    [8.88, 9.12, 9.04, 8.98, 9.00, 9.08, 9.01, 8.85, 9.06, 8.99],
    [8.88, 8.95, 9.29, 9.44, 9.15, 9.58, 8.36, 9.18, 8.67, 9.05],
    [8.95, 9.12, 8.95, 8.85, 9.03, 8.84, 9.07, 8.98, 8.86, 8.98],
]


def test_levene_and_fligner_killeen():
    levene, mean, fligner = hone.tests.levene(GROUPS), hone.tests.levene(GROUPS, "mean"), hone.tests.fligner_killeen(GROUPS)
    assert (levene.statistic, levene.p) == pytest.approx((7.584952754501659, 0.002431505967249677), rel=1e-9)
    assert (mean.statistic, mean.p) == pytest.approx((7.905194483442054, 0.001983795817472729), rel=1e-9)
    assert (fligner.statistic, fligner.p) == pytest.approx((10.803687663522238, 0.00450826080004775), rel=1e-9)
    assert hone.tests.levene([[1.0], [2.0]]) is None
    with pytest.raises(ValueError, match="centre"):
        hone.tests.levene(GROUPS, "mode")


def test_transform_gain():
    rng = np.random.default_rng(1)
    x = rng.random((40, 1))
    found = hone.tests.transform_gain(x, np.exp(6 * x[:, 0]), splits=4, seed=1)
    assert found.output_transform.log_likelihood > 0
    assert found.output_transform.verdict in ("helps", "unclear") and found.input_warp.held_out is not None
    with pytest.raises(ValueError, match="10"):
        hone.tests.transform_gain(x[:5], x[:5, 0])
