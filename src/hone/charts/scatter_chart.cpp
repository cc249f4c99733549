// SPDX-License-Identifier: MIT
#include "hone/charts/scatter_chart.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <set>

#include "hone/base/error.hpp"
#include "hone/base/text.hpp"
#include "hone/base/words.hpp"
#include "hone/charts/beyond.hpp"
#include "hone/charts/contour_chart.hpp"
#include "hone/charts/report_table.hpp"
#include "hone/charts/working_time.hpp"
#include "hone/plot/scale.hpp"

namespace hone::charts {
namespace {

constexpr double kLacking = std::numeric_limits<double>::quiet_NaN();
constexpr std::size_t kMostAttributes = 200;
constexpr double kLeastRadius = 2.0;
constexpr double kMostRadius = 9.0;
constexpr std::size_t kMostColours = 8;  // of the palette

constexpr const char* kNoProperty = "none";
constexpr const char* kOwnNames[] = {"number", "started", "seconds"};

bool starts_with(const std::string& name, const std::string& prefix) { return name.rfind(prefix, 0) == 0; }

/// A property of trials: where each lies on its axis, NaN for those that lack it.
struct Property {
  plot::Axis axis;
  std::function<double(const Trial&)> at;
};

double attribute_of(const Trial& trial, const std::string& name) {
  const auto found = trial.attributes.find(name);
  return found == trial.attributes.end() ? kLacking : as_number(found->second).value_or(kLacking);
}

std::set<std::string> number_attributes(std::span<const Trial> trials) {
  std::set<std::string> names;
  for (const Trial& trial : trials) {
    for (const auto& [name, value] : trial.attributes)
      if (as_number(value)) names.insert(name);
    if (names.size() >= kMostAttributes) break;
  }
  return names;
}

/// Finds what a name means.
class Properties {
 public:
  /// `margin`: of parameters, at both ends as a share of the declared range.
  Properties(const Study& study, std::span<const Trial> trials, const ValueView& view, double margin)
      : study_(study), trials_(trials), view_(view), margin_(margin) {}

  Property named(const std::string& name) const {
    if (name == "number")
      return {{.label = "trial", .whole = true},
              [](const Trial& t) { return static_cast<double>(t.number); }};
    if (name == "started") return started();
    if (name == "seconds")
      return measured("seconds", [](const Trial& t) { return seconds_of(t).value_or(kLacking); });
    for (std::size_t k = 0; k < study_.objectives.size(); ++k)
      if (means(name, "objective.", study_.objectives[k].name)) return objective(k);
    for (std::size_t i = 0; i < study_.space.size(); ++i)
      if (means(name, "param.", study_.space.parameters()[i].name)) return parameter(i);
    for (const std::string& attribute : number_attributes(trials_))
      if (means(name, "attr.", attribute))
        return measured(attribute, [attribute](const Trial& t) { return attribute_of(t, attribute); });
    const std::vector<std::string> known = scatter_choices(study_, trials_);
    throw Error(ErrorCode::NotFound, text("trials have no '", name, "' to show", did_you_mean(name, known)),
                "choose one of " + join(known, ", "));
  }

 private:
  static bool means(const std::string& name, const std::string& prefix, const std::string& of) {
    return name == of || name == prefix + of;
  }

  Property objective(std::size_t k) const {
    return {value_axis(study_.objectives[k], complete_values(trials_, k), view_), [k](const Trial& trial) {
              return trial.state == TrialState::Complete ? trial.values[k] : kLacking;
            }};
  }

  Property parameter(std::size_t index) const {
    const Parameter& parameter = study_.space.parameters()[index];
    return {declared_axis(parameter, margin_), [&parameter, index](const Trial& trial) {
              return place_of(parameter, trial.configuration[index]);
            }};
  }

  Property started() const {
    Timestamp first = 0, last = 0;
    for (const Trial& trial : trials_) {
      if (trial.started <= 0) continue;
      first = first == 0 ? trial.started : std::min(first, trial.started);
      last = std::max(last, trial.started);
    }
    const TimeUnit unit = unit_for(static_cast<double>(last - first));
    return {{.label = text(unit.name, " since the first trial began")}, [first, unit](const Trial& trial) {
              if (trial.started <= 0) return kLacking;
              return static_cast<double>(trial.started - first) / unit.milliseconds;
            }};
  }

  Property measured(const std::string& label, const std::function<double(const Trial&)>& at) const {
    const bool positive = std::all_of(trials_.begin(), trials_.end(), [&](const Trial& trial) {
      const double value = at(trial);
      return !std::isfinite(value) || value > 0.0;
    });
    return {{.label = label, .scale = view_.log && positive ? plot::AxisScale::Log : plot::AxisScale::Linear},
            at};
  }

