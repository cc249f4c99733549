// SPDX-License-Identifier: MIT
#include "hone/encode/middle.hpp"

#include "hone/base/error.hpp"
#include "hone/encode/feasible.hpp"

namespace hone::encode {

Configuration middle_of(const Space& space) {
  if (!space.candidates().empty()) return space.candidates()[space.candidates().size() / 2];
  const Encoding encoding(space);
  const std::vector<double> middle(encoding.dimensions(), 0.5);
  Rng rng(0);
  const auto any = [](const Configuration&) { return true; };
  if (auto found = settle(encoding, middle, any, rng)) return *std::move(found);
  check_satisfiable(space);
  throw Error(ErrorCode::Unsatisfiable, "no configuration was found that satisfies the constraints",
              "loosen them, or name a point that you know to be possible under `enqueue`");
}

}  // namespace hone::encode
