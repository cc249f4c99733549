// SPDX-License-Identifier: MIT
#include <poll.h>

#include <array>
#include <chrono>
#include <cstdlib>
#include <functional>
#include <future>
#include <memory>
#include <mutex>
#include <ostream>
#include <thread>

#include "hone/base/heap.hpp"
#include "hone/base/percent.hpp"
#include "hone/base/text.hpp"
#include "hone/catalog/storages.hpp"
#include "hone/cli/commands.hpp"
#include "hone/cli/context.hpp"
#include "hone/cli/dashboard.hpp"
#include "hone/cli/exit_code.hpp"
#include "hone/cli/serve_identity.hpp"
#include "hone/cli/serve_probe.hpp"
#include "hone/cli/serve_signals.hpp"
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
  std::optional<std::string> client_ca;
  std::optional<std::string> backup;
  std::optional<std::string> backup_every;
  std::optional<std::int64_t> backup_keep;
  std::optional<std::string> probe;
  std::optional<std::int64_t> connections;
  std::optional<double> rate;
  std::optional<std::int64_t> body;
  std::optional<std::int64_t> workers;
  std::optional<std::string> request_time;
  IdentityOptions identity;
  bool read_only = false;
  bool quiet = false;
};

constexpr double kDrainTime = 10.0;  // seconds for requests that were begun when told to end
constexpr double kEndTime = 3.0;     // and for all else after that

double duration_option(const std::optional<std::string>& word, double otherwise) {
  if (!word) return otherwise;
  if (const auto seconds = codec::parse_duration(*word); seconds && *seconds > 0) return *seconds;
  throw UsageError("'" + *word + "' is not a time", "write it like 30s or 2m");
}

service::BackupPlan backup_plan(const ServeOptions& options) {
  if (!options.backup) {
    if (options.backup_every || options.backup_keep)
      throw UsageError("where are backups to be kept?", "add --backup DIR");
    return {};
  }
  service::BackupPlan plan{.folder = *options.backup};
  plan.every = duration_option(options.backup_every, plan.every);
  plan.keep = static_cast<int>(options.backup_keep.value_or(plan.keep));
  return plan;
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
  wanted.listen.client_ca = options.client_ca.value_or("");
  wanted.backup = backup_plan(options);
  wanted.listen.connections = static_cast<int>(options.connections.value_or(4000));
  wanted.listen.workers = static_cast<int>(options.workers.value_or(8));
  wanted.listen.body = static_cast<std::size_t>(options.body.value_or(16)) << 20;
  wanted.listen.request_time = duration_option(options.request_time, wanted.listen.request_time);
  wanted.gate.rate = options.rate.value_or(0.0);
  wanted.gate.assets = server::embedded_assets();
  wanted.listen.proxies = trusted_proxies(options.identity);
  wanted.oidc = identity_provider(options.identity, context);
  wanted.read_only = options.read_only;
  if (options.read_only) wanted.gate.without_token = server::Role::Read;
  wanted.version = HONE_VERSION;
  wanted.event_log = [&context, &lines](const std::string& line) {
    const std::lock_guard guard(lines);
    context.err << line << "\n" << std::flush;
  };
  if (!options.quiet) wanted.log = wanted.event_log;
  return wanted;
}

/// Until a signal says stop.
void wait_for(const runner::StopSignal& signal, ServeSignals& others, server::Server& server) {
  std::array<pollfd, 2> fds = {pollfd{signal.fd(), POLLIN, 0}, pollfd{others.fd(), POLLIN, 0}};
  while (signal.level() == runner::StopSignal::Level::Run) {
    ::poll(fds.data(), fds.size(), 1000);
    signal.clear();
    const ServeSignals::Wishes wishes = others.take();
    if (wishes.drain || wishes.undrain) server.drain(wishes.drain);
    if (wishes.renew) server.renew_certificate();
  }
}

/// False when it still goes on by then: everything that it acknowledged is stored, so that a program may end
/// without waiting for a sampler that thinks or a store that does not answer.
bool ends_within(std::unique_ptr<server::Server> server, double seconds) {
  auto ended = std::make_shared<std::promise<void>>();
  std::thread ending([ended, server = std::move(server)]() mutable {
    server.reset();
    ended->set_value();
  });
  const bool in_time =
      ended->get_future().wait_for(std::chrono::duration<double>(seconds)) == std::future_status::ready;
  if (in_time) {
    ending.join();
  } else {
    ending.detach();
  }
  return in_time;
}

/// Where a service is said to be.
struct ServedPlace {
  std::string before;  ///< the address
  /// It: the page to open, of the store that is served.
  std::function<std::string(const CommandStore&)> behind = {};
};

int run_serve(const ServeOptions& options, Context& context, const ServedPlace& place) {
  const std::string address = store_address(context, options.store);
  if (address.starts_with("http:") || address.starts_with("https:"))
    throw UsageError("a service cannot serve another one", "name the store itself: a file or a database");
  if (options.backup && !catalog::outlives_process(address))
    throw UsageError("a store in memory has no backups", "name a file to keep the studies in");
  share_heaps();
  std::mutex lines;
  server::ServerOptions wanted = server_options(options, context, lines);
  wanted.address = address;
  runner::StopSignal signal;
  const runner::ScopedSignals signals(signal);
  ServeSignals others(options.certificate.has_value());
  auto server = std::make_unique<server::Server>(
      [open = store_at(address, options.read_only ? StoreUse::Looks : StoreUse::Records).open](bool) {
        return open(false);
      },
      std::move(wanted));
  {
    // The operations are the server's.
    const CommandStore served{address, {std::shared_ptr<void>(), &server->operations()}};
    const std::string page = place.behind ? place.behind(served) : "";
    const std::lock_guard guard(lines);
    context.out << place.before << server->url() << page
                << (server->asks_for_tokens() ? "  (with tokens)" : "") << "\n"
                << std::flush;
    if (!catalog::outlives_process(address))
      context.err << "The studies are kept in memory and end with this process; name a file to keep them.\n";
  }
  wait_for(signal, others, *server);
  server->stop(kDrainTime);
  if (server->busy() || !ends_within(std::move(server), kEndTime)) {
    context.out.flush();
    std::_Exit(kOk);
  }
  return kOk;
}

