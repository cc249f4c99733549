// SPDX-License-Identifier: MIT
#include "hone/transfer/base_models.hpp"

#include <algorithm>
#include <unordered_set>
#include <utility>

#include "hone/gp/fit.hpp"
#include "hone/samplers/observations.hpp"
#include "hone/transfer/kept_fits.hpp"

namespace hone::transfer {
namespace {

constexpr const char* kKind = "base-model";
constexpr std::uint64_t kFitSeed = 20;

BaseData data_of(Matched matched, const search::SearchSpace& space, numeric::OutputRule output, int most) {
  const Eigen::VectorXd values = samplers::with_worst_for_missing(matched.values);
  const auto transform = numeric::OutputTransform::fit(values, {.rule = output});
  const model::Dataset all(space.columns(), space.points(matched.configurations), transform.apply(values));
  BaseData out{std::move(matched.name), {}, all};
  const std::vector<int> rows = gp::choose_rows(all, most);
  for (const int i : rows)
    out.configurations.push_back(std::move(matched.configurations[static_cast<std::size_t>(i)]));
  if (std::ssize(rows) < all.size()) out.data = all.subset(rows);
  return out;
}

std::vector<double> learned(const BaseData& source, const BaseModelRule& rule) {
  std::vector<double> memory;
  rule.fitter->fit(source.data, kFitSeed, memory);
  return memory;
}

/// Rows of `more` that are not among those of `known`.
std::vector<int> new_rows(const model::Points& known, const model::Points& more) {
  const auto row_bytes = [](const model::Points& points, Eigen::Index i) {
    const Eigen::RowVectorXd row = points.x.row(i);
    return std::string(reinterpret_cast<const char*>(row.data()),
                       sizeof(double) * static_cast<std::size_t>(row.size()));
  };
  std::unordered_set<std::string> seen;
  for (Eigen::Index i = 0; i < known.rows(); ++i) seen.insert(row_bytes(known, i));
  std::vector<int> rows;
  for (Eigen::Index i = 0; i < more.rows(); ++i) {
    if (seen.insert(row_bytes(more, i)).second) rows.push_back(static_cast<int>(i));
  }
  return rows;
}

BaseModel model_of(const BaseData& source, const BaseModelRule& rule, const std::vector<double>& memory) {
  std::shared_ptr<const model::Surrogate> model = rule.fitter->recall(source.data, memory);
  const auto exact = [data = source.data, fitter = rule.fitter, memory, model](const model::Points& seen) {
    const model::Points own = model::select(data.points(), new_rows({}, data.points()));
    const model::Points all = model::joined(own, model::select(seen, new_rows(own, seen)));
    const model::Dataset smooth(data.columns(), all, model->expect(all));
    return std::shared_ptr<const model::Surrogate>(fitter->recall(smooth, memory, true));
  };
  const auto [least, most] = std::ranges::minmax(source.data.y());
  return {source.name, model, exact, least, most};
}

}  // namespace

std::vector<BaseData> base_data(const SamplerInput& input, const search::SearchSpace& space,
                                numeric::OutputRule output, int most) {
  std::vector<BaseData> out;
  for (const SourceStudy& source : input.sources) {
    Matched matched = match(source, input.study);
    if (matched.usable()) out.push_back(data_of(std::move(matched), space, output, most));
  }
  return out;
}

std::vector<BaseModel> base_models(const std::vector<BaseData>& sources, const BaseModelRule& rule,
                                   const Artefacts* artefacts) {
  const KeptFits kept(kKind, artefacts);
  std::vector<BaseModel> out;
  for (const BaseData& source : sources) {
    std::vector<double> memory = kept.find(fingerprint({&source.data}, rule.settings));
    if (memory.empty()) memory = learned(source, rule);
    out.push_back(model_of(source, rule, memory));
  }
  return out;
}

std::vector<ArtefactDraft> missing_base_models(const std::vector<BaseData>& sources,
                                               const BaseModelRule& rule, const Artefacts* artefacts,
                                               const LearningProgress& progress) {
  const KeptFits kept(kKind, artefacts);
  std::vector<ArtefactDraft> out;
  for (std::size_t i = 0; i < sources.size(); ++i) {
    const BaseData& source = sources[i];
    const std::string print = fingerprint({&source.data}, rule.settings);
    if (kept.has(print)) continue;
    if (progress) progress(i + 1, sources.size());
    out.push_back(kept.draft(source.name, print, learned(source, rule),
                             {{.study = source.name, .trials = source.data.size(), .revision = 0}}));
  }
  return out;
}

}  // namespace hone::transfer
