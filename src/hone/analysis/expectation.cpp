// SPDX-License-Identifier: MIT
#include "hone/analysis/expectation.hpp"

#include "hone/base/error.hpp"
#include "hone/base/rng.hpp"
#include "hone/base/text.hpp"
#include "hone/core/aim.hpp"

namespace hone::analysis {

model::Dataset complete_dataset(const search::SearchSpace& space, std::span<const Trial> trials,
                                const Objective& objective, std::size_t index) {
  std::vector<Configuration> configurations;
  std::vector<double> values;
  for (const Trial& trial : trials) {
    if (trial.state != TrialState::Complete) continue;
    configurations.push_back(trial.configuration);
    values.push_back(as_loss(objective, trial.values[index]));
  }
  const Eigen::VectorXd y =
      Eigen::Map<const Eigen::VectorXd>(values.data(), static_cast<Eigen::Index>(values.size()));
  return {space.columns(), space.points(configurations), y};
}

std::vector<double> expected_values(const Study& study, std::span<const Trial> trials,
                                    const StudyModel& model, std::size_t objective,
                                    std::span<const Configuration> configurations, int max_points) {
  const Objective& aim = study.objectives[objective];
  const search::SearchSpace space(study.space);
  const model::Dataset data = complete_dataset(space, trials, aim, objective);
  if (const std::string unfit = unfit_for_models(data); !unfit.empty())
    throw Error(ErrorCode::InvalidArgument, text("there is no model of '", study.name, "': ", unfit),
                "run more trials first");
  const auto transform = numeric::OutputTransform::fit(data.y(), {.rule = model.output});
  gp::FitOptions options = model.fit;
  options.max_points = std::min(options.max_points, max_points);
  const gp::Gp fitted =
      gp::fit({data.columns(), data.points(), transform.apply(data.y())}, options, mix_seed(study.seed, 0));
  const Eigen::VectorXd means = transform.inverse(fitted.expect(space.points(configurations)));
  std::vector<double> out;
  for (const double mean : means) out.push_back(as_loss(aim, mean));
  return out;
}

}  // namespace hone::analysis
