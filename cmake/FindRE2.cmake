# SPDX-License-Identifier: MIT
# RE2 as re2::re2. Newer versions bring a CMake package of their own, the one in Debian 12 does not.
find_package(re2 CONFIG QUIET)
if(NOT TARGET re2::re2)
  find_path(RE2_INCLUDE_DIR re2/re2.h)
  find_library(RE2_LIBRARY re2)
  include(FindPackageHandleStandardArgs)
  find_package_handle_standard_args(RE2 REQUIRED_VARS RE2_LIBRARY RE2_INCLUDE_DIR)
  if(RE2_FOUND)
    add_library(re2::re2 UNKNOWN IMPORTED)
    set_target_properties(re2::re2 PROPERTIES IMPORTED_LOCATION ${RE2_LIBRARY}
                          INTERFACE_INCLUDE_DIRECTORIES ${RE2_INCLUDE_DIR})
  endif()
else()
  set(RE2_FOUND TRUE)
endif()
