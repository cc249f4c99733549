// SPDX-License-Identifier: MIT
#include <algorithm>
#include <vector>

#include "hone/base/error.hpp"
#include "hone/base/text.hpp"
#include "hone/numeric/pareto.hpp"

namespace hone::numeric {
namespace {

struct Point {
  double x, y, z;
};

// The corners, x rising and y falling, of the region of the plane that the points so far dominate.
class Staircase {
 public:
  Staircase(double right, double top) : right_(right), top_(top) {}

  void add(double x, double y) {
    const auto after = std::find_if(steps_.begin(), steps_.end(), [x](const Point& p) { return p.x > x; });
    if (after != steps_.begin() && (after - 1)->y <= y) return;  // dominated already
    const auto keep = std::find_if(after, steps_.end(), [y](const Point& p) { return p.y < y; });
    auto from = after;
    if (from != steps_.begin() && (from - 1)->x == x) --from;
    steps_.insert(steps_.erase(from, keep), Point{x, y, 0.0});
  }

  double area() const {
    double sum = 0.0;
    double top = top_;
    for (const Point& p : steps_) {
      sum += (right_ - p.x) * (top - p.y);
      top = p.y;
    }
    return sum;
  }

 private:
  double right_, top_;
  std::vector<Point> steps_;
};

}  // namespace

double hypervolume(const Eigen::MatrixXd& objectives, const Eigen::VectorXd& reference) {
  const Eigen::Index m = objectives.cols();
  if (m < 1 || m > 3) {
    throw Error(ErrorCode::InvalidArgument, text("hypervolume of ", m, " objectives"), "pass one to three");
  }
  // Fewer objectives are three of which the others are all 0, below a reference of 1.
  const Point corner{reference[0], m > 1 ? reference[1] : 1.0, m > 2 ? reference[2] : 1.0};
  std::vector<Point> points;
  for (Eigen::Index i = 0; i < objectives.rows(); ++i) {
    const Point p{objectives(i, 0), m > 1 ? objectives(i, 1) : 0.0, m > 2 ? objectives(i, 2) : 0.0};
    if (p.x < corner.x && p.y < corner.y && p.z < corner.z) points.push_back(p);
  }
  std::sort(points.begin(), points.end(), [](const Point& a, const Point& b) { return a.z < b.z; });
  Staircase below(corner.x, corner.y);
  double volume = 0.0;
  for (std::size_t i = 0; i < points.size(); ++i) {
    below.add(points[i].x, points[i].y);
    const double next = i + 1 < points.size() ? points[i + 1].z : corner.z;
    if (next > points[i].z) volume += below.area() * (next - points[i].z);
  }
  return volume;
}

}  // namespace hone::numeric
