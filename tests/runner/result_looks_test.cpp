// SPDX-License-Identifier: MIT
#include "hone/runner/result_looks.hpp"

#include <gtest/gtest.h>

#include <vector>

namespace hone::runner {
namespace {

TEST(ResultLooks, ANumberIsTheFirstWord) {
  for (const char* line :
       {"0.7", "1e999", "-1e999 x", "+0.7 # x", "nan loss", "-inf", ".5", "0.7, 0.8", "0,7", "1,000.5", "93%",
        "[0.7, 0.8", "[1] 0.7", "[1 2 3]", "3s", "0x10", "(0.7,)", "tensor(0.7)"}) {
    EXPECT_TRUE(looks_like_number(line)) << line;
  }
  for (const char* line : {"", "x", "info: x", "2026-05-01", "12:03:04", "10/10", "1.2.3", "100% done",
                           "3s later", "-x", "[INFO]", "[12:03] x", "[1/10] x", "[1] x", "[]", "v1"}) {
    EXPECT_FALSE(looks_like_number(line)) << line;
  }
}

TEST(ResultLooks, AnObjectBeginsWithAQuoteOrGivesTheNumber) {
  const std::vector<std::string> names = {"loss"};
  for (const char* text : {"{\"a\"", "{ \n 'a': 1}", "{loss: 0.7}", "{x=1, loss=0.7}"}) {
    EXPECT_TRUE(begins_as_object(text, names)) << text;
  }
  for (const char* text : {"", "{", "{}", "{ }", "{1, 2}", "{loss}", "{ return 3; }", "x {\"a\": 1}"}) {
    EXPECT_FALSE(begins_as_object(text, names)) << text;
  }
}

TEST(ResultLooks, ANameIsFollowedByItsNumber) {
  for (const char* line : {"loss: 0.7", "LOSS=1", "the loss is -3 today", "loss was 3", "\"loss\": 1e999,",
                           "loss\t0.7", "(loss: nan)", "val_loss: 1, loss: 2", "loss: high", "loss=0.7s"}) {
    EXPECT_TRUE(gives_number_for(line, "loss")) << line;
  }
  for (const char* line : {"loss", "loss:", "val_loss: 1", "losses: 3", "train/loss: 1", "no loss at 3",
                           "loss high", "a loss == 3"}) {
    EXPECT_FALSE(gives_number_for(line, "loss")) << line;
  }
  EXPECT_FALSE(gives_number_for("anything: 3", ""));
}

TEST(ResultLooks, ANamedNumberEndsItsLine) {
  for (const char* line : {"accuracy: 0.93", "acc=0.9", "top5: 0.9", "val loss = 1e-3", "score: 93 %",
                           "score: 93%", "(best): 3", "accuracy: tensor(0.93)"}) {
    EXPECT_TRUE(ends_as_named_number(line)) << line;
  }
  for (const char* line : {"", ":", "accuracy:", "accuracy: high", "elapsed: 3 s", "elapsed: 3s",
                           "at 12:03:04", "12:03", "x 3", "a: 1 of 2", "=3"}) {
    EXPECT_FALSE(ends_as_named_number(line)) << line;
  }
}

}  // namespace
}  // namespace hone::runner
