# SPDX-License-Identifier: MIT
from _hone_opt import *
from _hone_opt import __version__ as __version__
from _hone_opt import tests as tests
