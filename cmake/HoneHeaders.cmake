# SPDX-License-Identifier: MIT
# Headers that most files of a kind include, read once instead of once for each object: the standard library, JSON, Eigen, GoogleTest. Only where folders are compiled together
# (HONE_UNITY): a build of single files, as the preset dev is, shows which of them forgot an include.
#
# hone_headers(NAME edge OPTIONS -O1 LINKS nlohmann_json::nlohmann_json HEADERS <map> <nlohmann/json.hpp>)
# PROGRAM: for programs, not for libraries.
# It makes hone_edge_headers, whose headers a target with the same options takes over by hone_use_headers(target edge).
function(hone_headers)
  cmake_parse_arguments(ARG "PROGRAM" "NAME" "OPTIONS;LINKS;HEADERS" ${ARGN})
  if(NOT HONE_UNITY)
    return()
  endif()
  set(target hone_${ARG_NAME}_headers)
  set(source ${CMAKE_BINARY_DIR}/${target}.cpp)
  file(CONFIGURE OUTPUT ${source} CONTENT "// A target needs a source; its headers are what matters.\n")
  add_library(${target} OBJECT EXCLUDE_FROM_ALL ${source})
  target_compile_features(${target} PRIVATE cxx_std_20)
  target_compile_options(${target} PRIVATE ${ARG_OPTIONS})
  target_link_libraries(${target} PRIVATE hone_flags ${ARG_LINKS})
  target_precompile_headers(${target} PRIVATE ${ARG_HEADERS})
  if(ARG_PROGRAM)  # code for programs is not that for libraries
    set_target_properties(${target} PROPERTIES POSITION_INDEPENDENT_CODE OFF)
    target_compile_options(${target} PRIVATE -fPIE)
  endif()
endfunction()

function(hone_use_headers target name)
  if(TARGET hone_${name}_headers)
    target_precompile_headers(${target} REUSE_FROM hone_${name}_headers)
    if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
      # GCC 12 no longer knows that what it warns of stands in the standard library.
      target_compile_options(${target} PRIVATE -Wno-array-bounds -Wno-stringop-overflow -Wno-stringop-overread)
    endif()
  endif()
endfunction()

set(standard_headers <algorithm> <array> <chrono> <cmath> <cstdint> <filesystem> <fstream> <functional> <map> <memory> <mutex> <optional> <set>
    <span> <sstream> <string> <string_view> <thread> <utility> <variant> <vector>)
hone_headers(NAME edge OPTIONS $<$<CONFIG:Release>:-O1> LINKS hone_checks nlohmann_json::nlohmann_json
             HEADERS ${standard_headers} <nlohmann/json.hpp>)
hone_headers(NAME number LINKS hone_checks Eigen3::Eigen HEADERS ${standard_headers} <Eigen/Dense>)
if(HONE_TESTS)
  hone_headers(NAME test PROGRAM OPTIONS $<$<CONFIG:Release>:-O1> LINKS GTest::gtest rapidcheck rapidcheck_gtest
               HEADERS ${standard_headers} <gtest/gtest.h> <rapidcheck.h> <rapidcheck/gtest.h>)
endif()
