// SPDX-License-Identifier: MIT
#include <poll.h>

#include <cstdlib>
#include <mutex>
#include <ostream>

#include "hone/base/error.hpp"
#include "hone/base/percent.hpp"
#include "hone/base/printable.hpp"
#include "hone/base/text.hpp"
#include "hone/catalog/storages.hpp"
#include "hone/cli/commands.hpp"
#include "hone/cli/context.hpp"
#include "hone/cli/dashboard.hpp"
#include "hone/cli/exit_code.hpp"
#include "hone/cli/workspace.hpp"
#include "hone/codec/field.hpp"
#include "hone/runner/stop_signal.hpp"
#include "hone/server/assets.hpp"
#include "hone/server/server.hpp"

namespace hone::cli {
namespace {

struct ServeOptions {
  std::optional<std::string> store;
  std::optional<std::string> host;
  std::optional<std::int64_t> port;
  std::optional<std::string> certificate;
  std::optional<std::string> key;
  std::optional<std::int64_t> connections;
  std::optional<double> rate;
  std::optional<std::int64_t> body;
  std::optional<std::int64_t> workers;
  std::optional<std::string> request_time;
  bool read_only = false;
  bool quiet = false;
};

constexpr double kDrainTime = 10.0;  // seconds for requests that were begun when told to end

double duration_option(const std::optional<std::string>& word, double otherwise) {
  if (!word) return otherwise;
  if (const auto seconds = codec::parse_duration(*word); seconds && *seconds > 0) return *seconds;
  throw UsageError("'" + *word + "' is not a time", "write it like 30s or 2m");
}

server::ServerOptions server_options(const ServeOptions& options, Context& context, std::mutex& lines) {
  if (options.certificate.has_value() != options.key.has_value())
    throw UsageError("TLS needs a certificate and its key", "give both --tls-cert and --tls-key");
  if (options.rate.value_or(0.0) < 0.0)
    throw UsageError(text("--rate ", *options.rate, " is below zero"), "write 0 for any number, or more");
  server::ServerOptions wanted;
  wanted.listen.host = options.host.value_or("127.0.0.1");
  wanted.listen.port = static_cast<std::uint16_t>(options.port.value_or(7180));
  wanted.listen.certificate = options.certificate.value_or("");
  wanted.listen.key = options.key.value_or("");
  wanted.listen.connections = static_cast<int>(options.connections.value_or(4000));
  wanted.listen.workers = static_cast<int>(options.workers.value_or(8));
  wanted.listen.body = static_cast<std::size_t>(options.body.value_or(16)) << 20;
  wanted.listen.request_time = duration_option(options.request_time, wanted.listen.request_time);
  wanted.gate.rate = options.rate.value_or(0.0);
  wanted.gate.assets = server::embedded_assets();
  wanted.read_only = options.read_only;
  if (options.read_only) wanted.gate.without_token = server::Role::Read;
  wanted.version = HONE_VERSION;
  if (!options.quiet) {
    wanted.log = [&context, &lines](const std::string& line) {
      const std::lock_guard guard(lines);
      context.err << line << "\n" << std::flush;
    };
  }
  return wanted;
}

/// Until a signal says stop.
void wait_for(const runner::StopSignal& signal) {
  pollfd fd{signal.fd(), POLLIN, 0};
  while (signal.level() == runner::StopSignal::Level::Run) {
    ::poll(&fd, 1, 1000);
    signal.clear();
  }
}

/// Where a service is said to be.
struct ServedPlace {
  std::string before;  ///< the address
  std::string behind;  ///< it: the page to open
};

int run_serve(const ServeOptions& options, Context& context, const ServedPlace& place) {
  const std::string address = store_address(context, options.store);
  if (address.starts_with("http:") || address.starts_with("https:"))
    throw UsageError("a service cannot serve another one", "name the store itself: a file or a database");
  std::mutex lines;
  server::ServerOptions wanted = server_options(options, context, lines);
  wanted.address = address;
  const bool must_exist = options.read_only;
  runner::StopSignal signal;
  const runner::ScopedSignals signals(signal);
  server::Server server(
      [address, must_exist](bool) { return must_exist ? open_existing_store(address) : open_store(address); },
      std::move(wanted));
  {
    const std::lock_guard guard(lines);
    context.out << place.before << server.url() << place.behind
                << (server.asks_for_tokens() ? "  (with tokens)" : "") << "\n"
                << std::flush;
    if (!catalog::outlives_process(address))
      context.err << "The studies are kept in memory and end with this process; name a file to keep them.\n";
  }
  wait_for(signal);
  server.stop(kDrainTime);
  if (server.thinking()) {  // it cannot be interrupted, and is not waited for
    context.out.flush();
    std::_Exit(kOk);
  }
  return kOk;
}

/// The study to open: the one that was named, or the only one there is.
std::string study_to_open(const DashboardOptions& options, const Context& context) {
  if (options.study) return open_study(context, {.study = *options.study, .store = options.store}).study.name;
  const auto studies = open_existing_store(store_address(context, options.store))->studies();
  return studies.size() == 1 ? studies.front().name : "";
}

void add_port(Command& command, std::optional<std::int64_t>& port) {
  command.option("--port,-p", port, "N", "where to listen (default 7180; 0: any that is free)", 0, 65535);
}

constexpr const char* kServeDetail =
    R"(Workers on any host, in any language, ask this one place for trials and tell it results: JSON over HTTP, described in docs/guide/api.md and at /v1/openapi.json. Samplers think here, ahead of the asks; commands of studies are never run here but by 'hone worker'. Several servers may serve one store.
Without tokens it serves this machine only, and whoever can log in to it. To be reached from others it needs tokens ('hone token create') and should have TLS: --tls-cert and --tls-key, or a proxy that has it.
Each request is a line of JSON on standard error. SIGTERM and Ctrl-C end it after the requests that were begun.)";

}  // namespace