  const Study& study_;
  std::span<const Trial> trials_;
  ValueView view_;
  double margin_;
};

/// The axis with both ends settled, and how many values lie behind them.
plot::Axis settled_of(const Property& property, const std::vector<const Trial*>& shown) {
  std::vector<double> values;
  for (const Trial* trial : shown)
    if (const double value = property.at(*trial); std::isfinite(value)) values.push_back(value);
  // The whole declared range of a parameter need not be in use, but is what a reader compares with.
  return settled_axis(property.axis, values);
}

/// Ends for people: "0.1 to 30".
std::string ends_text(const plot::Axis& axis) {
  return text(short_number(axis.low.value_or(0.0), 3), " to ", short_number(axis.high.value_or(1.0), 3));
}

class ScatterPainter {
 public:
  ScatterPainter(const Study& study, const ScatterOptions& wanted, Property x, Property y)
      : study_(study),
        wanted_(wanted),
        x_(std::move(x)),
        y_(std::move(y)),
        chart_{.x = x_.axis, .y = y_.axis} {}

  plot::Chart paint(std::span<const Trial> trials, const Properties& known) {
    for (const Trial& trial : trials) sort_in(trial);
    if (wanted_.size != kNoProperty && !wanted_.size.empty()) sized_ = known.named(wanted_.size);
    if (wanted_.colour != kNoProperty) coloured_ = known.named(wanted_.colour);
    if (coloured_ && !coloured_->axis.categories.empty()) {
      add_by_category();
    } else {
      add_shaded();
    }
    ends_.add_to(chart_);
    add_best(trials);
    if (left_out_ > 0)
      add_note(chart_, text(left_out_, " of ", trials.size(), " trials ", left_out_ == 1 ? "has" : "have",
                            " no ", x_.axis.label, " or no ", y_.axis.label, " and ",
                            left_out_ == 1 ? "is" : "are", " left out."));
    tell_size();
    mark_beyond(chart_);
    return std::move(chart_);
  }

 private:
  void put(plot::Dots& dots, const Trial& trial) const {
    dots.x.push_back(x_.at(trial));
    dots.y.push_back(y_.at(trial));
    dots.numbers.push_back(trial.number);
  }

  bool placed(const Trial& trial) const { return std::isfinite(x_.at(trial)) && std::isfinite(y_.at(trial)); }

  void sort_in(const Trial& trial) {
    const bool ended =
        trial.state == TrialState::Complete || trial.state == TrialState::Pruned || ended_badly(trial.state);
    if (!ended || !placed(trial)) {
      ++left_out_;
    } else if (trial.state == TrialState::Pruned) {
      put(ends_.pruned, trial);
    } else if (ended_badly(trial.state)) {
      put(ends_.failed, trial);
    } else if (!feasible(trial)) {
      put(ends_.infeasible, trial);
    } else {
      shown_.push_back(&trial);
    }
  }

  /// Dots of these trials, as large as they have to be.
  plot::Dots dots_of(const std::vector<const Trial*>& trials) {
    plot::Dots dots{.x = {}, .y = {}, .radius = 3.4};
    for (const Trial* trial : trials) put(dots, *trial);
    if (!sized_) return dots;
    if (!size_axis_) size_axis_ = settled_of(*sized_, shown_);
    const plot::Scale scale(*size_axis_, {});
    for (const Trial* trial : trials) {
      const double place = scale.place(sized_->at(*trial));
      const double share = std::isfinite(place) ? std::clamp(place, 0.0, 1.0) : 0.0;
      dots.radii.push_back(
          std::sqrt(std::lerp(kLeastRadius * kLeastRadius, kMostRadius * kMostRadius, share)));
    }
    dots.size_axis = size_axis_;
    return dots;
  }

  void add(const std::string& name, const std::vector<const Trial*>& trials, int colour) {
    if (!trials.empty()) chart_.series.push_back({.name = name, .marks = dots_of(trials), .colour = colour});
  }

  std::vector<const Trial*> lacking(const Property& property) const {
    std::vector<const Trial*> out;
    for (const Trial* trial : shown_)
      if (!std::isfinite(property.at(*trial))) out.push_back(trial);
    return out;
  }

