// SPDX-License-Identifier: MIT
#pragma once

// Compiles a function twice, for every x86-64 processor and for those with AVX2, and picks one when the
// program is loaded. The loops so marked add and multiply element by element, so both give the same bits.
// Sanitizers instrument the picking function before they are ready for it, so they get the plain version.
#if defined(__x86_64__) && defined(__gnu_linux__) && defined(__OPTIMIZE__) && \
    !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__) && !defined(__clang__)
#define HONE_VECTOR_CLONES [[gnu::target_clones("avx2", "default")]]
#else
#define HONE_VECTOR_CLONES
#endif
