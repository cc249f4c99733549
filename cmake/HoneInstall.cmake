# SPDX-License-Identifier: MIT
# What `cmake --install` leaves: headers, one library per module, a CMake package and a pkg-config file.
include(CMakePackageConfigHelpers)

install(FILES ${PROJECT_SOURCE_DIR}/src/hone/hone.hpp DESTINATION include/hone)
install(EXPORT hone-targets NAMESPACE hone:: DESTINATION lib/cmake/hone)
configure_package_config_file(${CMAKE_CURRENT_LIST_DIR}/hone-config.cmake.in ${CMAKE_BINARY_DIR}/hone-config.cmake
                              INSTALL_DESTINATION lib/cmake/hone)
write_basic_package_version_file(${CMAKE_BINARY_DIR}/hone-config-version.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${CMAKE_BINARY_DIR}/hone-config.cmake ${CMAKE_BINARY_DIR}/hone-config-version.cmake
              ${CMAKE_CURRENT_LIST_DIR}/FindRE2.cmake
        DESTINATION lib/cmake/hone)

# Static libraries are linked from the top down, so pkg-config lists the modules in reverse order of dependence.
get_property(modules GLOBAL PROPERTY HONE_MODULES)
list(REVERSE modules)
set(HONE_PC_LIBS "")
foreach(module IN LISTS modules)
  get_target_property(type hone_${module} TYPE)
  if(type STREQUAL "STATIC_LIBRARY")
    string(APPEND HONE_PC_LIBS " -lhone_${module}")
  endif()
endforeach()
configure_file(${CMAKE_CURRENT_LIST_DIR}/hone.pc.in ${CMAKE_BINARY_DIR}/hone.pc @ONLY)
install(FILES ${CMAKE_BINARY_DIR}/hone.pc DESTINATION lib/pkgconfig)
