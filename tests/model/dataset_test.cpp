// SPDX-License-Identifier: MIT
#include "hone/model/dataset.hpp"

#include <gtest/gtest.h>

#include <limits>

#include "hone/base/error.hpp"

namespace hone::model {
namespace {

constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();

TEST(Dataset, DescribesPlainPointsAsNumericColumns) {
  const Dataset data(Eigen::MatrixXd::Zero(3, 2), Eigen::VectorXd::Zero(3));
  EXPECT_EQ(data.columns(), unit_cube(2));
  EXPECT_EQ(data.size(), 3);
}

TEST(Dataset, RefusesShapesThatDoNotFit) {
  const Eigen::MatrixXd x = Eigen::MatrixXd::Zero(3, 2);
  EXPECT_THROW(Dataset(x, Eigen::VectorXd::Zero(2)), Error);
  EXPECT_THROW(Dataset(unit_cube(1), {x, {}}, Eigen::VectorXd::Zero(3)), Error);
  EXPECT_THROW(Dataset(unit_cube(2), {x, Points::Mask::Constant(3, 1, true)}, Eigen::VectorXd::Zero(3)),
               Error);
}

TEST(Dataset, RefusesNumbersThatAreNotFiniteAndSaysWhere) {
  Eigen::MatrixXd x = Eigen::MatrixXd::Zero(3, 2);
  try {
    Dataset(x, Eigen::VectorXd{{0.0, kNaN, 0.0}});
    FAIL();
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ErrorCode::InvalidArgument);
    EXPECT_NE(std::string(error.what()).find("value 1"), std::string::npos);
  }
  x(2, 1) = kNaN;
  EXPECT_THROW(Dataset(x, Eigen::VectorXd::Zero(3)), Error);
}

TEST(Dataset, AllowsAnythingInACoordinateThatIsNotThere) {
  Columns columns = unit_cube(2);
  columns[1].conditional = true;
  Points points{Eigen::MatrixXd{{0.5, kNaN}}, Points::Mask::Constant(1, 2, true)};
  EXPECT_THROW(Dataset(columns, points, Eigen::VectorXd::Zero(1)), Error);
  points.active(0, 1) = false;
  EXPECT_NO_THROW(Dataset(columns, points, Eigen::VectorXd::Zero(1)));
}

TEST(Dataset, TakesRowsInTheOrderAskedFor) {
  const Dataset data(Eigen::MatrixXd{{0.1}, {0.2}, {0.3}}, Eigen::VectorXd{{1.0, 2.0, 3.0}});
  const Dataset part = data.subset({2, 0});
  EXPECT_EQ(part.y(), (Eigen::VectorXd{{3.0, 1.0}}));
  EXPECT_EQ(part.points().x(0, 0), 0.3);
}

}  // namespace
}  // namespace hone::model
