// SPDX-License-Identifier: MIT
#include "hone/catalog/storages.hpp"

#include <gtest/gtest.h>

#include "support/throws.hpp"

namespace hone::catalog {
namespace {

TEST(OpenStorage, RefusesWhatItDoesNotKnow) {
  EXPECT_EQ(test::message_of([] { open_storage("mysql://host/db"); }),
            "there is no kind of store 'mysql'; use memory:, sqlite:PATH or the path of a file");
  EXPECT_EQ(test::message_of([] { open_storage("sqlite:"); }),
            "the store 'sqlite:' names no file; write sqlite:PATH, such as sqlite:hone.db");
}

TEST(OpenStorage, OpensMemory) { EXPECT_TRUE(open_storage("memory:")->studies().empty()); }

}  // namespace
}  // namespace hone::catalog
