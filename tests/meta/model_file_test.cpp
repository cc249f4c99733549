// SPDX-License-Identifier: MIT
#include "hone/meta/model_file.hpp"

#include <gtest/gtest.h>

#include "hone/base/error.hpp"

namespace hone::meta {
namespace {

const std::string kBytes("hone meta-model 2\nnumbers \0\1\2\377 and an end\n", 45);

TEST(ModelFile, GivesBackWhatWasWritten) { EXPECT_EQ(from_model_file(to_model_file(kBytes)), kBytes); }

TEST(ModelFile, WithoutASealIsTakenAsItIs) { EXPECT_EQ(from_model_file(kBytes), kBytes); }

TEST(ModelFile, WithAnyFlippedBitIsRefusedOrNotOne) {
  const std::string whole = to_model_file(kBytes);
  for (std::size_t i = 0; i < 8 * whole.size(); ++i) {
    std::string flipped = whole;
    flipped[i / 8] = static_cast<char>(flipped[i / 8] ^ (1 << (i % 8)));
    std::string found;
    try {
      found = from_model_file(flipped);
    } catch (const Error& error) {
      EXPECT_EQ(error.code(), ErrorCode::InvalidFile);
      continue;
    }
    // A first line that is none any more: what follows does not begin as a model.
    EXPECT_FALSE(found.starts_with("hone meta-model")) << "bit " << i;
  }
}

TEST(ModelFile, ThatEndsEarlyIsRefused) {
  const std::string whole = to_model_file(kBytes);
  for (const std::size_t length : {whole.size() - 1, whole.size() - 45, std::size_t{40}})
    EXPECT_THROW(from_model_file(whole.substr(0, length)), Error);
}

}  // namespace
}  // namespace hone::meta
