// SPDX-License-Identifier: MIT
#include "hone/designs/correlation_landscape.hpp"
#include "hone/designs/distance_landscape.hpp"
#include "hone/designs/landscape.hpp"
#include "hone/designs/product_landscape.hpp"

namespace hone::designs {

std::unique_ptr<Landscape> make_landscape(const Design& start, Frozen frozen, Criterion criterion,
                                          int phi_power) {
  switch (criterion) {
    case Criterion::Maximin:
    case Criterion::PhiP:
      return std::make_unique<DistanceLandscape>(start, frozen, criterion, phi_power);
    case Criterion::MaxCorrelation:
    case Criterion::MeanSquaredCorrelation:
      return std::make_unique<CorrelationLandscape>(start, frozen, criterion);
    default:
      return std::make_unique<ProductLandscape>(start, frozen, criterion);
  }
}

}  // namespace hone::designs
