# SPDX-License-Identifier: MIT
# Files that travel inside the program, so that it finds them wherever it was copied to: in the build folder, after an
# installation, or as a single file in a container. CMake alone writes the source; no other program is needed.

# hone_embed(OUTPUT templates_embedded.cpp FUNCTION embedded_templates BASE folder FILES a/b.yaml c.py)
#
# Writes a source that defines hone::cli::FUNCTION(), as declared in hone/cli/embedded.hpp, anew when a file changes.
function(hone_embed)
  cmake_parse_arguments(ARG "" "OUTPUT;FUNCTION;BASE" "FILES" ${ARGN})
  set(paths ${ARG_FILES})
  list(TRANSFORM paths PREPEND ${ARG_BASE}/)
  # A list in one argument: the semicolons would make it several.
  list(JOIN ARG_FILES "," files)
  add_custom_command(
    OUTPUT ${CMAKE_CURRENT_BINARY_DIR}/${ARG_OUTPUT}
    COMMAND ${CMAKE_COMMAND} -DOUTPUT=${CMAKE_CURRENT_BINARY_DIR}/${ARG_OUTPUT} -DFUNCTION=${ARG_FUNCTION}
            -DBASE=${ARG_BASE} -DFILES=${files} -P ${PROJECT_SOURCE_DIR}/cmake/embed.cmake
    DEPENDS ${paths} ${PROJECT_SOURCE_DIR}/cmake/embed.cmake
    COMMENT "Embedding ${ARG_BASE}"
    VERBATIM)
endfunction()
