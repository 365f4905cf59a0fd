"""The one piece of statistics that the scripts which fit weights share."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float64]
Rows = npt.NDArray[np.floating[Any]]

ROUNDS = 50


def logistic(
    features: Rows, won: Rows, penalty: float | Floats = 1.0, tolerance: float = 1e-7
) -> Floats:
    """Weights `w` such that `chance(features, w)` tells best which rows were won.

    Newton's method. The penalty on large weights, one for all or one for each, keeps those finite
    that have hardly any rows. It ends when no weight changes by more than the tolerance.
    """
    weights = np.zeros(features.shape[1])
    ridge = np.diag(np.broadcast_to(penalty, weights.shape))
    for _ in range(ROUNDS):
        expected = chance(features, weights)
        slope = features.T @ (won - expected) - ridge @ weights
        bend = (features * (expected * (1 - expected))[:, None]).T @ features + ridge
        step = np.linalg.solve(bend, slope)
        weights += step
        if np.abs(step).max() < tolerance:
            break
    return weights


def chance(features: Rows, weights: Floats) -> Floats:
    """The winning chances that the weights give to each row."""
    chances: Floats = 1 / (1 + np.exp(-np.clip(features @ weights.astype(features.dtype), -30, 30)))
    return chances


def errors(features: Rows, weights: Floats) -> Floats:
    """The standard error of each weight, if no row had to do with another.

    Positions of one game have, so from run to run weights differ by more.
    """
    expected = chance(features, weights)
    bend = (features * (expected * (1 - expected))[:, None]).T @ features
    deviations: Floats = np.sqrt(np.diag(np.linalg.inv(bend)))
    return deviations


def accuracy(features: Rows, won: Rows, weights: Floats) -> float:
    """The share of rows whose winner the weights tell."""
    return float(((chance(features, weights) > 0.5) == (won > 0.5)).mean())
