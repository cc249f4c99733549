# SPDX-License-Identifier: MIT
# cmake -DOUTPUT=x.cpp -DFUNCTION=name -DBASE=folder -DFILES=a,b/c -P embed.cmake: the files as raw string literals.
# Called by hone_embed().
string(REPLACE "," ";" files "${FILES}")
set(fence "hone_file")
set(entries "")
foreach(file IN LISTS files)
  file(READ ${BASE}/${file} content)
  string(FIND "${content}" ")${fence}\"" clash)
  if(NOT clash EQUAL -1)
    message(FATAL_ERROR "${file} holds the text that ends a literal, )${fence}\"; choose another fence in embed.cmake")
  endif()
  string(APPEND entries "    {\"${file}\", R\"${fence}(${content})${fence}\"},\n")
endforeach()
file(WRITE ${OUTPUT} "// Written by cmake/embed.cmake.
#include \"hone/cli/embedded.hpp\"

namespace hone::cli {

std::span<const EmbeddedFile> ${FUNCTION}() {
  static constexpr EmbeddedFile kFiles[] = {
${entries}  };
  return kFiles;
}

}  // namespace hone::cli
")
