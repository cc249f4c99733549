// SPDX-License-Identifier: MIT
#include <nanobind/eigen/dense.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "bind.hpp"
#include "convert.hpp"
#include "datasets.hpp"
#include "hone/analysis/hypothesis.hpp"
#include "hone/analysis/model_check.hpp"
#include "hone/base/error.hpp"
#include "hone/base/text.hpp"

namespace hone::python {
namespace {

nb::object answer(const std::optional<analysis::HypothesisTest>& test) {
  return test ? nb::object(nb::make_tuple(test->statistic, test->p)) : nb::none();
}

analysis::Centre centre_named(const std::string& name) {
  if (name == "mean") return analysis::Centre::Mean;
  if (name == "median") return analysis::Centre::Median;
  throw Error(ErrorCode::InvalidOption, text("there is no centre '", name, "'"), "use mean or median");
}

nb::object levene(const analysis::Groups& groups, const std::string& centre) {
  const analysis::Centre about = centre_named(centre);
  return answer(without_gil([&] { return analysis::levene(groups, about); }));
}

nb::object fligner_killeen(const analysis::Groups& groups) {
  return answer(without_gil([&] { return analysis::fligner_killeen(groups); }));
}

const char* verdict_text(analysis::GainVerdict verdict) {
  constexpr const char* kNames[] = {"helps", "hurts", "unclear"};
  return kNames[static_cast<std::size_t>(verdict)];
}

nb::tuple gain_tuple(const analysis::Gain& gain) {
  const auto pair = [](const std::optional<analysis::PairedTest>& test) {
    return test ? nb::object(nb::make_tuple(test->mean, test->t, test->p_two_sided)) : nb::none();
  };
  return nb::make_tuple(gain.log_likelihood, pair(gain.plain), pair(gain.corrected),
                        verdict_text(analysis::judge(gain)));
}

/// The gain of the input warp and of the output transform, each beside the other.
nb::tuple transform_gain(const Eigen::MatrixXd& x, const Eigen::VectorXd& y,
                         const CategoryColumns& categories, int splits, std::uint64_t seed) {
  const auto [warp, output] = without_gil([&] {
    const model::Dataset data(columns_of(x.cols(), categories), {x, {}}, y);
    analysis::ModelCheckOptions options;
    options.splits = splits;
    options.seed = seed;
    const analysis::ModelComparison models = analysis::compare_models(data, options);
    return std::pair{analysis::gain(models, {true, true}, {false, true}),
                     analysis::gain(models, {true, true}, {true, false})};
  });
  return nb::make_tuple(gain_tuple(warp), gain_tuple(output));
}

}  // namespace

void bind_analysis(nb::module_& module) {
  module.def("levene", &levene, nb::arg("groups"), nb::arg("centre"));
  module.def("fligner_killeen", &fligner_killeen, nb::arg("groups"));
  module.def("transform_gain", &transform_gain, nb::arg("x"), nb::arg("y"), nb::arg("categories"),
             nb::arg("splits"), nb::arg("seed"));
}

}  // namespace hone::python
