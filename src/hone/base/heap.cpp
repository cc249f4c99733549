// SPDX-License-Identifier: MIT
#include "hone/base/heap.hpp"

#include <cstdlib>

#if defined(__GLIBC__)
#include <malloc.h>
#endif

namespace hone {

void trim_heap() noexcept {
#if defined(__GLIBC__)
  ::malloc_trim(std::size_t{64} << 10);
#endif
}

void share_heaps() noexcept {
#if defined(__GLIBC__)
  ::mallopt(M_ARENA_MAX, 2);
#endif
}

}  // namespace hone
