// SPDX-License-Identifier: MIT
#include "bench/quality/peer.hpp"

#include <gtest/gtest.h>

#include <fstream>

#include "bench/quality/line_process.hpp"
#include "bench/quality/problems.hpp"
#include "bench/quality/run.hpp"
#include "support/temp_dir.hpp"
#include "support/throws.hpp"

namespace hone::quality {
namespace {

/// A peer in a shell: knows one answer to each kind of request, and keeps the requests in a file.
std::vector<std::string> shell_peer(const test::TempDir& dir) {
  std::ofstream(dir.file("peer.sh")) << R"(
n=0
while read -r line; do
  echo "$line" >> "$1"
  case "$line" in
    *'"op":"create"'*) echo '{"ok":true,"version":"shell 1.0","seconds":9}' ;;
    *'"op":"ask"'*)
      echo "{\"trials\":[{\"number\":$n,\"params\":{\"x1\":$n,\"x2\":0.5}}],\"seconds\":0.25}"
      n=$((n + 1)) ;;
    *) echo '{"ok":true,"seconds":0.5}' ;;
  esac
done
)";
  return {"/bin/sh", dir.file("peer.sh"), dir.file("requests")};
}

std::vector<std::string> lines_of(const std::string& path) {
  std::vector<std::string> lines;
  std::ifstream file(path);
  for (std::string line; std::getline(file, line);) lines.push_back(line);
  return lines;
}

TEST(Peer, IsAskedAndToldInTheProtocolOfStdio) {
  const test::TempDir dir;
  const Problem problem = select_problems({"branin"}, "").front();
  const RunKey key{"branin", "shell", 7, {.budget = 2, .batch = 1, .start = 1}};
  const auto peer = start_peer(shell_peer(dir), study_of(problem, {"shell"}, key));
  const auto run = execute(problem, *peer, key);
  EXPECT_EQ(run.version, "shell 1.0");
  EXPECT_EQ(run.evaluations, 2);
  EXPECT_EQ(run.ask_seconds, (std::vector<double>{0.75, 0.75})) << "ask with the enqueue or tell before it";
  const auto requests = lines_of(dir.file("requests"));
  ASSERT_EQ(requests.size(), 6);
  EXPECT_NE(requests[0].find(R"("seed":7)"), std::string::npos) << requests[0];
  EXPECT_NE(requests[0].find(R"("x1":{"type":"float","low":-5.0,"high":10.0})"), std::string::npos)
      << requests[0];
  EXPECT_NE(requests[1].find(R"({"op":"enqueue","points":[{"x1":)"), std::string::npos) << requests[1];
  EXPECT_EQ(requests[2], R"({"op":"ask","count":1})");
  EXPECT_NE(requests[3].find(R"({"op":"tell","results":[{"number":0,"value":)"), std::string::npos);
}

TEST(Peer, IsToldSeveralValuesAndWhatLimitsName) {
  const test::TempDir dir;
  const Problem problem = select_problems({"branin"}, "").front();
  Study study = study_of(problem, {"shell"}, {});
  study.objectives = {{.name = "f1"}, {.name = "f2", .direction = Direction::Maximize}};
  const std::vector<std::string> names = {"f1", "f2"};
  study.constraints_on.emplace_back("c1 <= 0", names, study.space.parameters());
  const auto peer = start_peer(shell_peer(dir), study);
  peer->ask(1);
  peer->tell(std::vector<EvaluationResult>{{{1.5, -2.0}, {{"c1", Value(0.25)}}}});
  peer->ask(1);
  peer->tell(std::vector<EvaluationResult>{{}});
  const auto requests = lines_of(dir.file("requests"));
  ASSERT_EQ(requests.size(), 5);
  EXPECT_NE(
      requests[0].find(
          R"("objectives":[{"name":"f1","direction":"minimize"},{"name":"f2","direction":"maximize"}])"),
      std::string::npos)
      << requests[0];
  EXPECT_NE(requests[0].find(R"("constraints_on":["c1 <= 0"])"), std::string::npos) << requests[0];
  EXPECT_EQ(requests[2],
            R"({"op":"tell","results":[{"number":0,"values":[1.5,-2.0],"attributes":{"c1":0.25}}]})");
  EXPECT_EQ(requests[4], R"({"op":"tell","results":[{"number":1,"state":"failed"}]})");
}

TEST(Peer, ThatEndsEarlyShowsWhatItWroteLast) {
  const Problem problem = select_problems({"branin"}, "").front();
  const Study study = study_of(problem, {"shell"}, {});
  const auto message = test::message_of([&] {
    start_peer({"/bin/sh", "-c", "read line; echo no such module >&2; exit 3"}, study);
  });
  EXPECT_NE(message.find("has ended:\nno such module"), std::string::npos) << message;
}

TEST(Peer, ThatRefusesIsQuoted) {
  const Problem problem = select_problems({"branin"}, "").front();
  const auto message = test::message_of([&] {
    start_peer({"/bin/sh", "-c", R"(read line; echo '{"error":{"code":"x","message":"too wide"}}')"},
               study_of(problem, {"shell"}, {}));
  });
  EXPECT_EQ(message, "the peer refused: too wide; see the adapter in bench/peers");
}

TEST(Peer, DoesNotTakePoolsOrConstraints) {
  const Problem problem = select_problems({"rosen_disk"}, "").front();
  EXPECT_EQ(test::message_of([&] { start_peer({"/bin/cat"}, study_of(problem, {"shell"}, {})); }),
            "peers do not know constraints; leave the problem out for them");
}

TEST(PeerCommand, SaysHowToInstallThePeers) {
  EXPECT_EQ(test::message_of([] { peer_command("hebo", {.python = "/none/python"}); }),
            "the peer hebo needs /none/python, which is not there; run tools/bench-peers in hone's source "
            "folder, and start the bench there");
  EXPECT_NE(test::message_of([] { peer_command("heboo", {}); }).find("did you mean 'hebo'?"),
            std::string::npos);
}

TEST(LineProcess, AnswersLongLinesAndRunsOnOneThread) {
  LineProcess cat({"/bin/cat"});
  const std::string line(300000, 'x');
  EXPECT_EQ(cat.exchange(line), line);
  LineProcess shell({"/bin/sh", "-c", "read line; echo $OMP_NUM_THREADS $OPENBLAS_NUM_THREADS"});
  EXPECT_EQ(shell.exchange("?"), "1 1");
}

TEST(LineProcess, IsNotWaitedForForever) {
  LineProcess silent({"/bin/sh", "-c", "read line; read line"});
  EXPECT_NE(test::message_of([&] { silent.exchange("?", 0.05); }).find("did not answer within 0.05 s"),
            std::string::npos);
}

TEST(LineProcess, ThatDoesNotExistIsAnError) {
  EXPECT_NE(test::message_of([] { LineProcess({"/none/program"}); }).find("cannot start '/none/program'"),
            std::string::npos);
}

}  // namespace
}  // namespace hone::quality
