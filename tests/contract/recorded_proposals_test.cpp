// SPDX-License-Identifier: MIT
// What samplers without a model proposed when the recording was made, on histories of every kind. A study
// that goes on under a newer hone must meet the same proposals; whoever means to change them records anew:
//   HONE_RECORD=1 build/release/bin/recorded_proposals_test
// Numbers are recorded to 12 digits: the last bits of exp() and log() differ between processors.
#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <map>
#include <sstream>

#include "hone/base/text.hpp"
#include "hone/catalog/samplers.hpp"
#include "support/data.hpp"
#include "support/drive.hpp"

namespace hone {
namespace {

Space mixed() {
  return Space({real("x", -5, 10), real("lr", 1e-5, 1, Scale::Log), integer("n", 1, 64, Scale::Log),
                categorical("kernel", {"rbf", "poly", std::int64_t{3}}), boolean("flag")});
}

Space conditional() {
  return Space({real("x", 0, 1), categorical("kernel", {"rbf", "poly"}),
                when(integer("degree", 2, 5), "kernel", {"poly"}),
                when(boolean("fine"), "degree", {std::int64_t{4}, std::int64_t{5}})});
}

Space constrained() {
  return Space({real("x", 0, 10), real("y", 0, 10), integer("n", 1, 20)}, {"x + y <= 6", "n > x or y < 1"});
}

Space pool() {
  std::vector<std::vector<std::pair<std::string, Value>>> rows;
  for (int i = 0; i < 40; ++i)
    rows.push_back({{"a", std::int64_t{i}}, {"b", i * i / 10.0}, {"c", i % 2 ? "u" : "v"}});
  return Space::from_candidates(rows);
}

/// A history with what happens in life: some trials fail, some are still running when the next are asked for.
std::vector<Trial> live(Sampler& sampler, int count, int batch) {
  std::vector<Trial> trials;
  std::vector<Trial> running;
  while (std::ssize(trials) < count) {
    const auto next = static_cast<std::int64_t>(trials.size());
    const auto proposals = sampler.ask(
        {.count = batch, .running = running, .seed = mix_seed(7, static_cast<std::uint64_t>(next))});
    if (proposals.empty()) break;
    sampler.tell(running);
    for (Trial& trial : running) trials[static_cast<std::size_t>(trial.number)] = trial;
    running.clear();
    std::vector<Trial> ended;
    for (const Proposal& proposal : proposals) {
      const auto number = static_cast<std::int64_t>(trials.size());
      const auto state = number % 5 == 3 ? TrialState::Failed : TrialState::Complete;
      trials.push_back(test::finish(number, proposal, state, test::bowl(proposal.configuration)));
      (number % 4 == 2 ? running : ended).push_back(trials.back());
    }
    sampler.tell(ended);
  }
  return trials;
}

std::string line_of(const Configuration& configuration) {
  std::ostringstream out;
  out.precision(12);
  for (std::size_t i = 0; i < configuration.size(); ++i) {
    out << (i > 0 ? " " : "");
    if (!configuration[i]) {
      out << "-";
    } else if (const auto number = as_number(*configuration[i])) {
      out << *number;
    } else {
      out << to_text(*configuration[i]);
    }
  }
  return out.str();
}

std::map<std::string, std::string> proposals_now() {
  const std::map<std::string, Space> spaces = {
      {"mixed", mixed()}, {"conditional", conditional()}, {"constrained", constrained()}, {"pool", pool()}};
  std::map<std::string, std::string> all;
  for (const char* name : {"random", "sobol", "lhs", "grid", "ud", "seqrand"}) {
    for (const auto& [kind, space] : spaces) {
      for (const int batch : {1, 5}) {
        // The boxes of seqrand are planned around batches: only one by one is it bound to its past.
        if (std::string(name) == "seqrand" && batch > 1) continue;
        const Study study{.space = space, .sampler = {name}, .seed = 42, .horizon = 40};
        const auto sampler = catalog::make_sampler(study);
        std::string& lines = all[text(name, " ", kind, " batch ", batch)];
        for (const Trial& trial : live(*sampler, 40, batch)) lines += line_of(trial.configuration) + "\n";
      }
    }
  }
  return all;
}

TEST(RecordedProposals, AreMadeAgain) {
  const auto path = test::data("contract/recorded_proposals.txt");
  const auto now = proposals_now();
  if (std::getenv("HONE_RECORD") != nullptr) {
    std::ofstream file(path);
    for (const auto& [title, lines] : now) file << "# " << title << "\n" << lines;
  }
  std::map<std::string, std::string> recorded;
  std::ifstream file(path);
  std::string title;
  for (std::string line; std::getline(file, line);) {
    if (line.starts_with("# ")) {
      title = line.substr(2);
    } else {
      recorded[title] += line + "\n";
    }
  }
  ASSERT_EQ(recorded.size(), 44U);
  for (const auto& [name, lines] : recorded) {
    ASSERT_TRUE(now.contains(name)) << name;
    EXPECT_EQ(now.at(name), lines) << name;
  }
}

}  // namespace
}  // namespace hone
