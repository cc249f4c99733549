// SPDX-License-Identifier: MIT
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <cstdint>
#include <string>
#include <vector>

#include "bind.hpp"
#include "convert.hpp"
#include "hone/base/rng.hpp"
#include "hone/codec/json.hpp"
#include "hone/core/space.hpp"
#include "hone/encode/encoding.hpp"

namespace hone::python {
namespace {

/// The space of a definition with the fields of a study file: parameters, constraints, candidates.
Space space_of(const std::string& definition) {
  return codec::study_from(codec::parse_tree(definition, "space"), "space").space;
}

/// A point of the space whose coordinates are uniform and independent of each other; constraints are not
/// looked at.
nb::dict draw(const Space& space, std::uint64_t seed, std::uint64_t number, std::uint64_t stream) {
  const encode::Encoding encoding(space);
  Rng rng(mix_seed(seed, number, stream));
  std::vector<double> point(encoding.dimensions());
  for (double& coordinate : point) coordinate = rng.uniform();
  return to_python(encoding.decode(point));
}

}  // namespace

void bind_space(nb::module_& module) {
  nb::class_<Space>(module, "Space")
      .def("__init__",
           [](Space* place, const std::string& definition) { new (place) Space(space_of(definition)); })
      .def("admit", [](const Space& space,
                       const nb::dict& values) { return to_python(space.admit(named_values(values))); })
      .def("draw", &draw, nb::arg("seed"), nb::arg("number"), nb::arg("stream"))
      .def("cardinality", [](const Space& space) -> nb::object {
        const auto count = space.cardinality();
        return count ? nb::object(nb::int_(*count)) : nb::none();
      });
}

}  // namespace hone::python
