// SPDX-License-Identifier: MIT
// What Prometheus is told beside the counts of requests.
#include <unistd.h>

#include <fstream>

#include "hone/server/handlers.hpp"
#include "hone/server/metric_text.hpp"
#include "hone/server/metrics.hpp"
#include "hone/service/ask_desk.hpp"

namespace hone::server {
namespace {

double counted_number(std::int64_t count) { return static_cast<double>(count); }

/// Bytes of this process in memory; 0 where the system does not say.
double resident_bytes() {
  std::ifstream file("/proc/self/statm");
  std::int64_t all = 0;
  std::int64_t resident = 0;
  return file >> all >> resident ? counted_number(resident * ::sysconf(_SC_PAGESIZE)) : 0.0;
}

void add_asks(MetricText& out, service::Operations& operations) {
  out.metric("hone_asks_waiting", "gauge", "Asks that wait for a trial.")
      .sample(counted_number(operations.asks().waiting()));
  out.metric("hone_asks_prepared_total", "counter", "Asks answered from points that were made ahead.")
      .sample(counted_number(operations.asks().from_prepared()));
  out.metric("hone_thoughts_total", "counter", "Questions that samplers answered.")
      .sample(counted_number(operations.asks().thoughts()));
  out.metric("hone_open_studies", "gauge", "Studies that are held in memory.")
      .sample(counted_number(static_cast<std::int64_t>(operations.open_studies())));
}

void add_store(MetricText& out, const service::StoreMeter& meter) {
  const auto figures = meter.figures();
  out.metric("hone_store_call_seconds", "histogram", "Time that a call of the store took.");
  for (const auto& [call, one] : figures)
    out.histogram(service::StoreMeter::kEnds, one.buckets, one.seconds, {{"call", call}});
  out.metric("hone_store_failures_total", "counter", "Calls with which the store failed.");
  for (const auto& [call, one] : figures)
    for (const auto& [code, count] : one.failures)
      out.sample(counted_number(count), {{"call", call}, {"code", code_name(code)}});
}

void add_backups(MetricText& out, const service::BackupSchedule* backups) {
  out.metric("hone_backups_total", "counter", "Backups that were made.");
  if (backups != nullptr) out.sample(counted_number(backups->made()));
  out.metric("hone_backup_failures_total", "counter", "Backups that failed.");
  if (backups != nullptr) out.sample(counted_number(backups->failed()));
  out.metric("hone_backup_newest_timestamp_seconds", "gauge", "When the newest backup was made.");
  if (backups != nullptr) out.sample(counted_number(backups->newest()));
}

}  // namespace

HttpAnswer get_metrics(Service& service, const Call&) {
  MetricText out;
  add_asks(out, service.operations);
  if (service.meter != nullptr) add_store(out, *service.meter);
  add_backups(out, service.backups);
  out.metric("hone_sqlite_memory_bytes", "gauge", "Memory of SQLite, most of it pages of the store's file.")
      .sample(counted_number(service::StoreMeter::page_memory()));
  out.metric("hone_draining", "gauge", "1 while nothing new is handed out.")
      .sample(service.draining ? 1.0 : 0.0);
  out.metric("hone_build_info", "gauge", "1, with the version of the program.")
      .sample(1.0, {{"version", service.version}});
  out.metric("process_resident_memory_bytes", "gauge", "Memory of the process.").sample(resident_bytes());
  return {.type = "text/plain; version=0.0.4; charset=utf-8", .body = service.metrics.text(out.text())};
}

}  // namespace hone::server
