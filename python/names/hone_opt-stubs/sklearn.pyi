# SPDX-License-Identifier: MIT
from _hone_opt.sklearn import *
