// SPDX-License-Identifier: MIT
#include "hone/numeric/undominated.hpp"

#include <algorithm>
#include <array>
#include <limits>
#include <vector>

#include "hone/base/error.hpp"
#include "hone/base/text.hpp"

namespace hone::numeric {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

using Corner = std::array<double, 3>;

struct OpenBox {
  Corner lower, upper;
};

// What the points so far leave undominated in the plane of the first two objectives: strips beside each
// other, x rising and the top of each falling. A strip has been like this since the height `since` of the
// third objective; when a point cuts it, the part that is cut off becomes a box.
class StripSweep {
 public:
  explicit StripSweep(const Corner& reference)
      : strips_{{-kInfinity, reference[0], reference[1], -kInfinity}}, reference_(reference) {}

  // Points come by rising third objective.
  void cut(const Corner& point) {
    const auto [x, y, z] = point;
    const auto first =
        std::find_if(strips_.begin(), strips_.end(), [x](const Strip& strip) { return strip.right > x; });
    if (first->top <= y) return;  // dominated already
    auto last = first;
    std::vector<Strip> left;
    double right = x;
    for (; last != strips_.end() && last->top > y; ++last) {
      close({std::max(last->left, x), last->right, last->top, last->since}, z);
      if (last->left < x) left.push_back({last->left, x, last->top, last->since});
      right = last->right;
    }
    left.push_back({x, right, y, z});
    strips_.insert(strips_.erase(first, last), left.begin(), left.end());
  }

  std::vector<OpenBox> finish() {
    for (const Strip& strip : strips_) close(strip, reference_[2]);
    return std::move(boxes_);
  }

 private:
  struct Strip {
    double left, right, top, since;
  };

  void close(const Strip& strip, double until) {
    if (!(strip.since < until && strip.left < strip.right)) return;
    boxes_.push_back({{strip.left, -kInfinity, strip.since}, {strip.right, strip.top, until}});
  }

  std::vector<Strip> strips_;
  std::vector<OpenBox> boxes_;
  Corner reference_;
};

}  // namespace

OpenBoxes undominated_boxes(const Eigen::MatrixXd& front, const Eigen::VectorXd& reference) {
  const Eigen::Index m = reference.size();
  if (m < 2 || m > 3)
    throw Error(ErrorCode::InvalidArgument, text("boxes of ", m, " objectives"), "pass two or three");
  // Two objectives are three of which the last is 0 for all points, below a reference of 1: whatever is cut
  // is cut at the height 0, and boxes that end there lie below every point.
  const Corner corner{reference[0], reference[1], m > 2 ? reference[2] : 1.0};
  std::vector<Corner> points;
  for (Eigen::Index i = 0; i < front.rows(); ++i) {
    const Corner point{front(i, 0), front(i, 1), m > 2 ? front(i, 2) : 0.0};
    if (point[0] < corner[0] && point[1] < corner[1] && point[2] < corner[2]) points.push_back(point);
  }
  std::sort(points.begin(), points.end(), [](const Corner& a, const Corner& b) { return a[2] < b[2]; });
  StripSweep sweep(corner);
  for (const Corner& point : points) sweep.cut(point);
  std::vector<OpenBox> boxes = sweep.finish();
  if (m == 2) std::erase_if(boxes, [](const OpenBox& box) { return box.upper[2] <= 0.0; });

  OpenBoxes result{Eigen::MatrixXd(std::ssize(boxes), m), Eigen::MatrixXd(std::ssize(boxes), m)};
  for (Eigen::Index i = 0; i < std::ssize(boxes); ++i) {
    for (Eigen::Index k = 0; k < m; ++k) {
      result.lower(i, k) = boxes[static_cast<std::size_t>(i)].lower[static_cast<std::size_t>(k)];
      result.upper(i, k) = boxes[static_cast<std::size_t>(i)].upper[static_cast<std::size_t>(k)];
    }
  }
  return result;
}

}  // namespace hone::numeric
