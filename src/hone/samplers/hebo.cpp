// SPDX-License-Identifier: MIT
#include "hone/samplers/hebo.hpp"

#include <algorithm>
#include <optional>

#include "hone/acquisition/improvement.hpp"
#include "hone/base/text.hpp"
#include "hone/samplers/mace_search.hpp"
#include "hone/samplers/observations.hpp"
#include "hone/samplers/picker.hpp"

namespace hone::samplers {
namespace {

constexpr const char* kTheta = "hebo.theta";  // hyper-parameters of the fit that proposed the trial
constexpr const char* kCold = "hebo.cold";    // observations at the last fit from scratch

/// What an earlier fit left with the trial it proposed.
struct Memory {
  std::vector<double> theta = {};
  std::int64_t cold = 0;
};

Memory remember(const Trial& trial) {
  const auto theta = trial.notes.find(kTheta);
  const auto cold = trial.notes.find(kCold);
  Memory memory;
  if (theta == trial.notes.end() || cold == trial.notes.end()) return memory;
  for (const std::string& number : split(to_text(theta->second), ' ')) {
    const auto value = parse_number(number);
    if (!value) return {};
    memory.theta.push_back(*value);
  }
  if (const auto* count = std::get_if<std::int64_t>(&cold->second)) memory.cold = *count;
  return memory;
}

/// The latest memory in trial-number order, so that every process finds the same.
Memory latest(const std::vector<Trial>& history, std::span<const Trial> running) {
  const Trial* newest = nullptr;
  const auto look = [&](const Trial& trial) {
    if (trial.notes.contains(kTheta) && (newest == nullptr || trial.number > newest->number)) newest = &trial;
  };
  std::for_each(running.begin(), running.end(), look);
  for (auto trial = history.rbegin(); trial != history.rend(); ++trial) {
    if (newest != nullptr && trial->number < newest->number) break;
    look(*trial);
  }
  return newest == nullptr ? Memory{} : remember(*newest);
}

Attributes notes_of(const gp::Gp& model, std::int64_t cold) {
  std::vector<std::string> numbers;
  for (const double value : model.hyperparameters()) numbers.push_back(number_text(value));
  return {{kTheta, join(numbers, " ")}, {kCold, cold}};
}

std::vector<Configuration> configurations_of(std::span<const Trial> trials) {
  std::vector<Configuration> configurations;
  for (const Trial& trial : trials) configurations.push_back(trial.configuration);
  return configurations;
}

/// Chooses a batch from what the search found.
class BatchChooser {
 public:
  BatchChooser(const ModelSpace& model_space, gp::Gp model, double target, MaceCandidates found)
      : model_space_(model_space), model_(std::move(model)), target_(target), found_(std::move(found)) {}

  /// Every other pick has the largest expected improvement, given that the picks before it return what is
  /// expected of them; the others come from anywhere on the front, so that a wrong model cannot spoil a whole
  /// batch.
  void pick_believing(Picker& picker, Attributes notes) {
    for (int slot = 0; !picker.full() && drop_seen(picker); ++slot) {
      const auto chosen =
          slot % 2 == 0 || found_.front.empty() ? best_expected() : any_of(found_.front, picker.rng());
      model_ = model_.believe(model_space_.points({&chosen, 1}));
      picker.pick(chosen, std::exchange(notes, {}));
    }
  }

  /// Anywhere on the front; for batches above 2, the most uncertain and the most promising point are among
  /// them.
  void pick_from_front(Picker& picker, int count, Attributes notes) {
    found_.population = found_.front;
    if (count > 2 && drop_seen(picker)) {
      const model::Prediction prediction = model_.predict(model_space_.points(found_.front));
      Eigen::Index uncertain = 0;
      Eigen::Index promising = 0;
      prediction.variance.maxCoeff(&uncertain);
      prediction.mean.minCoeff(&promising);
      picker.pick(Configuration(found_.front[static_cast<std::size_t>(uncertain)]), std::exchange(notes, {}));
      if (promising != uncertain)
        picker.pick(Configuration(found_.front[static_cast<std::size_t>(promising)]));
    }
    while (!picker.full() && drop_seen(picker) && !found_.front.empty()) {
      picker.pick(any_of(found_.front, picker.rng()), std::exchange(notes, {}));
    }
  }

