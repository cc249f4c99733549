// SPDX-License-Identifier: MIT
#include "hone/service/trial_choice.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <optional>
#include <thread>
#include <utility>

#include "hone/base/cancellation.hpp"
#include "hone/base/error.hpp"
#include "hone/base/text.hpp"
#include "hone/codec/trial_filter.hpp"

namespace hone::service {
namespace {

constexpr std::size_t kPortion = 1000;

constexpr double kLast = std::numeric_limits<double>::infinity();

double value_or_last(const Trial& trial, double sign) {
  const bool known = !trial.values.empty() && !std::isnan(trial.values.front());
  return known ? sign * trial.values.front() : kLast;
}

using SortKey = double (*)(const Trial&);

/// The orders that need no look at other trials: the smallest first. nullptr for columns.
SortKey usual_key(const std::string& order) {
  static const std::map<std::string, SortKey> keys = {
      {"number", [](const Trial& trial) { return static_cast<double>(trial.number); }},
      {"-number", [](const Trial& trial) { return -static_cast<double>(trial.number); }},
      {"value", [](const Trial& trial) { return value_or_last(trial, 1.0); }},
      {"-value", [](const Trial& trial) { return value_or_last(trial, -1.0); }},
      {"started", [](const Trial& trial) { return static_cast<double>(trial.started); }},
      {"-finished", [](const Trial& trial) { return -static_cast<double>(trial.finished); }}};
  const auto found = keys.find(order);
  return found == keys.end() ? nullptr : found->second;
}

/// What the trials are sorted by, and their numbers.
class Sorted {
 public:
  Sorted(const std::string& order, const codec::TrialColumn* column)
      : usual_(usual_key(order)), column_(column), reverse_(order.starts_with('-')) {}

  void add(const Trial& trial) {
    if (usual_ != nullptr) {
      by_number_.emplace_back(usual_(trial), trial.number);
    } else {
      by_value_.emplace_back(column_->value(trial), trial.number);
    }
  }

  std::vector<std::int64_t> numbers() {
    std::stable_sort(by_number_.begin(), by_number_.end(),
                     [](const auto& a, const auto& b) { return a.first < b.first; });
    std::stable_sort(by_value_.begin(), by_value_.end(), [&](const auto& a, const auto& b) {
      return codec::comes_before(a.first, b.first, reverse_);
    });
    std::vector<std::int64_t> numbers;
    numbers.reserve(by_number_.size() + by_value_.size());
    for (const auto& [key, number] : by_number_) numbers.push_back(number);
    for (const auto& [key, number] : by_value_) numbers.push_back(number);
    return numbers;
  }

 private:
  SortKey usual_;
  const codec::TrialColumn* column_;
  bool reverse_;
  std::vector<std::pair<double, std::int64_t>> by_number_;
  std::vector<std::pair<std::optional<Value>, std::int64_t>> by_value_;
};

const codec::TrialColumn* sort_column(const codec::TrialColumns& columns, const std::string& order) {
  const std::string name = order.substr(order.starts_with('-') ? 1 : 0);
  if (const codec::TrialColumn* column = columns.seek(name)) return column;
  throw Error(ErrorCode::InvalidArgument, text("order: there is no column '", name, "'"),
              "write number, value, started, finished, or a parameter's name, with a - in front for the "
              "largest first" +
                  did_you_mean(name, columns.names()));
}

bool is_wanted(const Trial& trial, const TrialChoice& choice) {
  if (choice.states.empty()) return choice.deleted || trial.state != TrialState::Deleted;
  return std::find(choice.states.begin(), choice.states.end(), trial.state) != choice.states.end();
}

}  // namespace

std::vector<std::int64_t> chosen_trials(const Study& study, const ShowTrials& show,
                                        const TrialChoice& choice) {
  std::optional<codec::TrialColumns> columns;
  std::optional<codec::TrialFilter> filter;
  const bool by_column = usual_key(choice.order) == nullptr;
  if (!choice.where.empty() || by_column) {
    // What columns there are, and what they hold, takes a look at every trial.
    show([&](const std::vector<Trial>& trials) {
      columns.emplace(study, trials);
      if (!choice.where.empty()) filter.emplace(choice.where, study, *columns, trials, "where");
    });
  }
  Sorted sorted(choice.order, by_column ? sort_column(*columns, choice.order) : nullptr);
  std::size_t at = 0;
  for (bool more = true; more; std::this_thread::yield()) {
    check_cancelled();
    show([&](const std::vector<Trial>& trials) {
      const std::size_t end = std::min(at + kPortion, trials.size());
      for (; at < end; ++at)
        if (is_wanted(trials[at], choice) && (!filter || filter->keeps(trials[at]))) sorted.add(trials[at]);
      more = at < trials.size();
    });
  }
  return sorted.numbers();
}

}  // namespace hone::service
