// SPDX-License-Identifier: MIT
#include "hone/runner/named_number.hpp"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace hone::runner {
namespace {

TEST(NamedNumber, AMetricHasItsNumberBehindIt) {
  for (const char* line :
       {"accuracy 0.93", "test accuracy 93.1%", "epoch 10/10 loss 0.93", "R2 score: 0.93 done", "ACC = .9",
        "Accuracy: 0.93 (epoch 3)", "accuracy: 0.93.", "accuracy:0.93,", "result [0.5]", "val_acc -> 1e-3"})
    EXPECT_TRUE(gives_metric(line)) << line;
  for (const char* line : {"", "accuracy", "accuracy: high", "done in 3 s", "return code 0", "3 errors",
                           "values 3", "lossless 3", "the loss did not improve in 3 epochs", "precious 3"})
    EXPECT_FALSE(gives_metric(line)) << line;
}

TEST(NamedNumber, ADecimalIsNotATimeOrAVersion) {
  for (const char* line : {"improved to 0.93", "0.93 is new", "best so far: 1.5e-3 (epoch 3)", "now at .5."})
    EXPECT_TRUE(holds_decimal(line)) << line;
  for (const char* line :
       {"", "3 of 4", "took 3.2 s", "elapsed: 3.2s", "1.2.3", "127.0.0.1", "v1.2", "2.5 GB", "12.5it/s"})
    EXPECT_FALSE(holds_decimal(line)) << line;
}

TEST(NamedNumber, AnExpressionSaysWhereItStands) {
  const std::vector<std::string> loss = {"loss"};
  EXPECT_EQ(expression_for("test accuracy: 0.93"), R"(\baccuracy:\s*(\S+))");
  EXPECT_EQ(expression_for("accuracy = 93%"), R"(^accuracy\s*=\s*(\S+)%)");
  EXPECT_EQ(expression_for("acc@5: 0.93"), R"(^acc@5:\s*(\S+))");
  EXPECT_EQ(expression_for("{'loss': 0.5}", loss), R"(\bloss.:\s*([^\}\s]+)\})");
  EXPECT_EQ(expression_for("loss: tensor(0.5)", loss), R"(^loss:\s*tensor\(([^\)\s]+)\))");
  EXPECT_EQ(expression_for("0.7 # final"), "");
  EXPECT_EQ(expression_for("loss: 0,5", loss), "");
  EXPECT_EQ(expression_for("loss: 0,5 acc: 0.9", loss), "") << "that is another number";
}

// A program may print four megabytes of anything.
TEST(NamedNumber, LooksAtTheEndOfALongLine) {
  for (const char* piece : {"acc ", "1.", "acc: 1,", "loss=["}) {
    std::string line;
    while (line.size() < 4'000'000) line += piece;
    EXPECT_EQ(expression_for(line), "");
    gives_metric(line);
    EXPECT_TRUE(holds_decimal(line + " 0.5"));
  }
}

}  // namespace
}  // namespace hone::runner
