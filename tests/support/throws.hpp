// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "hone/base/error.hpp"

namespace hone::test {

/// The message of the Error that an action throws; "(nothing was thrown)" when it throws none.
template <class Action>
std::string message_of(const Action& action) {
  try {
    action();
  } catch (const Error& error) {
    return error.what();
  }
  return "(nothing was thrown)";
}

}  // namespace hone::test
