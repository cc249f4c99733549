// SPDX-License-Identifier: MIT
// The command of the e2e tests: works for 10 to 50 milliseconds, then prints a result. Every third one also
// starts a daemon that would live on for a quarter of an hour. Before it prints, it notes in the file RUNS
// that it got so far. With HONE_E2E_HOSTILE in the environment some trials do harm instead (hostile.hpp). As
// a worker it does the same for each request, and prints about it.
#include <fcntl.h>
#include <signal.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <iostream>
#include <string>

#include "hostile.hpp"

namespace {

using hone::e2e::Hostility;

void start_daemon() {
  if (::fork() != 0) return;
  ::setsid();
  if (::fork() != 0) ::_exit(0);
  ::sleep(900);
  ::_exit(0);
}

// In one write, so that lines of trials that run at the same time do not mix.
bool append_line(const char* path, const std::string& line) {
  const int file = ::open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0666);
  const bool written =
      file >= 0 && ::write(file, line.data(), line.size()) == static_cast<ssize_t>(line.size());
  if (file >= 0) ::close(file);
  return written;
}

// How often the trial was handed out: "<study folder>/<number>[.<n>]". Attempts do not tell runs apart, since
// a run that was cancelled is none.
const char* run_of(const char* id) {
  if (id == nullptr) return nullptr;
  const char* leaf = std::strrchr(id, '/');
  const char* dot = leaf == nullptr ? nullptr : std::strchr(leaf, '.');
  return dot == nullptr ? "1" : dot + 1;
}

[[noreturn]] void hang() {
  while (true) ::pause();
}

void print_brackets() {
  const std::string depth(50'000, '[');
  std::printf("%s%s\n", depth.c_str(), std::string(depth.size(), ']').c_str());
}

void flood_reports() {
  std::ofstream out(std::getenv("HONE_REPORT_FILE"));
  for (int i = 0; i < 50'000; ++i) out << i << " 0.5\n";
}

void flood_output() {
  const std::string line(1023, 'x');
  for (int i = 0; i < 32 * 1024; ++i) std::puts(line.c_str());
}

[[noreturn]] void stop_guard() {
  while (true) {
    ::kill(::getppid(), SIGSTOP);
    ::usleep(20'000);
  }
}

void make_pipe(const char* variable) {
  const char* path = std::getenv(variable);
  ::unlink(path);
  ::mkfifo(path, 0600);
}

int harm(Hostility how) {
  switch (how) {
    case Hostility::DeafToSignals:
      ::signal(SIGTERM, SIG_IGN);
      hang();
    case Hostility::FloodOfReports:
      flood_reports();
      break;
    case Hostility::FloodOfOutput:
      flood_output();
      break;
    case Hostility::DeepJson:
      print_brackets();
      break;
    case Hostility::PipeForResult:
      make_pipe("HONE_RESULT_FILE");
      break;
    case Hostility::PipeForReports:
      make_pipe("HONE_REPORT_FILE");
      break;
    case Hostility::StopsItsGuard:
      stop_guard();
    case Hostility::None:
      break;
  }
  return 0;
}

void work_for_a_while(const std::string& number, const std::string& run, const std::string& seed) {
  if (std::stoll(number) % 3 == 0) start_daemon();
  ::usleep(10'000 + static_cast<useconds_t>((std::stol(seed) + 7919 * std::stol(run)) % 40'000));
}

// What follows a field's name in a request, up to the end of the value; its texts hold no quotes.
std::string field_of(const std::string& request, const std::string& name) {
  const std::string mark = "\"" + name + "\":";
  const std::size_t at = request.find(mark);
  if (at == std::string::npos) return "";
  const std::size_t begin = request.find_first_not_of('"', at + mark.size());
  return request.substr(begin, request.find_first_of("\",}", begin) - begin);
}

int serve(const char* runs) {
  std::puts("ready to serve");
  for (std::string request; std::getline(std::cin, request);) {
    const std::string id = field_of(request, "hone_trial_id");
    const std::string number = field_of(request, "number");
    const std::string run = run_of(id.c_str());
    std::printf("trial %s\n", number.c_str());
    work_for_a_while(number, run, field_of(request, "seed"));
    if (!append_line(runs, number + " " + run + "\n")) return 3;
    std::printf("{\"hone_trial_id\":\"%s\",\"value\":%s,\"run\":%s}\n", id.c_str(),
                field_of(request, "x").c_str(), run.c_str());
    std::fflush(stdout);
  }
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc == 2 && std::getenv("HONE_WORKER") != nullptr) return serve(argv[1]);
  if (argc != 3) {
    std::fprintf(stderr, "usage: e2e_trial RUNS X\n");
    return 2;
  }
  const char* number = std::getenv("HONE_TRIAL_NUMBER");
  const char* run = run_of(std::getenv("HONE_TRIAL_ID"));
  const char* seed = std::getenv("HONE_SEED");
  if (number == nullptr || run == nullptr || seed == nullptr) return 2;
  if (std::getenv("HONE_E2E_HOSTILE") != nullptr) {
    const Hostility how = hone::e2e::hostility_of(std::atoll(number));
    if (how != Hostility::None) return harm(how);
  }
  work_for_a_while(number, run, seed);
  if (!append_line(argv[1], std::string(number) + " " + run + "\n")) return 3;
  std::printf("{\"value\": %s, \"run\": %s}\n", argv[2], run);
  return 0;
}
