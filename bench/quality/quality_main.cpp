// SPDX-License-Identifier: MIT
#include <iostream>

#include "bench/quality/bench.hpp"
#include "hone/base/error.hpp"

int main(int argc, char** argv) {
  try {
    return hone::quality::run_bench({argv + 1, argv + argc}, std::cout, std::cerr);
  } catch (const hone::Error& error) {
    std::cerr << "hone_quality: " << error.what() << "\n";
    return 2;
  }
}
