// SPDX-License-Identifier: MIT
#include "bench/quality/transfer/own_table.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <fstream>

#include "support/temp_dir.hpp"
#include "support/throws.hpp"

namespace hone::quality::transfer {
namespace {

class OwnTable : public testing::Test {
 protected:
  std::string file(const std::string& name, const std::string& content) const {
    const std::string path = folder_.file(name);
    std::ofstream(path) << content;
    return path;
  }
  std::string study() const {
    return file("svm.yaml",
                "name: svm\n"
                "objective: {name: accuracy, direction: maximize}\n"
                "parameters:\n"
                "  kernel: {type: categorical, choices: [rbf, linear]}\n"
                "  C: {type: float, low: 0.1, high: 10, scale: log}\n"
                "  gamma: {type: float, low: 0.1, high: 10, when: {kernel: rbf}}\n");
  }
  test::TempDir folder_;
};

TEST_F(OwnTable, ReadsTasksWithConditionsFailuresAndDirections) {
  const std::string rows = file("rows.csv",
                                "task,kernel,C,gamma,accuracy\n"
                                "one,rbf,1,0.5,0.75\none,linear,1,,0.5\none,rbf,2,0.5,\n"
                                "two,rbf,1,0.5,0.25\ntwo,linear,1,,0.125\n");
  const auto tasks = own_tasks(rows, study());
  ASSERT_EQ(tasks.size(), 2U);
  EXPECT_EQ(tasks[0].name, "own/one");
  ASSERT_EQ(tasks[0].space.candidates().size(), 3U);
  EXPECT_EQ(tasks[0].minimum, -0.75);
  EXPECT_EQ(tasks[0].value(tasks[0].space.candidates()[1]), -0.5);
  EXPECT_TRUE(std::isnan(tasks[0].value(tasks[0].space.candidates()[2])));
  EXPECT_EQ(tasks[1].poor, -0.125);
}

TEST_F(OwnTable, NamesTheColumnThatIsMissing) {
  const std::string rows = file("rows.csv", "task,kernel,C,accuracy\none,rbf,1,0.75\n");
  EXPECT_THAT(test::message_of([&] { own_tasks(rows, study()); }), testing::HasSubstr("'gamma'"));
}

}  // namespace
}  // namespace hone::quality::transfer
