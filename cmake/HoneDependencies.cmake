# SPDX-License-Identifier: MIT
# Everything hone builds on, found on the machine, never downloaded, so that an offline build works.
# tools/packages lists the Debian packages that provide them.
find_package(Threads REQUIRED)
find_package(Boost 1.74 REQUIRED)
find_package(SQLite3 REQUIRED)
find_package(yaml-cpp REQUIRED)
find_package(nlohmann_json REQUIRED)
find_package(CLI11 REQUIRED)
find_package(RE2 REQUIRED)
find_package(ZLIB REQUIRED)
find_package(Eigen3 3.4 REQUIRED NO_MODULE)
if(HONE_TESTS)
  find_package(GTest REQUIRED)
  find_package(rapidcheck REQUIRED CONFIG)
endif()
if(HONE_BENCH)
  find_package(benchmark REQUIRED)
endif()
