// SPDX-License-Identifier: MIT
// The command of the kill test: works for 10 to 50 milliseconds, then prints a result. Every third one also
// starts a daemon that would live on for a quarter of an hour. Before it prints, it notes in the file RUNS
// that it got so far.
#include <fcntl.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>

namespace {

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

}  // namespace

int main(int argc, char** argv) {
  if (argc != 3) {
    std::fprintf(stderr, "usage: e2e_trial RUNS X\n");
    return 2;
  }
  const char* number = std::getenv("HONE_TRIAL_NUMBER");
  const char* attempt = std::getenv("HONE_ATTEMPT");
  const char* seed = std::getenv("HONE_SEED");
  if (number == nullptr || attempt == nullptr || seed == nullptr) return 2;
  if (std::atoi(number) % 3 == 0) start_daemon();
  ::usleep(10'000 + static_cast<useconds_t>((std::atol(seed) + 7919 * std::atol(attempt)) % 40'000));
  if (!append_line(argv[1], std::string(number) + " " + attempt + "\n")) return 3;
  std::printf("{\"value\": %s, \"run\": %s}\n", argv[2], attempt);
  return 0;
}
