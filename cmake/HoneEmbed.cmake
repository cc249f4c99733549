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

# hone_embed_folder(OUTPUT assets_embedded.cpp FOLDER share/web/dashboard NAMESPACE hone::server FUNCTION embedded_assets
#                   HEADER hone/server/assets.hpp)
#
# Writes a source that defines the function, as the header declares it, with all files below the folder, of any kind and
# size: the assembler reads them, which takes no time. Without the folder the table is empty.
function(hone_embed_folder)
  cmake_parse_arguments(ARG "" "OUTPUT;FOLDER;NAMESPACE;FUNCTION;HEADER" "" ${ARGN})
  file(GLOB_RECURSE files CONFIGURE_DEPENDS RELATIVE ${ARG_FOLDER} ${ARG_FOLDER}/*)
  set(declarations "")
  set(entries "")
  set(number 0)
  set(paths "")
  foreach(file IN LISTS files)
    set(name hone_${ARG_FUNCTION}_${number})
    list(APPEND paths ${ARG_FOLDER}/${file})
    string(APPEND declarations "asm(\".section .rodata\\n${name}:\\n.incbin \\\"${ARG_FOLDER}/${file}\\\"\\n"
                               "${name}_end:\\n.byte 0\\n.previous\\n\");\n"
                               "extern \"C\" const char ${name}[], ${name}_end[];\n")
    string(APPEND entries "      {\"${file}\", {${name}, static_cast<std::size_t>(${name}_end - ${name})}},\n")
    math(EXPR number "${number} + 1")
  endforeach()
  set(output ${CMAKE_CURRENT_BINARY_DIR}/${ARG_OUTPUT})
  if(number EQUAL 0)
    set(table "  return {};\n")
  else()
    set(table "  static const EmbeddedFile kFiles[] = {\n${entries}  };\n  return kFiles;\n")
  endif()
  file(CONFIGURE OUTPUT ${output} @ONLY CONTENT "// Written by cmake/HoneEmbed.cmake.
#include \"${ARG_HEADER}\"

${declarations}
namespace ${ARG_NAMESPACE} {

std::span<const EmbeddedFile> ${ARG_FUNCTION}() {
${table}}

}  // namespace ${ARG_NAMESPACE}
")
  set_source_files_properties(${output} PROPERTIES OBJECT_DEPENDS "${paths}")
endfunction()
