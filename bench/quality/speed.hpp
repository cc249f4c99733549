// SPDX-License-Identifier: MIT
#pragma once

#include <iosfwd>
#include <string>
#include <vector>

#include "bench/quality/peer.hpp"

namespace hone::quality {

/// `bench speed`: what one ask costs after n trials, ours and a peer's in one run on one thread.
struct BenchSpeed {
  std::vector<int> dimensions = {6, 15};
  std::vector<int> sizes = {50, 100, 200, 400, 1000, 2000};
  int batch = 8;
  int repeats = 5;
  std::string sampler = "hebo";
  std::string peer = {};  ///< none when empty
  int peer_limit = 400;   ///< sizes above are ours alone
  PeerPlace peers = {};
};
int bench_speed(const BenchSpeed& options, std::ostream& out);

}  // namespace hone::quality
