// SPDX-License-Identifier: MIT
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <string>

#include "hone/base/error.hpp"
#include "hone/core/space.hpp"

// Any text either is a constraint, whose violation is a number of at least 0 for every configuration, or an
// Error.
namespace {

using namespace hone;

const Space& space() {
  static const Space instance({real("x", -10, 10), real("y", 0, 1), integer("n", 0, 100), boolean("flag"),
                               categorical("kernel", {"rbf", "poly", std::int64_t{3}, true}),
                               when(integer("degree", 2, 5), "kernel", {"poly"}), constant("k", 0.5),
                               real("learning-rate", 1e-6, 1, Scale::Log)});
  return instance;
}

const std::vector<Configuration>& configurations() {
  static const std::vector<Configuration> instance = {
      space().configuration({0.0, 0.5, std::int64_t{0}, true, "rbf", std::nullopt, 0.5, 1e-6}),
      space().configuration({-10.0, 1.0, std::int64_t{100}, false, "poly", std::int64_t{3}, 0.5, 1.0}),
      space().configuration({1e-300, 0.0, std::int64_t{7}, false, std::int64_t{3}, std::nullopt, 0.5, 0.1}),
      space().configuration({10.0, 0.25, std::int64_t{1}, true, true, std::nullopt, 0.5, 0.01})};
  return instance;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  try {
    const Constraint constraint(std::string(reinterpret_cast<const char*>(data), size), space().parameters());
    for (const Configuration& configuration : configurations()) {
      const double violation = constraint.violation(configuration);
      if (std::isnan(violation) || violation < 0.0) std::abort();
      if (constraint.holds(configuration) != (violation == 0.0)) std::abort();
    }
  } catch (const Error& error) {
    if (error.code() != ErrorCode::InvalidSpace) std::abort();
  }
  return 0;
}