  void add_shaded() {
    if (!coloured_) return add("trial", shown_, 0);
    const plot::Axis axis = settled_of(*coloured_, shown_);
    const plot::Scale scale(axis, {});
    std::vector<const Trial*> having;
    std::vector<double> shade;
    for (const Trial* trial : shown_) {
      const double place = scale.place(coloured_->at(*trial));
      if (!std::isfinite(place)) continue;
      having.push_back(trial);
      shade.push_back(std::clamp(place, 0.0, 1.0));
    }
    add("without " + axis.label, lacking(*coloured_), plot::kGrey);
    if (having.empty()) return;
    plot::Dots dots = dots_of(having);
    dots.shade = std::move(shade);
    dots.shade_axis = axis;
    chart_.series.push_back({.name = text(axis.label, ": pale ", short_number(axis.low.value_or(0.0), 3),
                                          ", dark ", short_number(axis.high.value_or(1.0), 3)),
                             .marks = std::move(dots),
                             .colour = 0});
  }

  /// A colour for each choice; what has none of the palette's is grey.
  void add_by_category() {
    add("without " + coloured_->axis.label, lacking(*coloured_), plot::kGrey);
    const std::vector<std::string>& names = coloured_->axis.categories;
    const bool many = names.size() > kMostColours;
    std::vector<const Trial*> others;
    for (std::size_t i = 0; i < names.size(); ++i) {
      std::vector<const Trial*> of;
      for (const Trial* trial : shown_)
        if (coloured_->at(*trial) == static_cast<double>(i)) of.push_back(trial);
      if (many && i + 1 >= kMostColours) {
        others.insert(others.end(), of.begin(), of.end());
      } else {
        add(text(coloured_->axis.label, " ", names[i]), of, static_cast<int>(i));
      }
    }
    add("other " + coloured_->axis.label, others, static_cast<int>(kMostColours) - 1);
  }

  void add_best(std::span<const Trial> trials) {
    plot::Dots stars{.x = {}, .y = {}, .radius = 5.0, .marker = plot::Marker::Star, .halo = true};
    for (const Trial* trial : best_trials(study_, trials))
      if (placed(*trial)) put(stars, *trial);
    if (!stars.x.empty())
      chart_.series.push_back({.name = best_word(study_), .marks = std::move(stars), .colour = 2});
  }

  void tell_size() {
    if (!size_axis_) return;
    const std::size_t without = lacking(*sized_).size();
    add_note(chart_, text("The larger a dot, the more ", size_axis_->label, " (", ends_text(*size_axis_), ")",
                          without > 0 ? text("; ", without, " without it are the smallest") : "", "."));
  }

  const Study& study_;
  const ScatterOptions& wanted_;
  Property x_;
  Property y_;
  plot::Chart chart_;
  std::optional<Property> sized_ = {};
  std::optional<Property> coloured_ = {};
  std::optional<plot::Axis> size_axis_ = {};
  std::vector<const Trial*> shown_ = {};
  SpecialMarks ends_ = {};
  std::size_t left_out_ = 0;
};

/// What is not named, chosen.
ScatterOptions settled_options(const Study& study, std::span<const Trial> trials, ScatterOptions wanted) {
  if (wanted.x.empty()) {
    const std::vector<std::size_t> telling = telling_parameters(study, trials, wanted.objective);
    wanted.x = telling.empty() ? "number" : "param." + study.space.parameters()[telling[0]].name;
  }
  if (wanted.y.empty()) wanted.y = "objective." + study.objectives[wanted.objective].name;
  if (wanted.colour.empty()) {
    wanted.colour = "number";
    for (std::size_t k = 0; k < study.objectives.size(); ++k)
      if (k != wanted.objective) wanted.colour = "objective." + study.objectives[k].name;
  }
  return wanted;
}

}  // namespace

std::vector<std::string> scatter_choices(const Study& study, std::span<const Trial> trials) {
  std::vector<std::string> names(std::begin(kOwnNames), std::end(kOwnNames));
  const auto add = [&](const char* prefix, const std::string& name) {
    const bool taken = std::find(names.begin(), names.end(), name) != names.end() ||
                       starts_with(name, "objective.") || starts_with(name, "param.") ||
                       starts_with(name, "attr.");
    names.push_back(taken ? prefix + name : name);
  };
  for (const Objective& objective : study.objectives) add("objective.", objective.name);
  for (const std::size_t index : chosen_parameters(study.space, {}))
    add("param.", study.space.parameters()[index].name);
  for (const std::string& name : number_attributes(trials)) add("attr.", name);
  return names;
}

plot::Chart scatter_chart(const Study& study, std::span<const Trial> trials, const ScatterOptions& options) {
  const ScatterOptions wanted = settled_options(study, trials, options);
  const Properties axes(study, trials, wanted.view, 0.03);
  const Properties looks(study, trials, wanted.view, 0.0);
  return ScatterPainter(study, wanted, axes.named(wanted.x), axes.named(wanted.y)).paint(trials, looks);
}

}  // namespace hone::charts
