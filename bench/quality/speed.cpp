// SPDX-License-Identifier: MIT
#include "bench/quality/speed.hpp"

#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <ostream>

#include "bench/quality/statistics.hpp"
#include "hone/base/error.hpp"
#include "hone/base/rng.hpp"
#include "hone/base/text.hpp"
#include "hone/encode/encoding.hpp"
#include "hone/gp/fitter.hpp"
#include "hone/samplers/gp.hpp"
#include "hone/samplers/hebo.hpp"
#include "hone/samplers/posterior.hpp"
#include "hone/search/find.hpp"

namespace hone::quality {
namespace {

Study cube_study(int dimensions, const std::string& sampler, std::uint64_t seed) {
  std::vector<Parameter> parameters;
  for (int j = 0; j < dimensions; ++j) parameters.push_back(real(text("x", j + 1), 0.0, 1.0));
  return {.space = Space(std::move(parameters)), .sampler = {sampler}, .seed = seed};
}

// A smooth function with several valleys in every direction.
double valleys(const Configuration& configuration) {
  double sum = 0.0;
  for (std::size_t j = 0; j < configuration.size(); ++j) {
    const double x = std::get<double>(*configuration[j]);
    const auto k = static_cast<double>(j);
    sum += std::sin(3.0 * (1.0 + 0.3 * k) * x + k) + (x - 0.4) * (x - 0.4);
  }
  return sum;
}

std::vector<Configuration> random_design(const Study& study, int size) {
  const encode::Encoding encoding(study.space);
  Rng rng(mix_seed(study.seed, 7));
  std::vector<double> point(encoding.dimensions());
  std::vector<Configuration> rows;
  for (int i = 0; i < size; ++i) {
    for (double& coordinate : point) coordinate = rng.uniform();
    rows.push_back(encoding.decode(point));
  }
  return rows;
}

void tell_values(Contestant& contestant, const std::vector<Configuration>& points) {
  std::vector<std::optional<double>> values;
  for (const Configuration& point : points) values.emplace_back(valleys(point));
  contestant.tell(values);
}

struct AskTimes {
  double cold = 0.0;     // nothing known but the data
  double running = 0.0;  // the next ask of the same study
};

AskTimes time_asks(Contestant& contestant, const Study& study, int size, int batch) {
  const auto design = random_design(study, size);
  contestant.enqueue(design);
  tell_values(contestant, contestant.ask(size));
  AskTimes times;
  double before = contestant.seconds();
  auto points = contestant.ask(batch);
  times.cold = 1e3 * (contestant.seconds() - before);
  tell_values(contestant, points);
  before = contestant.seconds();
  contestant.ask(batch);
  times.running = 1e3 * (contestant.seconds() - before);
  return times;
}

// What our ask is made of, called one after the other.
struct Shares {
  double fit = 0.0;
  double search = 0.0;
};

Shares time_parts(const Study& study, int size, int batch, const samplers::ModelOptions& options) {
  const search::SearchSpace space(study.space);
  std::vector<Trial> trials;
  for (Configuration& configuration : random_design(study, size)) {
    Trial trial;
    trial.number = std::ssize(trials);
    trial.state = TrialState::Complete;
    trial.values = {valleys(configuration)};
    trial.configuration = std::move(configuration);
    trials.push_back(std::move(trial));
  }
  const AskRequest request{.count = batch, .seed = 3};
  double start = thread_seconds();
  const gp::GpFitter fitter(options.fit);
  const auto posterior = samplers::learn(trials, request, study.objectives, space, fitter, options.learning);
  Shares shares{.fit = 1e3 * (thread_seconds() - start)};
  const acquisition::Mace mace(posterior.model(), samplers::ensemble(options.search, posterior.target, 3.0));
  start = thread_seconds();
  search::find(space, mace, {.start = posterior.best, .seed = 5}, {.evolution = options.search.evolution});
  shares.search = 1e3 * (thread_seconds() - start);
  return shares;
}

// Nothing for samplers that have no such parts.
std::optional<samplers::ModelOptions> model_options(const std::string& sampler) {
  if (sampler == "hebo") return samplers::read_hebo_options({});
  if (sampler == "gp") return samplers::read_gp_options({});
  return std::nullopt;
}

struct SpeedCell {
  AskTimes ours;
  Shares shares;
  double megabytes = 0.0;
};

SpeedCell measure(int dimensions, int size, const BenchSpeed& options) {
  const auto parts = model_options(options.sampler);
  std::vector<double> cold, running, fit, search;
  for (int i = 0; i < options.repeats; ++i) {
    const Study study = cube_study(dimensions, options.sampler, static_cast<std::uint64_t>(i) + 1);
    const auto contestant = make_sampler_contestant(study);
    const AskTimes times = time_asks(*contestant, study, size, options.batch);
    cold.push_back(times.cold);
    running.push_back(times.running);
    const Shares shares = parts ? time_parts(study, size, options.batch, *parts) : Shares{};
    fit.push_back(shares.fit);
    search.push_back(shares.search);
  }
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  return {{median(cold), median(running)},
          {median(fit), median(search)},
          static_cast<double>(usage.ru_maxrss) / 1024.0};
}

// In a process of its own, so that the peak of memory is that of this size alone.
SpeedCell measure_apart(int dimensions, int size, const BenchSpeed& options) {
  int ends[2];
  if (pipe(ends) != 0)
    throw Error(ErrorCode::System, "no pipe could be made", "look at the limits of this machine: ulimit -n");
  const pid_t child = fork();
  if (child < 0)
    throw Error(ErrorCode::System, "no process could be started",
                "look at the limits of this machine: ulimit -u");
  if (child == 0) {
    const SpeedCell cell = measure(dimensions, size, options);
    const bool written = write(ends[1], &cell, sizeof cell) == sizeof cell;
    _exit(written ? 0 : 1);
  }
  close(ends[1]);
  SpeedCell cell;
  const bool complete = read(ends[0], &cell, sizeof cell) == sizeof cell;
  close(ends[0]);
  int status = 0;
  waitpid(child, &status, 0);
  if (!complete)
    throw Error(ErrorCode::System, text("the measurement of ", size, " trials ended early"),
                "run it again with smaller --sizes");
  return cell;
}

AskTimes measure_peer(int dimensions, int size, const BenchSpeed& options) {
  const auto command = peer_command(options.peer, options.peers);
  std::vector<double> cold, running;
  for (int i = 0; i < std::min(3, options.repeats); ++i) {
    const Study study = cube_study(dimensions, options.peer, static_cast<std::uint64_t>(i) + 1);
    const auto contestant = start_peer(command, study);
    const AskTimes times = time_asks(*contestant, study, size, options.batch);
    cold.push_back(times.cold);
    running.push_back(times.running);
  }
  return {median(cold), median(running)};
}

std::string line(const char* format, auto... values) {
  char buffer[256];
  std::snprintf(buffer, sizeof buffer, format, values...);
  return buffer;
}

}  // namespace

int bench_speed(const BenchSpeed& options, std::ostream& out) {
  make_sampler_contestant(cube_study(1, options.sampler, 1));  // a wrong name is told here, not by a child
  const bool parts = model_options(options.sampler).has_value();
  out << "Milliseconds of one processor for an ask of " << options.batch << " after n trials, median of "
      << options.repeats << "\ncold: nothing known but the data; running: the next ask of the same study.\n";
  for (const int dimensions : options.dimensions) {
    out << "\n" << dimensions << " dimensions\n";
    out << line("%6s %9s %9s   %8s %8s %8s   %9s %7s %8s   %5s\n", "n", "cold", "running", "fit", "search",
                "batch", options.peer.empty() ? "" : options.peer.c_str(), "cold x", "running x", "MB");
    std::vector<double> sizes, costs;
    for (const int size : options.sizes) {
      const SpeedCell cell = measure_apart(dimensions, size, options);
      const double rest = parts ? std::max(0.0, cell.ours.cold - cell.shares.fit - cell.shares.search) : 0.0;
      out << line("%6d %9.1f %9.1f   %8.1f %8.1f %8.1f   ", size, cell.ours.cold, cell.ours.running,
                  cell.shares.fit, cell.shares.search, rest);
      if (!options.peer.empty() && size <= options.peer_limit) {
        const AskTimes peer = measure_peer(dimensions, size, options);
        out << line("%9.0f %7.1f %8.1f   ", peer.cold, peer.cold / cell.ours.cold,
                    peer.running / cell.ours.running);
      } else {
        out << line("%9s %7s %8s   ", "", "", "");
      }
      out << line("%5.0f\n", cell.megabytes) << std::flush;
      sizes.push_back(size);
      costs.push_back(cell.ours.cold);
    }
    const std::size_t last = sizes.size() - 1;
    if (last >= 2) {
      out << line("cost grows like n^%.1f from %.0f to %.0f, n^%.1f from %.0f to %.0f\n",
                  std::log(costs[last / 2] / costs[0]) / std::log(sizes[last / 2] / sizes[0]), sizes[0],
                  sizes[last / 2],
                  std::log(costs[last] / costs[last / 2]) / std::log(sizes[last] / sizes[last / 2]),
                  sizes[last / 2], sizes[last]);
    }
  }
  return 0;
}

}  // namespace hone::quality
