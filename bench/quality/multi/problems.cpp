// SPDX-License-Identifier: MIT
#include "bench/quality/multi/problems.hpp"

#include <algorithm>
#include <utility>

#include "bench/quality/multi/functions.hpp"
#include "bench/quality/problem.hpp"
#include "hone/base/error.hpp"
#include "hone/base/text.hpp"
#include "hone/encode/encoding.hpp"
#include "hone/numeric/nsga2.hpp"
#include "hone/numeric/pareto.hpp"

namespace hone::quality::multi {
namespace {

using X = std::vector<double>;
using Values = std::vector<double>;

std::vector<MultiFunction> all_functions() {
  std::vector<MultiFunction> all = known_fronts();
  for (MultiFunction& design : engineering_designs()) all.push_back(std::move(design));
  return all;
}

// What a search sees: points that break a limit lie behind all that counts, by how far they break it.
Values allowed_values(const MultiFunction& problem, const X& x) {
  Values values = problem.values(x);
  if (problem.excess == nullptr) return values;
  double over = 0.0;
  for (const double excess : problem.excess(x)) over += std::max(0.0, excess);
  if (over == 0.0) return values;
  for (std::size_t k = 0; k < values.size(); ++k) values[k] = problem.worst[k] + over;
  return values;
}

// The front of a long search: 400 points, 500 generations.
double volume_of(const MultiFunction& problem) {
  const auto dimensions = static_cast<Eigen::Index>(problem.box.size());
  const auto m = static_cast<Eigen::Index>(problem.worst.size());
  numeric::Nsga2Problem search{
      .columns = numeric::Columns(problem.box.size()),
      .objectives = static_cast<int>(m),
      .evaluate = [&](const Eigen::Ref<const Eigen::MatrixXd>& points, Eigen::Ref<Eigen::MatrixXd> values) {
        X x(problem.box.size());
        for (Eigen::Index i = 0; i < points.rows(); ++i) {
          for (Eigen::Index j = 0; j < dimensions; ++j) {
            const auto [low, high] = problem.box[static_cast<std::size_t>(j)];
            x[static_cast<std::size_t>(j)] = low + points(i, j) * (high - low);
          }
          const Values f = allowed_values(problem, x);
          for (Eigen::Index k = 0; k < m; ++k) values(i, k) = f[static_cast<std::size_t>(k)];
        }
      }};
  const numeric::Nsga2Result found =
      numeric::minimise_nsga2(search, {.population = 400, .generations = 500, .seed = 1});
  return numeric::hypervolume(found.population_objectives,
                              Eigen::Map<const Eigen::VectorXd>(problem.worst.data(), m));
}

MultiProblem problem_of(const MultiFunction& box) {
  std::vector<Parameter> parameters;
  for (std::size_t j = 0; j < box.box.size(); ++j)
    parameters.push_back(real(text("x", j + 1), box.box[j].first, box.box[j].second));
  MultiProblem problem{
      .name = box.name,
      .space = Space(std::move(parameters)),
      .values = [values = box.values](const Configuration& at) { return values(coordinates(at)); },
      .worst = box.worst,
      .volume = volume_of(box)};
  if (box.excess != nullptr) {
    problem.excess = [excess = box.excess](const Configuration& at) { return excess(coordinates(at)); };
    problem.limits = static_cast<int>(box.excess(X(box.box.size(), 1.0)).size());
  }
  return problem;
}

}  // namespace

std::vector<std::string> multi_function_names() {
  std::vector<std::string> names;
  for (const MultiFunction& box : all_functions()) names.emplace_back(box.name);
  return names;
}

MultiProblem multi_function(const std::string& name) {
  for (const MultiFunction& box : all_functions())
    if (box.name == name) return problem_of(box);
  throw Error(ErrorCode::NotFound,
              text("there is no problem '", name, "'", did_you_mean(name, multi_function_names())),
              "use one of " + join(multi_function_names(), ", ") + ", or a table such as fcnet with --data");
}

}  // namespace hone::quality::multi