void add_serve(Command root) {
  auto options = std::make_shared<ServeOptions>();
  Command command =
      root.subcommand("serve", "Serve the studies of a store over HTTP, to workers and browsers");
  command.group("Serve").detail(kServeDetail);
  add_store(command, options->store);
  add_port(command, options->port);
  command.option("--host", options->host, "ADDRESS", "where to listen (default 127.0.0.1)")
      .option("--tls-cert", options->certificate, "FILE", "certificate chain (PEM)")
      .option("--tls-key", options->key, "FILE", "its key (PEM)")
      .option("--connections", options->connections, "N", "at a time (default 4000)", 1, 1000000)
      .option("--rate", options->rate, "N", "requests a second of one address (default: any number)")
      .option("--body", options->body, "MB", "largest request (default 16)", 1, 1024)
      .option("--request-time", options->request_time, "TIME", "for a request to arrive (default 30s)")
      .option("--threads", options->workers, "N", "requests handled at a time (default 8)", 1, 1000)
      .flag("--read-only", options->read_only, "refuse everything that changes a study")
      .flag("--quiet,-q", options->quiet, "no log of requests")
      .example("hone serve --store hone.db", "for this machine, at http://127.0.0.1:7180")
      .example("hone serve --host 0.0.0.0 --tls-cert chain.pem --tls-key key.pem", "for all; needs a token")
      .action([options](Context& context) {
        const std::string address = printable(store_address(context, options->store));
        return run_serve(*options, context, {.before = "serving " + address + " at ", .behind = ""});
      });
}

int serve_dashboard(const DashboardOptions& options, Context& context) {
  server::require_dashboard(server::embedded_assets());
  const std::string study = study_to_open(options, context);
  ServeOptions serve;
  serve.store = options.store;
  serve.port = options.port;
  serve.read_only = true;
  serve.quiet = true;
  return run_serve(serve, context,
                   {.before = "", .behind = study.empty() ? "/" : "/#/studies/" + percent_encoded(study)});
}

void add_dashboard(Command root) {
  auto options = std::make_shared<DashboardOptions>();
  Command command = root.subcommand("dashboard", "Look at the studies of a store in a browser");
  command.group("Look").detail(
      "Serves the dashboard on this machine, read-only, and prints its address: of the study that is named "
      "or "
      "is the only one, otherwise of the list of all. Nothing of the store is changed, and others may work "
      "on "
      "it meanwhile. Ctrl-C ends it.");
  command.argument("STUDY", options->study, "open this study: its name, or a study file");
  add_store(command, options->store);
  add_port(command, options->port);
  command.example("hone dashboard --store hone.db", "then open the address that is printed")
      .action([options](Context& context) { return serve_dashboard(*options, context); });
}

}  // namespace hone::cli
