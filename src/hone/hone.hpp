// SPDX-License-Identifier: MIT
#pragma once

// All that a program needs to tune something; hone's own modules include what they use instead.
#include "hone/api/minimize.hpp"
#include "hone/api/tuner.hpp"
#include "hone/base/error.hpp"
#include "hone/core/space.hpp"
#include "hone/core/study.hpp"
