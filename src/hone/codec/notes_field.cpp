// SPDX-License-Identifier: MIT
#include "hone/codec/notes_field.hpp"

namespace hone::codec {
namespace {

Note note_in(const Field& field) {
  if (field.node().list() == nullptr) return as_note(field.value());
  std::vector<double> numbers;
  for (const Field& item : field.items("a list of numbers")) numbers.push_back(item.number());
  return numbers;
}

}  // namespace

Notes notes_in(const Field& field) {
  Notes notes;
  for (const auto& [name, value] : field.members("a map of notes")) {
    if (!value.node().is_null()) notes[name] = note_in(value);
  }
  return notes;
}

}  // namespace hone::codec
