// SPDX-License-Identifier: MIT
#pragma once

// What can be asked of the C library's heap; with one that cannot be asked, nothing happens.
namespace hone {

/// Gives free memory back to the system. The library does so by itself only where the end of a heap is free,
/// which after a large answer it hardly ever is.
void trim_heap() noexcept;

/// From now on threads share few heaps. Otherwise each keeps what its largest answer took.
void share_heaps() noexcept;

}  // namespace hone