/// The study to open: the one that was named, or the only one there is.
std::string study_to_open(const DashboardOptions& options, const Context& context,
                          const CommandStore& store) {
  if (options.study)
    return open_study(context, {.study = *options.study, .store = options.store}, store).study.name;
  const auto studies = store.operations->studies();
  return studies.size() == 1 ? studies.front().name : "";
}

void add_port(Command& command, std::optional<std::int64_t>& port) {
  command.option("--port,-p", port, "N", "where to listen (default 7180; 0: any that is free)", 0, 65535);
}

constexpr const char* kServeDetail =
    R"(Workers on any host, in any language, ask this one place for trials and tell it results: JSON over HTTP, described in docs/guide/api.md and at /v1/openapi.json. Samplers think here, ahead of the asks; commands of studies are never run here but by 'hone worker'. Several servers may serve one store.
Without tokens it serves this machine only, and whoever can log in to it. To be reached from others it needs tokens ('hone token create') and should have TLS: --tls-cert and --tls-key, or a proxy that has it.
Each request is a line of JSON on standard error. SIGTERM and Ctrl-C end it after the requests that were begun. SIGUSR1 drains it: it hands out nothing new, takes results as ever, and says at /readyz that it is not ready; SIGUSR2 ends that. A certificate that is renewed in place is read by itself, or on SIGHUP.)";

}  // namespace

void add_serve(Command root) {
  auto options = std::make_shared<ServeOptions>();
  Command command =
      root.subcommand("serve", "Serve the studies of a store over HTTP, to workers and browsers");
  command.group("Serve").detail(kServeDetail);
  add_store(command, options->store);
  add_port(command, options->port);
  add_identity_options(command, options->identity);
  command.option("--host", options->host, "ADDRESS", "where to listen (default 127.0.0.1)")
      .option("--tls-cert", options->certificate, "FILE", "certificate chain (PEM)")
      .option("--tls-key", options->key, "FILE", "its key (PEM)")
      .option("--tls-client-ca", options->client_ca, "FILE",
              "clients must show a certificate that one of these (PEM) has signed")
      .option("--backup", options->backup, "DIR", "copy the store into this folder again and again")
      .option("--backup-every", options->backup_every, "TIME", "between two copies (default 6h)")
      .option("--backup-keep", options->backup_keep, "N", "copies that are kept (default 7)", 1, 100000)
      .option("--probe", options->probe, "URL",
              "serve nothing: ask this server whether it is ready, and end with 0 if it is, with 1 if not")
      .option("--connections", options->connections, "N", "at a time (default 4000)", 1, 1000000)
      .option("--rate", options->rate, "N", "requests a second of one address (default: any number)")
      .option("--body", options->body, "MB", "largest request (default 16)", 1, 1024)
      .option("--request-time", options->request_time, "TIME", "for a request to arrive (default 30s)")
      .option("--threads", options->workers, "N", "requests handled at a time (default 8)", 1, 1000)
      .flag("--read-only", options->read_only, "refuse everything that changes a study")
      .flag("--quiet,-q", options->quiet, "no log of requests")
      .example("hone serve --store hone.db", "for this machine, at http://127.0.0.1:7180")
      .example("hone serve --host 0.0.0.0 --tls-cert chain.pem --tls-key key.pem", "for all; needs a token")
      .example("hone serve --probe http://127.0.0.1:7180", "for health checks")
      .action([options](Context& context) {
        if (options->probe) return run_probe(*options->probe, context);
        const std::string address = shown_store(store_address(context, options->store));
        return run_serve(*options, context, {.before = "serving " + address + " at "});
      });
}

int serve_dashboard(const DashboardOptions& options, Context& context) {
  server::require_dashboard(server::embedded_assets());
  ServeOptions serve;
  serve.store = options.store;
  serve.port = options.port;
  serve.read_only = true;
  serve.quiet = true;
  return run_serve(serve, context, {.before = "", .behind = [&](const CommandStore& store) {
                                      const std::string study = study_to_open(options, context, store);
                                      return study.empty() ? "/" : "/#/studies/" + percent_encoded(study);
                                    }});
}

void add_dashboard(Command root) {
  auto options = std::make_shared<DashboardOptions>();
  Command command = root.subcommand("dashboard", "Look at the studies of a store in a browser");
  command.group("Look").detail(
      R"(Serves the dashboard on this machine, read-only, and prints its address: of the study that is named or is the only one, otherwise of the list of all. Nothing of the store is changed, and others may work on it meanwhile. Ctrl-C ends it.)");
  command.argument("STUDY", options->study, "open this study: its name, or a study file");
  add_store(command, options->store);
  add_port(command, options->port);
  command.example("hone dashboard --store hone.db", "then open the address that is printed")
      .action([options](Context& context) { return serve_dashboard(*options, context); });
}

}  // namespace hone::cli
