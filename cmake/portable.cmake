# SPDX-License-Identifier: MIT
# A toolchain file: -DCMAKE_TOOLCHAIN_FILE=cmake/portable.cmake makes programs that run on any Linux with glibc 2.27 or newer and need no
# library but the C library and libgcc_s. tools/portable makes build/portable first.
#
# Compiling is as always, and so are the objects (ccache knows them): undefined names in objects and static libraries carry no version. What
# decides about the glibc that a program needs is the one it is linked with.
cmake_path(SET portable NORMALIZE ${CMAKE_CURRENT_LIST_DIR}/../build/portable)
if(NOT EXISTS ${portable}/made)
  message(FATAL_ERROR "${portable} is missing or not complete; run tools/portable first")
endif()
list(PREPEND CMAKE_PREFIX_PATH ${portable}/prefix)
set(OPENSSL_USE_STATIC_LIBS ON)

file(STRINGS ${portable}/link-flags link)
foreach(kind EXE SHARED MODULE)
  set(CMAKE_${kind}_LINKER_FLAGS_INIT "${link} -static-libstdc++ -Wl,--gc-sections -Wl,-z,relro,-z,now ${portable}/glibc_stand_ins.o")
endforeach()
# The Python module: Debian's static libraries are made for programs, whose names nobody outside can replace.
string(APPEND CMAKE_MODULE_LINKER_FLAGS_INIT " -Wl,-Bsymbolic")
# Before glibc 2.34 threads and dlopen lived in libraries of their own.
set(CMAKE_CXX_STANDARD_LIBRARIES "-lpthread -ldl -lrt")
