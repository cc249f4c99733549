// SPDX-License-Identifier: MIT
#include "hone/core/parameter_variable.hpp"

#include <gtest/gtest.h>

#include "support/throws.hpp"

namespace hone {
namespace {

std::string sharing_problem(const std::vector<std::string>& names) {
  std::vector<Parameter> parameters;
  for (const std::string& name : names) parameters.push_back(real(name, 0, 1));
  return test::message_of([&] { check_parameter_variables(Space(parameters)); });
}

TEST(ParameterVariable, IsTheNameAsWrittenAndInCapitals) {
  EXPECT_EQ(parameter_variables("learning-Rate2"),
            (std::array<std::string, 2>{"HONE_PARAM_learning_Rate2", "HONE_PARAM_LEARNING_RATE2"}));
}

TEST(ParameterVariable, IsNotShared) {
  EXPECT_EQ(sharing_problem({"a", "b", "a_b", "A1", "a2"}), "(nothing was thrown)");
  EXPECT_EQ(sharing_problem({"x", "y", "X"}),
            "the parameters 'x' and 'X' would share the variable HONE_PARAM_X of the command; rename one: "
            "capitals do not tell names apart there, nor do characters other than letters and digits");
  EXPECT_NE(sharing_problem({"a-b", "a.b"}).find("'a-b' and 'a.b' would share the variable HONE_PARAM_a_b"),
            std::string::npos);
  EXPECT_NE(sharing_problem({"a_b", "a-B"}).find("'a_b' and 'a-B'"), std::string::npos);
}

}  // namespace
}  // namespace hone
