// SPDX-License-Identifier: MIT
#include "bench/quality/tables.hpp"

#include <array>
#include <cmath>
#include <ostream>

#include "bench/quality/gzip_text.hpp"
#include "bench/quality/lookup.hpp"
#include "hone/base/error.hpp"
#include "hone/base/text.hpp"
#include "hone/encode/enumeration.hpp"

namespace hone::quality {
namespace {

codec::CsvTable read_table(const std::string& folder, const std::string& file) {
  if (folder.empty()) {
    throw Error(ErrorCode::InvalidArgument, text("the problems of ", file, " need the benchmark data"),
                "give its folder with --data");
  }
  return codec::read_csv(read_text(folder + "/" + file), file);
}

std::vector<Problem> load_adaboost(const std::string& folder, bool box = false) {
  const ColumnKind kind = box ? ColumnKind::Log : ColumnKind::Ordered;
  const std::string group = box ? "adaboost_box" : "adaboost";
  const codec::CsvTable table = read_table(folder, "adaboost_g.csv");
  std::vector<Problem> problems;
  for (const std::string& task : distinct(table, "task")) {
    const LookupSpec spec{.name = group + "/" + task,
                          .group = group,
                          .settings = {{"iterations", kind}, {"product_terms", kind}},
                          .value = "error"};
    const codec::CsvTable rows = rows_where(table, "task", task);
    problems.push_back(box ? nearest_problem(spec, rows) : grid_problem(spec, rows));
  }
  return problems;
}

constexpr std::array<const char*, 4> kFcnetTasks = {"naval_propulsion", "parkinsons_telemonitoring",
                                                    "protein_structure", "slice_localization"};

std::vector<Problem> load_fcnet(const std::string& folder, const std::string& group,
                                const std::string& measured) {
  std::vector<Problem> problems;
  for (const std::string task : kFcnetTasks) {
    LookupSpec spec{.name = group + "/" + task,
                    .group = group,
                    .settings = {{"activation_1", ColumnKind::Unordered},
                                 {"activation_2", ColumnKind::Unordered},
                                 {"batch_size", ColumnKind::Ordered},
                                 {"dropout_1", ColumnKind::Ordered},
                                 {"dropout_2", ColumnKind::Ordered},
                                 {"initial_lr", ColumnKind::Ordered},
                                 {"lr_schedule", ColumnKind::Unordered},
                                 {"width_1", ColumnKind::Ordered},
                                 {"width_2", ColumnKind::Ordered}},
                    .value = "valid_mse_mean",
                    .measured = measured};
    problems.push_back(grid_problem(spec, read_table(folder, "fcnet/" + task + ".csv.gz")));
  }
  return problems;
}

constexpr std::array<const char*, 8> kHpobenchTasks = {
    "australian", "blood_transfusion", "car", "credit_g", "kc1", "phoneme", "segment", "vehicle"};

std::vector<Problem> load_hpobench_mlp(const std::string& folder) {
  std::vector<Problem> problems;
  for (const std::string task : kHpobenchTasks) {
    const LookupSpec spec{.name = "hpobench_mlp/" + task,
                          .group = "hpobench_mlp",
                          .settings = {{"alpha", ColumnKind::Ordered},
                                       {"batch_size", ColumnKind::Ordered},
                                       {"depth", ColumnKind::Ordered},
                                       {"learning_rate", ColumnKind::Ordered},
                                       {"width", ColumnKind::Ordered}},
                          .value = "error_mean"};
    problems.push_back(grid_problem(spec, read_table(folder, "hpobench_mlp/" + task + ".csv.gz")));
  }
  return problems;
}

std::vector<Problem> load_taskset(const std::string& folder) {
  const codec::CsvTable table = read_table(folder, "taskset_12x1000.csv.gz");
  std::vector<Problem> problems;
  for (const std::string& task : distinct(table, "task")) {
    const LookupSpec spec{.name = "taskset/" + task,
                          .group = "taskset",
                          .settings = taskset_settings(),
                          .value = "valid_loss_last"};
    problems.push_back(pool_problem(spec, rows_where(table, "task", task)));
  }
  return problems;
}

/// All values of a problem with a finite space.
std::vector<double> all_values(const Problem& problem) {
  encode::Enumeration all(problem.space, std::vector<std::int64_t>(problem.space.size(), 1));
  std::vector<double> values;
  do {
    values.push_back(problem.value(all.current()));
  } while (all.advance());
  return values;
}

bool compare(std::ostream& out, const std::string& what, double computed, double published,
             double tolerance) {
  const bool agrees = std::abs(computed - published) <= tolerance;
  out << "  " << what << ": " << number_text(computed) << ", published " << number_text(published)
      << (agrees ? "" : "  DIFFERS") << "\n";
  return agrees;
}

bool check_adaboost(const std::string& folder, std::ostream& out) {
  out << "adaboost: expected regret of random search in percent of the range, mean of all tasks\n";
  const auto problems = load_adaboost(folder);
  bool good = true;
  const std::array<double, 5> published = {5.72, 3.51, 2.48, 1.84, 1.38};
  for (std::size_t k = 0; k < published.size(); ++k) {
    const int draws = 10 * static_cast<int>(k + 1);
    double sum = 0.0;
    for (const Problem& problem : problems) sum += 100.0 * expected_random_regret(all_values(problem), draws);
    good &=
        compare(out, text("after ", draws), sum / static_cast<double>(problems.size()), published[k], 0.005);
  }
  return good;
}

bool check_fcnet(const std::string& folder, std::ostream& out) {
  out << "fcnet: minima\n";
  const std::array<double, 4> published = {3.191134738e-5, 6.705928012e-3, 0.2213788554, 1.915991634e-4};
  const auto problems = load_fcnet(folder, "fcnet", "");
  bool good = true;
  for (std::size_t i = 0; i < problems.size(); ++i) {
    good &= compare(out, problems[i].name, problems[i].minimum, published[i], 5e-9 * published[i]);
  }
  return good;
}

// Best balanced accuracies.
bool check_hpobench_mlp(const std::string& folder, std::ostream& out) {
  out << "hpobench_mlp: minima\n";
  const std::array<double, 8> published = {.944669, .746693, 1.0,     .885274,
                                           .852441, .944470, .968513, .951570};
  const auto problems = load_hpobench_mlp(folder);
  bool good = true;
  for (std::size_t i = 0; i < problems.size(); ++i)
    good &= compare(out, problems[i].name, problems[i].minimum, 1.0 - published[i], 1e-6);
  return good;
}

}  // namespace

std::vector<Setting> taskset_settings() {
  return {{"learning_rate", ColumnKind::Log},
          {"beta1", ColumnKind::Logit},
          {"beta2", ColumnKind::Logit},
          {"epsilon", ColumnKind::Log},
          {"l1", ColumnKind::Log},
          {"l2", ColumnKind::Log},
          {"linear_decay", ColumnKind::Log},
          {"exponential_decay", ColumnKind::Log}};
}

const std::vector<std::string>& table_groups() {
  static const std::vector<std::string> kGroups = {"adaboost",  "adaboost_box", "fcnet",
                                                   "fcnet_run", "hpobench_mlp", "taskset"};
  return kGroups;
}

std::vector<Problem> load_tables(const std::string& group, const std::string& data_folder) {
  if (group == "adaboost") return load_adaboost(data_folder);
  if (group == "adaboost_box") return load_adaboost(data_folder, true);
  if (group == "fcnet") return load_fcnet(data_folder, group, "");
  if (group == "fcnet_run") return load_fcnet(data_folder, group, "valid_mse_run1");
  if (group == "hpobench_mlp") return load_hpobench_mlp(data_folder);
  if (group == "taskset") return load_taskset(data_folder);
  throw Error(ErrorCode::NotFound,
              text("there are no tables '", group, "'", did_you_mean(group, table_groups())),
              "use one of " + join(table_groups(), ", "));
}

bool check_tables(const std::string& data_folder, std::ostream& out) {
  const bool adaboost = check_adaboost(data_folder, out);
  const bool fcnet = check_fcnet(data_folder, out);
  const bool hpobench = check_hpobench_mlp(data_folder, out);
  out << "taskset: " << load_taskset(data_folder).size() << " tasks\n";
  return adaboost && fcnet && hpobench;
}

}  // namespace hone::quality
