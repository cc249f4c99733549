# SPDX-License-Identifier: MIT
from _hone_opt.optuna import *
