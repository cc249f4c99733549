// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <iosfwd>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "bench/quality/bayesmark.hpp"
#include "bench/quality/method.hpp"
#include "bench/quality/peer.hpp"
#include "bench/quality/run.hpp"

namespace hone::quality {

/// How results are put together.
struct ReportOptions {
  std::string baseline = {};  ///< the method the others are compared with; the first one when empty
  std::vector<int> at = {};   ///< evaluations at which results are also tabulated
  double floor = 1e-8;        ///< smaller regrets count as this in logarithms
  std::string command = {};   ///< printed in the report as what made it
};

/// `bench run`: runs what is missing, then reports.
struct BenchRun {
  std::vector<std::string> problems;  ///< names, groups and sets
  std::vector<Method> methods;
  std::vector<std::uint64_t> seeds;
  RunSetting setting = {};
  std::string out = "build/quality";  ///< folder of runs.csv and the reports
  std::string data = {};              ///< folder of the tables and of bayesmark
  int jobs = 0;                       ///< runs at a time; 0 for as many as there are processors
  PeerPlace peers = {};
  TaskPlace tasks = {};
  std::vector<std::string> redo = {};  ///< labels of methods whose runs are done again
  bool quiet = false;                  ///< no line for each run
  ReportOptions report = {};
};

/// Results go to `out`, progress to `err`. Returns 1 when some run failed, else 0. Throws Error when it was
/// asked for wrongly.
int bench_run(const BenchRun& options, std::ostream& out, std::ostream& err);

/// `bench report`: puts finished runs together again, from one or more files.
struct BenchReport {
  std::vector<std::string> files;          ///< run files
  std::string out = "build/quality";       ///< folder of the reports
  std::vector<std::string> problems = {};  ///< names, groups and sets; all when empty
  std::vector<std::string> methods = {};   ///< labels; all when empty
  std::optional<int> budget = {};          ///< only runs of this setting
  std::optional<int> batch = {};
  std::optional<int> start = {};
  ReportOptions report = {};
};
int bench_report(const BenchReport& options, std::ostream& out);

/// `bench list`: the problems, sets, samplers and peers.
int bench_list(std::ostream& out);

/// "5" means the seeds 1 to 5, "3-7" those from 3 to 7. Throws Error(InvalidArgument).
std::vector<std::uint64_t> parse_seeds(std::string_view text);

}  // namespace hone::quality
