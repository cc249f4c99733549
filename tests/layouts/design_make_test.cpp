// SPDX-License-Identifier: MIT
#include "hone/layouts/design_make.hpp"

#include <gtest/gtest.h>

#include <sstream>

namespace hone::layouts {
namespace {

std::string refusal(const DesignRequest& request) {
  std::ostringstream notes;
  try {
    make_design(request, {}, notes);
  } catch (const RequestError& error) {
    EXPECT_FALSE(error.hint().empty());
    return error.what();
  }
  return "";
}

TEST(MakeDesign, LaysOutEveryLevelEquallyOften) {
  std::ostringstream notes;
  const MadeDesign made = make_design({.runs = 12, .factors = 3, .levels = 4}, {.seed = 1}, notes);
  EXPECT_EQ(made.laid_out.design().runs(), 12);
  EXPECT_EQ(made.laid_out.columns().names(), (std::vector<std::string>{"x1", "x2", "x3"}));
  EXPECT_TRUE(made.laid_out.design().balanced());
  EXPECT_EQ(made.value, made.searched);
  EXPECT_EQ(notes.str(), "");
}

TEST(MakeDesign, TakesTheColumnsOfASpace) {
  std::ostringstream notes;
  DesignRequest request{.runs = 6};
  request.space = Space({real("rate", 0.001, 1, Scale::Log), integer("depth", 1, 6)});
  const MadeDesign made = make_design(request, {.seed = 1}, notes);
  EXPECT_EQ(made.laid_out.columns().names(), (std::vector<std::string>{"rate", "depth"}));
  EXPECT_EQ(made.laid_out.settings().size(), 6U);
}

TEST(MakeDesign, RefusesWhatDoesNotSayEnough) {
  EXPECT_EQ(refusal({.factors = 3}), "how many runs?");
  EXPECT_EQ(refusal({.runs = 3}), "how many factors?");
  EXPECT_EQ(refusal({.runs = 3, .factors = 2, .columns = 1}), "--columns adds to an existing design");
}

}  // namespace
}  // namespace hone::layouts
