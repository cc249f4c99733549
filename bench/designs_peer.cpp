// SPDX-License-Identifier: MIT
// Uniform designs of hone and of PyUniDOE side by side, in one run, each on one thread, by processor time.
// Usage: designs_peer [SEEDS [PYTHON [TABLE [SIZE]]]]: how many seeds (5; 3 for 200 runs), the interpreter
// that has PyUniDOE (.venv-peers/bin/python; see make bench-peers), `new`, `augment` or `both`, and one size
// such as 30x29 instead of all. To be started in hone's source folder.
//
// For every seed PyUniDOE makes its default run, which gives a value and a time. Then hone searches
// - until it reaches that value, as somebody would who does not know how long it takes: a search of 1,000
//   exchanges, then, from nothing, one of twice as many, and so on. All of these searches count;
// - once for the same time, told so beforehand.
// Both values are computed by hone from the levels.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <vector>

#include "bench/quality/contestant.hpp"
#include "bench/quality/line_process.hpp"
#include "hone/base/error.hpp"
#include "hone/base/rng.hpp"
#include "hone/base/text.hpp"
#include "hone/codec/json.hpp"
#include "hone/designs/uniform_design.hpp"

namespace hone::designs {
namespace {

using codec::Json;

struct Size {
  int runs, factors;
};
constexpr Size kSizes[] = {{20, 2}, {30, 5}, {30, 10}, {50, 5}, {100, 8}, {200, 10}, {30, 29}};

struct Outcome {
  double peer_value = 0.0, peer_seconds = 0.0;
  double reach_seconds = 0.0;
  double value = 0.0;
};

double cd2(const Design& design) { return criterion_value(design.points(), Criterion::Cd2); }

SearchResult search(const Design& existing, Size size, const DesignSearchOptions& options) {
  if (existing.runs() == 0) return uniform_design(size.runs, size.factors, size.runs, options);
  return augment(existing, size.runs - existing.runs(), options);
}

// Rows of levels, all different in every column: PyUniDOE asks for that.
Design some_rows(int rows, Size size) {
  Rng rng(4711);
  std::vector<int> entries(static_cast<std::size_t>(rows * size.factors));
  for (int j = 0; j < size.factors; ++j) {
    const std::vector<int> order = rng.permutation(size.runs);
    for (int i = 0; i < rows; ++i)
      entries[static_cast<std::size_t>(i * size.factors + j)] = order[static_cast<std::size_t>(i)] + 1;
  }
  return Design(rows, size.factors, size.runs, std::move(entries));
}

Json ask_peer(quality::LineProcess& peer, const Design& existing, Size size, int seed) {
  Json request{{"op", "design"}, {"runs", size.runs}, {"factors", size.factors}, {"seed", seed}};
  for (int i = 0; i < existing.runs(); ++i)
    request["existing"].push_back(std::vector<int>(existing.row(i).begin(), existing.row(i).end()));
  Json answer = codec::parse_json(peer.exchange(request.dump()), "answer of PyUniDOE");
  if (answer.contains("error")) {
    throw Error(ErrorCode::System, text("PyUniDOE refused: ", answer["error"].value("message", "no reason")),
                "see bench/peers/pyunidoe_peer.py");
  }
  return answer;
}

Design design_of(const Json& answer, Size size) {
  std::vector<int> entries;
  for (const Json& row : answer.at("levels")) {
    for (const Json& level : row) entries.push_back(level.get<int>());
  }
  return Design(size.runs, size.factors, size.runs, std::move(entries));
}

// The value may differ in its last digits by rounding when the design is the same up to a symmetry.
bool reaches(double value, double goal) { return value <= goal * (1.0 + 1e-9); }

double seconds_to_reach(double goal, const Design& existing, Size size, std::uint64_t seed) {
  const double start = quality::thread_seconds();
  for (std::int64_t exchanges = 1000;; exchanges *= 2) {
    const SearchResult result = search(existing, size, {.seed = seed, .iterations = exchanges});
    const double seconds = quality::thread_seconds() - start;
    if (reaches(result.value, goal)) return seconds;
    if (seconds > 120.0) return INFINITY;
  }
}

double value_within(double seconds, const Design& existing, Size size, std::uint64_t seed) {
  DesignSearchOptions options{.seed = seed};
  const double start = quality::thread_seconds();
  options.spent = [=] { return (quality::thread_seconds() - start) / seconds; };
  return search(existing, size, options).value;
}

Outcome compare(quality::LineProcess& peer, const Design& existing, Size size, int seed) {
  const Json answer = ask_peer(peer, existing, size, seed);
  const auto own_seed = static_cast<std::uint64_t>(seed);
  Outcome outcome{.peer_value = cd2(design_of(answer, size)),
                  .peer_seconds = answer.at("search_seconds").get<double>()};
  outcome.reach_seconds = seconds_to_reach(outcome.peer_value, existing, size, own_seed);
  outcome.value = value_within(outcome.peer_seconds, existing, size, own_seed);
  return outcome;
}

// A row of means, with the worst seed for what is claimed. True when every seed holds it: 30 times sooner,
// and lower in the same time (or equal, where both find the best there is).
bool print_row(Size size, const std::vector<Outcome>& outcomes) {
  Outcome sum;
  double least_ratio = INFINITY, worst = -INFINITY;
  for (const Outcome& o : outcomes) {
    sum.peer_value += o.peer_value;
    sum.peer_seconds += o.peer_seconds;
    sum.reach_seconds += o.reach_seconds;
    sum.value += o.value;
    least_ratio = std::min(least_ratio, o.peer_seconds / o.reach_seconds);
    worst = std::max(worst, o.value / o.peer_value - 1.0);
  }
  const auto count = static_cast<double>(outcomes.size());
  std::printf("| %d | %d | %zu | %.6g | %.2f | %.4f | %.0f | %.0f | %.6g | %+.2f %% | %+.2f %% |\n",
              size.runs, size.factors, outcomes.size(), sum.peer_value / count, sum.peer_seconds / count,
              sum.reach_seconds / count, sum.peer_seconds / sum.reach_seconds, least_ratio, sum.value / count,
              100.0 * (sum.value / sum.peer_value - 1.0), 100.0 * worst);
  std::fflush(stdout);
  return least_ratio >= 30.0 && worst <= 1e-9;
}

bool print_table(quality::LineProcess& peer, int existing_rows, int seeds, const std::string& only) {
  std::puts(
      "| runs | factors | seeds | PyUniDOE CD2² | s | hone, s to reach it | ratio | least ratio "
      "| hone CD2² in the same time | difference | worst seed |");
  std::puts("|---|---|---|---|---|---|---|---|---|---|---|");
  bool all = true;
  bool some = false;
  for (const Size size : kSizes) {
    if (!only.empty() && only != text(size.runs, "x", size.factors)) continue;
    const Design existing = some_rows(existing_rows, size);
    std::vector<Outcome> outcomes;
    for (int seed = 0; seed < (size.runs < 200 ? seeds : std::min(seeds, 3)); ++seed)
      outcomes.push_back(compare(peer, existing, size, seed));
    all = print_row(size, outcomes) && all;
    some = true;
  }
  return all && some;
}

}  // namespace
}  // namespace hone::designs

int main(int argc, char** argv) {
  using namespace hone;
  const int seeds = argc > 1 ? std::atoi(argv[1]) : 5;
  const std::string python = argc > 2 ? argv[2] : ".venv-peers/bin/python";
  const std::string table = argc > 3 ? argv[3] : "both";
  const std::string only = argc > 4 ? argv[4] : "";
  if (seeds < 1 || (table != "both" && table != "new" && table != "augment")) {
    std::fputs("usage: designs_peer [SEEDS [PYTHON [both|new|augment [RUNSxFACTORS]]]]\n", stderr);
    return 2;
  }
  try {
    quality::LineProcess peer({python, "bench/peers/pyunidoe_peer.py"});
    bool all = true;
    if (table != "augment") {
      std::puts("New designs:\n");
      all = designs::print_table(peer, 0, seeds, only);
    }
    if (table != "new") {
      std::puts("\nFive runs given:\n");
      all = designs::print_table(peer, 5, seeds, only) && all;
    }
    return all ? 0 : 1;
  } catch (const std::exception& error) {
    std::fprintf(stderr, "%s\n", error.what());
    return 2;
  }
}
