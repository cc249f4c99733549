// SPDX-License-Identifier: MIT
#include "hone/analysis/importance_runs.hpp"

#include <algorithm>

namespace hone::analysis {

Runs meet(const Runs& a, const Runs& b) {
  Runs out;
  std::size_t i = 0;
  std::size_t j = 0;
  while (i < a.size() && j < b.size()) {
    const Run run{std::max(a[i].begin, b[j].begin), std::min(a[i].end, b[j].end)};
    if (run.begin < run.end) out.push_back(run);
    (a[i].end < b[j].end ? i : j) += 1;  // the one that ends first meets nothing more
  }
  return out;
}

Runs without(const Runs& a, const Runs& b) {
  Runs out;
  std::size_t j = 0;
  for (Run rest : a) {
    while (j < b.size() && b[j].end <= rest.begin) ++j;
    for (std::size_t k = j; k < b.size() && b[k].begin < rest.end; ++k) {
      if (rest.begin < b[k].begin) out.push_back({rest.begin, b[k].begin});
      rest.begin = std::min(rest.end, b[k].end);
    }
    if (rest.begin < rest.end) out.push_back(rest);
  }
  return out;
}

AtomAxis::AtomAxis(std::vector<double> cuts) : edges_(std::move(cuts)) {
  edges_.push_back(0.0);
  edges_.push_back(1.0);
  std::sort(edges_.begin(), edges_.end());
  edges_.erase(std::unique(edges_.begin(), edges_.end()), edges_.end());
}

std::uint32_t AtomAxis::at(double cut) const {
  return static_cast<std::uint32_t>(std::lower_bound(edges_.begin(), edges_.end(), cut) - edges_.begin());
}

double AtomAxis::measure(std::span<const Run> runs) const {
  double sum = 0.0;
  for (const Run& run : runs) sum += edges_[run.end] - edges_[run.begin];
  return sum;
}

}  // namespace hone::analysis
