// SPDX-License-Identifier: MIT
#include <nanobind/eigen/dense.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "bind.hpp"
#include "convert.hpp"
#include "datasets.hpp"
#include "hone/base/error.hpp"
#include "hone/base/rng.hpp"
#include "hone/base/text.hpp"
#include "hone/gp/fit.hpp"

namespace hone::python {
namespace {

using gp::Gp;

gp::Kernel kernel_named(const std::string& name) {
  if (name == "matern32") return gp::matern32();
  if (name == "matern52") return gp::matern52();
  if (name == "rbf") return gp::rbf();
  if (name == "linear") return gp::linear();
  throw Error(ErrorCode::InvalidOption, text("there is no kernel '", name, "'"),
              "use matern32, matern52, rbf, linear, or a sum of them such as 'matern32+linear'");
}

gp::Kernel kernel_of(const std::vector<std::string>& summands) {
  gp::Kernel kernel = kernel_named(summands.at(0));
  for (std::size_t i = 1; i < summands.size(); ++i) kernel = kernel + kernel_named(summands[i]);
  return kernel * gp::overlap();
}

Gp fit(const Eigen::MatrixXd& x, const Eigen::VectorXd& y, const CategoryColumns& categories,
       const std::vector<std::string>& kernel, bool warp, int starts, int iterations, double min_noise,
       int max_points, std::uint64_t seed, const std::vector<double>& warm) {
  return without_gil([&] {
    gp::FitOptions options{.spec = {.kernel = kernel_of(kernel), .warp = warp},
                           .starts = starts,
                           .iterations = iterations,
                           .min_noise = min_noise,
                           .max_points = max_points};
    gp::validate(options);
    const model::Dataset data(columns_of(x.cols(), categories), {x, {}}, y);
    return gp::fit(data, options, seed, warm);
  });
}

void require_columns(const Gp& process, const Eigen::MatrixXd& x) {
  const auto wanted = static_cast<Eigen::Index>(process.columns().size());
  if (x.cols() == wanted) return;
  throw Error(ErrorCode::InvalidArgument,
              text("the points have ", x.cols(), " columns, and the process was fitted to ", wanted),
              "give as many");
}

nb::tuple predict(const Gp& process, const Eigen::MatrixXd& x) {
  require_columns(process, x);
  auto prediction = without_gil([&] { return process.predict({x, {}}); });
  return nb::make_tuple(std::move(prediction.mean), std::move(prediction.variance));
}

nb::tuple predict_jointly(const Gp& process, const Eigen::MatrixXd& x) {
  require_columns(process, x);
  auto prediction = without_gil([&] { return process.predict_jointly({x, {}}).value(); });
  return nb::make_tuple(std::move(prediction.mean), std::move(prediction.covariance));
}

Eigen::MatrixXd sample(const Gp& process, const Eigen::MatrixXd& x, int count, std::uint64_t seed) {
  require_columns(process, x);
  return without_gil([&] {
    Rng rng(seed);
    return process.sample({x, {}}, count, rng).value();
  });
}

nb::tuple leave_one_out(const Gp& process) {
  auto left = without_gil([&] { return process.leave_one_out(); });
  return nb::make_tuple(std::move(left.mean), std::move(left.variance), std::move(left.log_density));
}

Gp condition_on(const Gp& process, const Eigen::MatrixXd& x, const Eigen::VectorXd& y) {
  require_columns(process, x);
  if (x.rows() != y.size()) {
    throw Error(ErrorCode::InvalidArgument, text("there are ", x.rows(), " points and ", y.size(), " values"),
                "give one value for each point");
  }
  return without_gil([&] { return process.condition_on({x, {}}, y); });
}

}  // namespace

void bind_gp(nb::module_& module) {
  nb::class_<Gp>(module, "Gp")
      .def("predict", &predict, nb::arg("x"))
      .def("predict_jointly", &predict_jointly, nb::arg("x"))
      .def("sample", &sample, nb::arg("x"), nb::arg("count"), nb::arg("seed"))
      .def("leave_one_out", &leave_one_out)
      .def("condition_on", &condition_on, nb::arg("x"), nb::arg("y"))
      .def("hyperparameters", &Gp::hyperparameters)
      .def("log_likelihood", &Gp::log_likelihood)
      .def("noise_variance", &Gp::noise_variance)
      .def("size", &Gp::size);
  module.def("fit_gp", &fit, nb::arg("x"), nb::arg("y"), nb::arg("categories"), nb::arg("kernel"),
             nb::arg("warp"), nb::arg("starts"), nb::arg("iterations"), nb::arg("min_noise"),
             nb::arg("max_points"), nb::arg("seed"), nb::arg("warm"));
}

}  // namespace hone::python