 private:
  /// False when nothing unseen is left.
  bool drop_seen(const Picker& picker) {
    const auto seen = [&](const Configuration& configuration) { return picker.seen(configuration); };
    std::erase_if(found_.front, seen);
    std::erase_if(found_.population, seen);
    return !found_.population.empty();
  }

  Configuration best_expected() const {
    const auto prediction = model_.predict(model_space_.points(found_.population));
    Eigen::Index best = 0;
    acquisition::log_expected_improvement(prediction, target_).maxCoeff(&best);
    return found_.population[static_cast<std::size_t>(best)];
  }

  static Configuration any_of(const std::vector<Configuration>& rows, Rng& rng) {
    return rows[static_cast<std::size_t>(rng.below(rows.size()))];
  }

  const ModelSpace& model_space_;
  gp::Gp model_;
  double target_;
  MaceCandidates found_;
};

}  // namespace

Hebo::Hebo(const Study& study)
    : objective_(study.objectives.front()),
      options_(read_hebo_options(study.sampler.options)),
      encoding_(study.space),
      model_space_(encoding_) {
  const auto dimensions = static_cast<int>(encoding_.dimensions());
  if (dimensions > 0 && dimensions <= designs::Sobol::max_dimensions())
    sequence_.emplace(dimensions, study.seed);
}

void Hebo::tell(std::span<const Trial> finished) { history_.add(finished); }

std::size_t Hebo::startup_trials() const {
  if (options_.startup > 0) return static_cast<std::size_t>(options_.startup);
  return std::clamp<std::size_t>(1 + encoding_.dimensions(), 4, 32);
}

void Hebo::pick_sobol(Picker& picker) const {
  std::vector<double> point(encoding_.dimensions());
  while (!picker.full()) {
    if (!sequence_) {
      picker.pick_random();
      continue;
    }
    sequence_->point(picker.position(), point);
    picker.pick_at(point);
  }
}

void Hebo::pick_by_model(Picker& picker, const AskRequest& request) const {
  const Observations seen = observe(history_.trials(), objective_);
  const auto transform = numeric::OutputTransform::fit(seen.values, {.rule = options_.output});
  const model::Dataset data(model_space_.columns(), model_space_.points(seen.configurations),
                            transform.apply(seen.values));
  // A fit that only ever went on from the last one would keep a bad beginning for ever.
  const auto count = static_cast<std::int64_t>(seen.configurations.size());
  Memory memory = latest(history_.trials(), request.running);
  const bool cold = !options_.warm || memory.theta.empty() ||
                    count >= memory.cold + std::max<std::int64_t>(16, memory.cold / 2);
  if (cold) memory = {{}, count};

  gp::Gp model = gp::fit(data, options_.fit, mix_seed(request.seed, 1), memory.theta);
  const Attributes notes = notes_of(model, memory.cold);
  Eigen::Index best = 0;
  data.y().minCoeff(&best);
  const double target = model.predict(model::select(data.points(), {static_cast<int>(best)})).mean[0];
  if (!request.running.empty())
    model = model.believe(model_space_.points(configurations_of(request.running)));

  const acquisition::Mace mace(model,
                               {.target = target,
                                .kappa = acquisition::mace_kappa(static_cast<int>(count), request.count,
                                                                 static_cast<int>(encoding_.dimensions())),
                                .robust = options_.robust,
                                .with_noise = options_.with_noise});
  MaceCandidates found =
      search_mace(encoding_, model_space_, mace, options_,
                  seen.configurations[static_cast<std::size_t>(best)], mix_seed(request.seed, 2));
  BatchChooser chooser(model_space_, std::move(model), target, std::move(found));
  if (options_.believer) {
    chooser.pick_believing(picker, notes);
  } else {
    chooser.pick_from_front(picker, request.count, notes);
  }
}

std::vector<Proposal> Hebo::ask(const AskRequest& request) const {
  Picker picker(encoding_, history_, request);
  const auto is_complete = [](const Trial& trial) { return trial.state == TrialState::Complete; };
  const bool something_measured =
      std::any_of(history_.trials().begin(), history_.trials().end(), is_complete);
  const bool ready = something_measured && history_.size() >= startup_trials() && encoding_.dimensions() > 0;
  if (ready) pick_by_model(picker, request);
  pick_sobol(picker);  // the start, and whatever the model left open
  return picker.take();
}

}  // namespace hone::samplers
