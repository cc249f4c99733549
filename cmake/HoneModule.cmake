# SPDX-License-Identifier: MIT

# Flags that every target of ours shares; never exported to users.
add_library(hone_flags INTERFACE)
target_compile_options(hone_flags INTERFACE -Wall -Wextra -Wpedantic -Wshadow -Wconversion)
# The same numbers on every machine and at every optimisation level: no fused or reordered arithmetic
# unless a file asks for it.
target_compile_options(hone_flags INTERFACE -ffp-contract=off)
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  # GCC 12 sees overlapping copies in plain string concatenation (its bug 105651).
  target_compile_options(hone_flags INTERFACE -Wno-restrict)
  if(HONE_UNITY)
    # By default it looks for memory to reuse from 128 MB on, again and again: an eighth of its time. An object takes about 900 MB.
    target_compile_options(hone_flags INTERFACE --param=ggc-min-expand=100 --param=ggc-min-heapsize=900000)
  endif()
endif()
if(HONE_WERROR)
  target_compile_options(hone_flags INTERFACE -Werror)
endif()
if(HONE_SANITIZE)
  add_compile_options(-fsanitize=${HONE_SANITIZE} -fno-omit-frame-pointer -fno-sanitize-recover=all)
  add_link_options(-fsanitize=${HONE_SANITIZE})
endif()

# Test programs are mostly GoogleTest's and RapidCheck's templates: checking those too would triple the time to compile them.
add_library(hone_checks INTERFACE)
if(HONE_UBSAN)
  target_compile_options(hone_checks INTERFACE -fsanitize=undefined -fno-sanitize-recover=all)
  add_link_options(-fsanitize=undefined)
endif()

include(HoneHeaders)

# hone_module(gp PUBLIC z.hpp HEADERS a.hpp SOURCES a.cpp TESTS a_test.cpp DEPENDS hone::model LINKS Eigen3::Eigen)
#
# One static library per folder of src/hone, so that the link line is the architecture.
#   PUBLIC   headers for users of the library, installed under include/hone/<name>/ and promised to stay; they include
#            no others of ours (docs/guide/cpp.md lists them, tests/install holds both to each other)
#   HEADERS  headers for other modules
#   SOURCES  may also hold private headers
#   ALONE    sources that cannot be compiled together with others (they include themselves, say)
#   EDGE     nothing here is counted in numbers: optimised lightly (-O1), which a release compiles in two thirds of the time
#   BATCH    with HONE_UNITY: how many sources are compiled together, where all would take too much memory or one core too long
#   TESTS    files of tests/<name>/, built into one program <name>_tests
#   DEPENDS  modules this one may include
#   LINKS    outside libraries needed by the sources; they do not reach users' include paths
function(hone_module name)
  cmake_parse_arguments(ARG "EDGE" "BATCH" "PUBLIC;HEADERS;SOURCES;ALONE;TESTS;DEPENDS;LINKS" ${ARGN})
  set(target hone_${name})
  if(ARG_SOURCES)
    add_library(${target} STATIC)
    target_sources(${target} PRIVATE ${ARG_SOURCES} ${ARG_HEADERS})
    # A folder's sources are read together: its headers, Eigen and JSON once instead of once for each file.
    set(batch ${HONE_UNITY_BATCH})
    if(batch EQUAL 0 AND ARG_BATCH)
      set(batch ${ARG_BATCH})
    endif()
    set_target_properties(${target} PROPERTIES UNITY_BUILD ${HONE_UNITY} UNITY_BUILD_BATCH_SIZE ${batch})
    if(ARG_EDGE)
      target_compile_options(${target} PRIVATE $<$<CONFIG:Release>:-O1>)
    endif()
    set_source_files_properties(${ARG_ALONE} PROPERTIES SKIP_UNITY_BUILD_INCLUSION ON SKIP_PRECOMPILE_HEADERS ON)
    if(ARG_EDGE)
      hone_use_headers(${target} edge)
    else()
      hone_use_headers(${target} number)
    endif()
    set(scope PUBLIC)
    target_link_libraries(${target} PRIVATE $<BUILD_INTERFACE:hone_flags> $<BUILD_INTERFACE:hone_checks> ${ARG_LINKS})
  else()
    add_library(${target} INTERFACE)
    set(scope INTERFACE)
    target_link_libraries(${target} INTERFACE ${ARG_LINKS})
  endif()
  add_library(hone::${name} ALIAS ${target})
  set_target_properties(${target} PROPERTIES EXPORT_NAME ${name})
  target_sources(${target} ${scope} FILE_SET HEADERS BASE_DIRS ${PROJECT_SOURCE_DIR}/src FILES ${ARG_PUBLIC})
  target_compile_features(${target} ${scope} cxx_std_20)
  target_link_libraries(${target} ${scope} ${ARG_DEPENDS})
  install(TARGETS ${target} EXPORT hone-targets FILE_SET HEADERS DESTINATION include ARCHIVE DESTINATION lib)
  set_property(GLOBAL APPEND PROPERTY HONE_MODULES ${name})
  if(HONE_TESTS AND ARG_TESTS)
    list(TRANSFORM ARG_TESTS PREPEND ${PROJECT_SOURCE_DIR}/tests/${name}/)
    hone_test(${name}_tests SOURCES ${ARG_TESTS} LINKS hone::${name})
  endif()
endfunction()

# A GoogleTest program. LABELS slow keeps its tests out of `make test` (run them with `make test-slow`). TIMEOUT is
# the seconds that one of its tests may take, 300 when it is left out. POSTGRES: it uses the tests' PostgreSQL server
# (tests/support), when hone is built with it.
function(hone_test name)
  cmake_parse_arguments(ARG "POSTGRES" "TIMEOUT" "SOURCES;LINKS;LABELS" ${ARGN})
  add_executable(${name} ${ARG_SOURCES})
  target_link_libraries(${name} PRIVATE hone_flags hone_test_support ${ARG_LINKS})
  set_target_properties(${name} PROPERTIES UNITY_BUILD ${HONE_UNITY} UNITY_BUILD_BATCH_SIZE 6)
  # What is tested is optimised; the tests themselves compile in two thirds of the time without.
  target_compile_options(${name} PRIVATE $<$<CONFIG:Release>:-O1>)
  hone_use_headers(${name} test)
  set(properties TIMEOUT 300)
  if(ARG_TIMEOUT)
    set(properties TIMEOUT ${ARG_TIMEOUT})
  endif()
  if(ARG_LABELS)
    list(APPEND properties LABELS ${ARG_LABELS})
  endif()
  if(ARG_POSTGRES AND HONE_POSTGRES)
    target_compile_definitions(${name} PRIVATE HONE_POSTGRES)
    target_link_libraries(${name} PRIVATE PostgreSQL::PostgreSQL)
    list(APPEND properties FIXTURES_REQUIRED postgres ENVIRONMENT HONE_TEST_POSTGRES=${CMAKE_BINARY_DIR}/postgres.folder)
  endif()
  gtest_discover_tests(${name} DISCOVERY_TIMEOUT 60 PROPERTIES ${properties})
endfunction()
