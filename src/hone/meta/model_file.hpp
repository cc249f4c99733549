// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>

// A model outside of a store: its bytes behind a line with their SHA-256, as a store checks what it keeps and
// a file has nobody who does.
namespace hone::meta {

std::string to_model_file(std::string_view bytes);

/// The bytes of a model. Files without the first line, as earlier versions wrote them, are taken as they are.
/// Throws Error(InvalidFile) when the bytes are not those that were written.
std::string from_model_file(std::string_view content);

}  // namespace hone::meta
