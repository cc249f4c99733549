// SPDX-License-Identifier: MIT
#include "support/postgres_server.hpp"

#include <spawn.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <fstream>
#include <stdexcept>

namespace hone::test {
namespace {

/// Runs the script; throws when it fails, which says why by itself.
void run_server_script(std::vector<std::string> words) {
  words.insert(words.begin(), HONE_TEST_POSTGRES_SCRIPT);
  std::vector<char*> arguments;
  for (std::string& word : words) arguments.push_back(word.data());
  arguments.push_back(nullptr);
  pid_t child = 0;
  if (::posix_spawn(&child, words[0].c_str(), nullptr, nullptr, arguments.data(), environ) != 0)
    throw std::runtime_error("cannot run " + words[0]);
  int status = 0;
  if (::waitpid(child, &status, 0) != child || status != 0)
    throw std::runtime_error(words[0] + " " + words[1] + " failed");
}

std::string first_line(const std::string& file) {
  std::ifstream in(file);
  std::string line;
  std::getline(in, line);
  return line;
}

}  // namespace

PostgresServer& PostgresServer::shared() {
  static PostgresServer server{Shared{}};
  return server;
}

PostgresServer::PostgresServer(Shared) {
  if (const char* file = std::getenv("HONE_TEST_POSTGRES"); file != nullptr && !first_line(file).empty()) {
    folder_ = first_line(file);
    ours_ = false;
    return;
  }
  file_ = std::filesystem::temp_directory_path() / ("hone-pg-shared-" + std::to_string(::getpid()));
  run_server_script({"shared", file_});
  folder_ = first_line(file_);
}

// Directly under /tmp: the name of a socket has a hundred bytes, and the server's user must get there.
PostgresServer::PostgresServer(std::vector<std::string> options) : options_(std::move(options)) {
  std::string pattern = "/tmp/hone-pg.XXXXXX";
  if (mkdtemp(pattern.data()) == nullptr) throw std::runtime_error("cannot make a temporary folder");
  ::chmod(pattern.c_str(), 0755);
  folder_ = pattern;
  start();
}

PostgresServer::~PostgresServer() {
  if (!ours_) return;
  try {
    if (file_.empty()) {
      kill();
    } else {
      run_server_script({"unshare", file_});
    }
  } catch (const std::exception&) {
    ours_ = false;
  }
  std::error_code ignored;
  std::filesystem::remove_all(folder_, ignored);
}

void PostgresServer::start() {
  std::vector<std::string> words = {"start", folder_};
  words.insert(words.end(), options_.begin(), options_.end());
  run_server_script(words);
}

void PostgresServer::stop() { run_server_script({"stop", folder_}); }
void PostgresServer::kill() { run_server_script({"kill", folder_}); }

std::string PostgresServer::address(const std::string& schema, const std::string& user) const {
  return "postgresql://" + user + "@/postgres?host=" + folder_ + "&schema=" + schema;
}

std::string new_schema_name() {
  static std::atomic<int> count = 0;
  return "t" + std::to_string(::getpid()) + "_" + std::to_string(++count);
}

}  // namespace hone::test
