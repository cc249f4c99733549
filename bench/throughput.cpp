// SPDX-License-Identifier: MIT
// throughput FOLDER: how many trials a second pass through ask and tell with the random sampler, six
// parameters, as JSON. Every figure is the median of five runs; before it is printed, the trials are read
// back and counted.
#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <functional>
#include <hone/hone.hpp>
#include <iostream>

namespace {

using Clock = std::chrono::steady_clock;

hone::Study study() {
  return {.name = "throughput",
          .space = hone::Space({hone::real("a", 0, 1), hone::real("b", 1e-5, 1, hone::Scale::Log),
                                hone::integer("c", 1, 1000), hone::categorical("d", {"x", "y", "z"}),
                                hone::real("e", -5, 5), hone::boolean("f")}),
          .sampler = {"random"},
          .seed = 1};
}

/// Trials a second when asked and told `batch` at a time.
double rate(const std::string& store, int trials, int batch) {
  hone::Tuner tuner(study(), store);
  const auto begin = Clock::now();
  for (int done = 0; done < trials; done += batch) {
    std::vector<hone::Measured> results;
    for (const hone::Trial& trial : tuner.ask(batch))
      results.push_back({trial.number, trial.configuration.real("a")});
    tuner.tell(results);
  }
  const double seconds = std::chrono::duration<double>(Clock::now() - begin).count();
  int complete = 0;
  for (const hone::Trial& trial : tuner.trials())
    complete += trial.state == hone::TrialState::Complete ? 1 : 0;
  if (complete != trials) {
    std::cerr << "throughput: " << complete << " of " << trials << " trials came back\n";
    std::exit(1);
  }
  return trials / seconds;
}

/// What the disk takes to make one overwritten page durable: nothing durable, one by one, can be faster.
double sync_milliseconds(const std::string& folder) {
  const std::string path = folder + "/sync.tmp";
  const int file = ::open(path.c_str(), O_CREAT | O_RDWR, 0600);
  const std::vector<char> page(4096);
  constexpr int kPages = 100;
  const auto write_all = [&](bool sync) {
    for (int i = 0; i < kPages; ++i) {
      if (::pwrite(file, page.data(), page.size(), i * 4096) != 4096 || (sync && ::fdatasync(file) != 0)) {
        std::cerr << "throughput: cannot write " << path << "\n";
        std::exit(1);
      }
    }
  };
  write_all(false);
  ::fsync(file);
  const auto begin = Clock::now();
  write_all(true);
  const double seconds = std::chrono::duration<double>(Clock::now() - begin).count();
  ::close(file);
  std::filesystem::remove(path);
  return 1000.0 * seconds / kPages;
}

double median_of_five(const std::function<double()>& measure) {
  std::vector<double> rates;
  for (int i = 0; i < 5; ++i) rates.push_back(measure());
  std::nth_element(rates.begin(), rates.begin() + 2, rates.end());
  return rates[2];
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 2) {
    std::cerr << "usage: throughput FOLDER (where the SQLite files are written)\n";
    return 2;
  }
  const std::string file = std::string(argv[1]) + "/throughput.db";
  const auto fresh_sqlite = [&](int trials, int batch) {
    for (const char* ending : {"", "-wal", "-shm"}) std::filesystem::remove(file + ending);
    return rate("sqlite:" + file, trials, batch);
  };
  std::cout << "{\"memory\": " << median_of_five([] { return rate("memory:", 100000, 1); })
            << ", \"memory_10k\": " << median_of_five([] { return rate("memory:", 10000, 1); })
            << ", \"sqlite\": " << median_of_five([&] { return fresh_sqlite(2000, 1); })
            << ", \"sqlite_batch_8\": " << median_of_five([&] { return fresh_sqlite(4000, 8); })
            << ", \"sync_ms\": " << median_of_five([&] { return sync_milliseconds(argv[1]); }) << "}\n";
}
