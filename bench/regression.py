"""Logistic regression for the scripts that fit weights."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float64]
Rows = npt.NDArray[np.floating[Any]]

ROUNDS = 50


def fit_logistic(
    features: Rows, won: Rows, penalty: float | Floats = 1.0, tolerance: float = 1e-7
) -> Floats:
    """Weights that best predict which rows were won, by Newton's method.

    The penalty on large weights, one for all or one for each, keeps those with few rows finite. The
    iteration ends when no weight changes by more than the tolerance.
    """
    weights = np.zeros(features.shape[1])
    ridge = np.diag(np.broadcast_to(penalty, weights.shape))
    for _ in range(ROUNDS):
        expected = predict_chance(features, weights)
        gradient = features.T @ (won - expected) - ridge @ weights
        curvature = (features * (expected * (1 - expected))[:, None]).T @ features + ridge
        step = np.linalg.solve(curvature, gradient)
        weights += step
        if np.abs(step).max() < tolerance:
            break
    return weights


def predict_chance(features: Rows, weights: Floats) -> Floats:
    """The winning chance of each row."""
    chances: Floats = 1 / (1 + np.exp(-np.clip(features @ weights.astype(features.dtype), -30, 30)))
    return chances


def estimate_errors(features: Rows, weights: Floats) -> Floats:
    """The standard error of each weight, if rows were independent.

    Positions of one game are not, so weights differ by more from run to run.
    """
    expected = predict_chance(features, weights)
    curvature = (features * (expected * (1 - expected))[:, None]).T @ features
    deviations: Floats = np.sqrt(np.diag(np.linalg.inv(curvature)))
    return deviations


def measure_accuracy(features: Rows, won: Rows, weights: Floats) -> float:
    """The share of rows whose winner is predicted correctly."""
    return float(((predict_chance(features, weights) > 0.5) == (won > 0.5)).mean())
