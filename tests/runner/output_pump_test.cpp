// SPDX-License-Identifier: MIT
#include "hone/runner/output_pump.hpp"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <memory>
#include <string>

#include "support/processes.hpp"
#include "support/temp_dir.hpp"

namespace hone::runner {
namespace {

class OutputPumpTest : public ::testing::Test {
 protected:
  OutputPumpTest()
      : file_(::open(dir_.file("out").c_str(), O_WRONLY | O_CREAT | O_APPEND, 0600)),
        pump_(std::make_unique<OutputPump>(file_)) {
    EXPECT_TRUE(pump_->open());
  }
  ~OutputPumpTest() override { ::close(file_); }

  void print(const std::string& text) {
    for (std::size_t at = 0; at < text.size();) {
      const ssize_t written =
          ::write(pump_->writer(), text.data() + at, std::min<std::size_t>(32768, text.size() - at));
      ASSERT_GT(written, 0);
      at += static_cast<std::size_t>(written);
      while (pump_->move()) {
      }
    }
  }

  std::string kept() {
    pump_->close_writer();
    pump_->finish();
    return test::read_file(dir_.file("out"));
  }

  test::TempDir dir_;
  int file_;
  std::unique_ptr<OutputPump> pump_;
};

constexpr std::size_t kKept = OutputPump::kKept;

TEST_F(OutputPumpTest, KeepsLittleAsItIs) {
  EXPECT_FALSE(pump_->move()) << "does not wait";
  print("a\nb");
  EXPECT_EQ(kept(), "a\nb");
  EXPECT_EQ(pump_->problem(), 0);
  EXPECT_EQ(pump_->reader(), -1);
}

TEST_F(OutputPumpTest, KeepsAllUpToTheLimit) {
  const std::string text = std::string(kKept, 'a') + std::string(kKept - 1, 'b') + "c";
  print(text);
  EXPECT_EQ(kept(), text);
}

TEST_F(OutputPumpTest, LeavesOutTheMiddle) {
  print(std::string(kKept, 'a') + "xyz" + std::string(kKept - 5, 'b') + "\n0.5\n");
  EXPECT_EQ(kept(), std::string(kKept, 'a') + "\n[hone left out 3 bytes of the output here]\n" +
                        std::string(kKept - 5, 'b') + "\n0.5\n");
}

TEST_F(OutputPumpTest, TellsWhyItCouldNotWrite) {
  OutputPump broken(-1);
  ASSERT_TRUE(broken.open());
  ASSERT_EQ(::write(broken.writer(), "x", 1), 1);
  EXPECT_TRUE(broken.move());
  EXPECT_EQ(broken.problem(), EBADF);
  EXPECT_EQ(broken.reader(), -1);
  broken.close_writer();
}

}  // namespace
}  // namespace hone::runner
