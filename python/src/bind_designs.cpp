// SPDX-License-Identifier: MIT
#include <nanobind/eigen/dense.h>
#include <nanobind/stl/string.h>

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "bind.hpp"
#include "convert.hpp"
#include "hone/base/error.hpp"
#include "hone/base/text.hpp"
#include "hone/designs/uniform_design.hpp"

namespace hone::python {
namespace {

using Levels = Eigen::Matrix<std::int64_t, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
using PointTable = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

designs::DesignSearchOptions options_of(std::uint64_t seed, const std::string& criterion,
                                        const std::string& method, std::int64_t iterations, int restarts,
                                        int threads, int phi_power) {
  if (method != "annealing" && method != "augud") {
    throw Error(ErrorCode::InvalidOption, text("there is no method '", method, "'"),
                "use annealing or augud");
  }
  return {.seed = seed,
          .criterion = designs::criterion_named(criterion),
          .method = method == "augud" ? designs::Method::AugUd : designs::Method::Annealing,
          .iterations = iterations,
          .restarts = restarts,
          .threads = threads,
          .phi_power = phi_power};
}

std::pair<Levels, double> result_of(const designs::SearchResult& result) {
  Levels levels(result.design.runs(), result.design.factors());
  for (int i = 0; i < result.design.runs(); ++i) {
    for (int j = 0; j < result.design.factors(); ++j) levels(i, j) = result.design(i, j);
  }
  return {std::move(levels), result.value};
}

nb::tuple answer(std::pair<Levels, double> result) {
  return nb::make_tuple(std::move(result.first), result.second);
}

int level_of(std::int64_t level, int levels) {
  if (level < 1 || level > levels) {
    throw Error(ErrorCode::InvalidArgument, text("the design has a level ", level),
                text("levels are whole numbers from 1 to ", levels));
  }
  return static_cast<int>(level);
}

designs::Design design_of(const Levels& table, int levels) {
  std::vector<int> entries;
  for (Eigen::Index i = 0; i < table.size(); ++i) entries.push_back(level_of(table.data()[i], levels));
  return {static_cast<int>(table.rows()), static_cast<int>(table.cols()), levels, std::move(entries)};
}

nb::tuple uniform_design(int runs, int factors, int levels, std::uint64_t seed, const std::string& criterion,
                         const std::string& method, std::int64_t iterations, int restarts, int threads,
                         int phi_power) {
  return answer(without_gil([&] {
    const auto options = options_of(seed, criterion, method, iterations, restarts, threads, phi_power);
    return result_of(designs::uniform_design(runs, factors, levels, options));
  }));
}

nb::tuple augment(const Levels& design, int levels, int runs, int factors, std::uint64_t seed,
                  const std::string& criterion, const std::string& method, std::int64_t iterations,
                  int restarts, int threads, int phi_power) {
  return answer(without_gil([&] {
    const auto options = options_of(seed, criterion, method, iterations, restarts, threads, phi_power);
    const designs::Design existing = design_of(design, levels);
    return result_of(factors > 0 ? designs::augment_factors(existing, factors, options)
                                 : designs::augment(existing, runs, options));
  }));
}

double discrepancy(const PointTable& points, const std::string& criterion, int phi_power) {
  return without_gil([&] {
    designs::DesignPoints table(static_cast<int>(points.rows()), static_cast<int>(points.cols()));
    for (int i = 0; i < table.rows(); ++i) {
      for (int j = 0; j < table.columns(); ++j) {
        table(i, j) = points(i, j);
        if (points(i, j) >= 0.0 && points(i, j) <= 1.0) continue;
        throw Error(ErrorCode::InvalidArgument,
                    text("row ", i, ", column ", j, " is ", points(i, j), ", outside of the unit cube"),
                    "scale every column to [0, 1]");
      }
    }
    return designs::criterion_value(table, designs::criterion_named(criterion), phi_power);
  });
}

}  // namespace

void bind_designs(nb::module_& module) {
  module.def("uniform_design", &uniform_design, nb::arg("runs"), nb::arg("factors"), nb::arg("levels"),
             nb::arg("seed"), nb::arg("criterion"), nb::arg("method"), nb::arg("iterations"),
             nb::arg("restarts"), nb::arg("threads"), nb::arg("phi_power"));
  module.def("augment", &augment, nb::arg("design"), nb::arg("levels"), nb::arg("runs"), nb::arg("factors"),
             nb::arg("seed"), nb::arg("criterion"), nb::arg("method"), nb::arg("iterations"),
             nb::arg("restarts"), nb::arg("threads"), nb::arg("phi_power"));
  module.def("discrepancy", &discrepancy, nb::arg("points"), nb::arg("criterion"), nb::arg("phi_power"));
}

}  // namespace hone::python
