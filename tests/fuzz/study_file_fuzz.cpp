// SPDX-License-Identifier: MIT
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "hone/codec/files.hpp"
#include "hone/codec/json_reader.hpp"
#include "hone/codec/record.hpp"
#include "hone/codec/study_schema.hpp"
#include "hone/codec/yaml_reader.hpp"

// Any bytes either make a study, which then survives the way into a store and back, or an Error. Files cannot
// be named, so that the fuzzer reads none.
namespace {

using namespace hone;
using namespace hone::codec;

template <class Reader>
void try_reader(std::string_view text, const Reader& read) {
  const Origin origin{.name = "fuzz", .folder = std::nullopt};
  try {
    const Node tree = read(checked_text(text, origin.name));
    const std::string stored = study_to_text(read_study(Field(tree, origin)));
    if (study_to_text(study_from_text(stored)) != stored) std::abort();
  } catch (const Error& error) {
    if (error.code() == ErrorCode::StorageCorrupt || error.code() == ErrorCode::Internal) std::abort();
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  try_reader(text, [](std::string_view checked) { return read_yaml(checked, "fuzz"); });
  try_reader(text, [](std::string_view checked) { return read_json(checked, "fuzz"); });
  return 0;
}
