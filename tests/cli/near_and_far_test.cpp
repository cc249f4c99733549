// SPDX-License-Identifier: MIT
// A store in a file and the same store behind `hone serve`: commands say the same of both.
#include <gtest/gtest.h>

#include <filesystem>

#include "cli_fixture.hpp"
#include "hone/catalog/storages.hpp"
#include "hone/server/server.hpp"

namespace hone::cli {
namespace {

class NearAndFar : public test::CliTest {
 protected:
  void SetUp() override {
    CliTest::SetUp();
    write_study("sampler: sobol\n");  // which proposes by position, however far ahead a service thinks
    output({"ask", "study.yaml", "--count", "6"});
    for (const char* number : {"0", "1", "2", "3"})
      output({"tell", "svm", number, std::string("0.") + number + "5", "-a", "host=a"});
    output({"tell", "svm", "4", "--state", "failed", "--error", "out of memory"});
    output({"enqueue", "svm", "C=10", "kernel=rbf"});
    output({"note", "svm", "a batch of March", "--tag", "paper"});
    output({"note", "svm", "1", "the fan was loud", "--tag", "odd"});
    server::ServerOptions options;
    options.listen.port = 0;
    server_ =
        std::make_unique<server::Server>([](bool) { return catalog::open_storage("hone.db"); }, options);
  }
  void TearDown() override {
    server_.reset();
    CliTest::TearDown();
  }

  /// What a command says with this store, which it may name.
  std::string said(std::vector<std::string> words, const std::string& store) {
    words.insert(words.end(), {"--store", store});
    const test::Ran ran = run(words);
    std::string all = std::to_string(ran.code) + "\n" + ran.out + ran.err;
    for (std::size_t at = all.find(store); at != std::string::npos; at = all.find(store, at))
      all.replace(at, store.size(), "STORE");
    return all;
  }

  std::unique_ptr<server::Server> server_;
};

TEST_F(NearAndFar, LookingSaysTheSame) {
  const std::vector<std::vector<std::string>> commands = {
      {"show", "svm", "--json"},
      {"studies", "--json"},
      {"studies", "--names", "--tag", "paper"},
      {"trials", "svm", "--json"},
      {"trials", "svm", "--state", "failed", "--columns", "number,error"},
      {"best", "svm", "--json"},
      {"best", "svm"},
      {"importance", "svm", "-m", "ped-anova", "--json"},
      {"export", "svm"},
      {"export", "svm", "-f", "json"},
      {"plot", "svm", "-k", "history", "-o", "-"},
      {"plot", "svm", "--with", "svm", "-o", "-"},
      {"diagnose", "svm", "--json"},
      {"space", "svm", "--json"},
      {"space", "svm", "--set", "study.yaml", "--dry-run", "--json"},
      {"note", "svm", "--json"},
      {"note", "svm", "1", "--json"},
      {"sources", "svm", "--json"},
      {"call", "best", "svm"},
      {"call", "trial", "svm", "number=3"},
      {"show", "svn"},
      {"best", "elsewhere/svm"},
      {"note", "svm", "99"},
  };
  for (const auto& words : commands)
    EXPECT_EQ(said(words, "./hone.db"), said(words, server_->url())) << ::testing::PrintToString(words);
}

TEST_F(NearAndFar, WhatIsWrittenFarIsReadNear) {
  const std::string url = server_->url();
  output({"note", "svm", "2", "seen", "--store", url});
  output({"delete", "svm", "--trial", "0", "--store", url});
  output({"amend", "svm", "3", "0.125", "--store", url});
  output({"retry", "svm", "--store", url});
  output({"stop", "svm", "--store", url});
  EXPECT_HAS(output({"trials", "svm", "--columns", "number,state,loss,notes"}), "complete");
  EXPECT_HAS(output({"trials", "svm", "--state", "deleted", "--columns", "number"}), "0");
  EXPECT_HAS(output({"best", "svm"}), "0.125");
  EXPECT_HAS(output({"trials", "svm", "--state", "waiting", "--columns", "number"}), "4");
  EXPECT_HAS(output({"ask", "svm"}), "somebody stopped the study");
}

/// The same to a file and to a service, which begin equal. By the program itself: an ask knows its own trials
/// by its process.
class NearAndFarWork : public NearAndFar {
 protected:
  void SetUp() override {
    NearAndFar::SetUp();
    std::filesystem::copy_file("hone.db", "near.db");
  }

