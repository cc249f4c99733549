# SPDX-License-Identifier: MIT
from _hone_opt.ray import *
