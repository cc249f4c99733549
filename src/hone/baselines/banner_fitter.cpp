// SPDX-License-Identifier: MIT
#include "hone/baselines/banner_fitter.hpp"

#include <cmath>
#include <utility>

#include "hone/base/error.hpp"
#include "hone/base/text.hpp"
#include "hone/baselines/feature_model.hpp"
#include "hone/baselines/taught_features.hpp"
#include "hone/gp/fit.hpp"
#include "hone/gp/scaling.hpp"

namespace hone::baselines {
namespace {

// Of more observations, those that gp::choose_rows() names are used.
constexpr int kMostBannerObservations = 500;
// Fewer say nothing about precisions once a level has been taken from them.
constexpr Eigen::Index kLeastForPrecisions = 3;

/// The target as the network sees it, with what its mean leaves unexplained.
struct Residuals {
  gp::Scaling scaling;
  Eigen::MatrixXd features;  // a column for each observation
  Eigen::VectorXd values;    // standardised, their mean is 0
  double level;              // that was taken from them

  Residuals(const model::Dataset& data, const meta::MetaKnowledge& knowledge) : scaling(data.y()) {
    meta::Seen seen = meta::look(knowledge, data.points());
    features = seen.features.transpose();
    values = scaling.standardise(data.y()) - seen.mean;
    level = values.mean();
    values.array() -= level;
  }

  Precisions precisions() const {
    if (values.size() < kLeastForPrecisions) return {};
    return best_precisions(features, values, {});
  }
};

model::Dataset thinned(const model::Dataset& all) {
  return all.subset(gp::choose_rows(all, kMostBannerObservations));
}

std::unique_ptr<model::Surrogate> banner_model(const model::Dataset& data, const Residuals& residuals,
                                               const std::shared_ptr<const meta::MetaKnowledge>& knowledge,
                                               const Precisions& precisions) {
  return std::make_unique<FeatureModel>(
      std::make_shared<const TaughtFeatures>(data.columns(), knowledge, residuals.level), residuals.scaling,
      AblrHead::fit_or_prior(residuals.features, residuals.values, precisions));
}

}  // namespace

BannerFitter::BannerFitter(std::shared_ptr<const meta::MetaKnowledge> knowledge)
    : knowledge_(std::move(knowledge)) {}

std::unique_ptr<model::Surrogate> BannerFitter::fit(const model::Dataset& data, std::uint64_t,
                                                    std::vector<double>& memory) const {
  const model::Dataset used = thinned(data);
  const Residuals residuals(used, *knowledge_);
  const Precisions precisions = residuals.precisions();
  memory = {precisions.log_alpha, precisions.log_beta};
  return banner_model(used, residuals, knowledge_, precisions);
}

std::unique_ptr<model::Surrogate> BannerFitter::recall(const model::Dataset& data,
                                                       std::span<const double> memory, bool exact) const {
  if (memory.size() != 2) {
    throw Error(ErrorCode::InvalidArgument, text("got ", memory.size(), " numbers for a model that keeps 2"),
                "give what a fit has left behind");
  }
  const model::Dataset used = thinned(data);
  return banner_model(used, Residuals(used, *knowledge_), knowledge_,
                      {memory[0], exact ? kMostPrecisions.log_beta : memory[1]});
}

}  // namespace hone::baselines