  void both_say_the_same(const std::vector<std::vector<std::string>>& commands) {
    for (const auto& words : commands)
      EXPECT_EQ(program(words, "./near.db"), program(words, server_->url()))
          << ::testing::PrintToString(words);
  }
};

TEST_F(NearAndFarWork, WorkingSaysTheSame) {
  both_say_the_same({
      {"ask", "svm", "--json"},  // what waited in the queue
      {"ask", "svm", "--json"},
      {"ask", "svm"},
      {"tell", "svm", "6", "0.125"},
      {"tell", "svm", "6", "0.125"},
      {"tell", "svm", "7", "--state", "failed", "--error", "no memory"},
      {"tell", "svm", "99", "1"},
      {"tell", "svm", "8", "none"},
      {"enqueue", "svm", "C=20", "kernel=poly", "degree=3"},
      {"enqueue", "svm", "C=20", "kernel=none"},
      {"call", "cancel", "svm", "numbers=[8]", "requeue=true"},
      {"call", "cancel", "svm", "numbers=[5]"},
      {"call", "cancel", "svm", "numbers=[5]"},
      {"trials", "svm", "--columns", "number,state,loss,C,kernel,degree,error"},
      {"stop", "svm"},
      {"ask", "svm", "--json"},
      {"ask", "svm"},
      {"stop", "svm", "--resume"},
      {"ask", "svm", "--json"},
      {"best", "svm", "--json"},
  });
}

// A service hands out what it has, and is asked for the rest.
TEST_F(NearAndFarWork, AnAskForSeveralGetsThemAll) {
  for (const std::string& store : {std::string("./near.db"), server_->url()}) {
    const std::string said = program({"ask", "svm", "--count", "5"}, store);
    for (const char* number : {"trial 5", "trial 6", "trial 7", "trial 8", "trial 9", "trial 10"})
      EXPECT_EQ(test::has(said, number), std::string(number) != "trial 5") << store << number << said;
  }
}

TEST_F(NearAndFarWork, AnAskSaysTheSameWhenNothingIsLeft) {
  write("grid.yaml",
        "name: grid\nobjective: {name: loss, direction: minimize}\nsampler: grid\n"
        "parameters: {kernel: [rbf, poly]}\n");
  both_say_the_same({
      {"ask", "grid.yaml", "--count", "2", "--json"},
      {"ask", "grid.yaml", "--json"},  // both run
      {"ask", "grid.yaml"},
      {"call", "ask", "grid", "count=3"},
      {"tell", "grid", "0", "1"},
      {"ask", "grid", "--json"},
      {"tell", "grid", "1", "2"},
      {"ask", "grid", "--json"},
      {"ask", "grid"},
  });
  EXPECT_HAS(program({"ask", "grid", "--json"}, server_->url()), "\"done\": true");
}

TEST_F(NearAndFarWork, AConversationSaysTheSameWhenNothingIsLeft) {
  const std::string requests =
      R"({"op":"create","name":"g","parameters":{"c":["a","b"]},"sampler":"grid","seed":1})"
      "\n"
      R"({"op":"ask","count":2})"
      "\n"
      R"({"op":"ask"})"
      "\n"
      R"({"op":"tell","results":[{"number":0,"value":1},{"number":1,"value":2}]})"
      "\n"
      R"({"op":"ask"})"
      "\n";
  const std::string near = output({"stdio", "--store", "./near.db"}, requests);
  EXPECT_EQ(near, output({"stdio", "--store", server_->url()}, requests));
  EXPECT_HAS(near, R"({"trials":[],"running":2})");
  EXPECT_HAS(near, R"({"trials":[],"done":true})");
}

// The trials of a budget are kept by who runs them: `hone tune` and services. Who asks by hand decides
// himself.
TEST_F(NearAndFarWork, OnlyAServiceKeepsToTheBudgetOfAStudy) {
  write("two.yaml",
        "name: two\nobjective: {name: loss, direction: minimize}\nsampler: random\n"
        "parameters: {kernel: [rbf, poly]}\nbudget: {trials: 2}\n");
  both_say_the_same({
      {"ask", "two.yaml", "--count", "2", "--json"},
      {"tell", "two", "0", "1"},
      {"call", "extend", "two", "trials=1"},
      {"ask", "two", "--json"},
  });
  const std::string url = server_->url();
  EXPECT_HAS(program({"ask", "two", "--json"}, "./near.db"), "\"number\": 3");
  EXPECT_HAS(program({"ask", "two", "--json"}, url), "\"running\": 2");
  for (const char* number : {"1", "2"}) program({"tell", "two", number, "1"}, url);
  EXPECT_HAS(program({"ask", "two", "--json"}, url), "\"done\": true");
  program({"enqueue", "two", "kernel=rbf"}, url);
  EXPECT_HAS(program({"ask", "two", "--json"}, url), "\"number\": 3") << "from the queue";
}

}  // namespace
}  // namespace hone::cli
