// SPDX-License-Identifier: MIT
// PostgreSQL's client library is looked for when the first address of a server is read, not when the program
// starts: it brings Kerberos, LDAP and a second TLS with it, and most people have no server.
#include <dlfcn.h>
#include <libpq-fe.h>

#include "hone/base/error.hpp"
#include "hone/base/text.hpp"

namespace hone::storage {
namespace {

constexpr const char* kLibrary = "libpq.so.5";
constexpr const char* kInstall =
    "install it (apt-get install libpq5, dnf install libpq), or use a store in a file";

[[noreturn]] void throw_no_library(const std::string& reason) {
  throw Error(ErrorCode::StorageFailed,
              text("PostgreSQL's client library ", kLibrary, " cannot be used: ", reason), kInstall);
}

std::string last_reason() {
  const char* reason = ::dlerror();
  return reason == nullptr ? "no reason is known" : reason;
}

/// Stays until the process ends. Looked for again after a failure, as somebody may have installed it.
void* library() {
  static void* const handle = [] {
    void* opened = ::dlopen(kLibrary, RTLD_NOW | RTLD_LOCAL);
    if (opened == nullptr) throw_no_library(last_reason());
    return opened;
  }();
  return handle;
}

template <class Function>
Function function_of_library(const char* name) {
  void* const address = ::dlsym(library(), name);
  if (address == nullptr) throw_no_library(last_reason() + "; version 14 or newer is needed");
  return reinterpret_cast<Function>(address);
}

}  // namespace
}  // namespace hone::storage

// Each is declared by libpq-fe.h, against which the compiler checks it. Hidden, so that the library finds its
// own functions and not these, which have the same names.
#define HONE_FORWARD(result, name, parameters, arguments)                                      \
  __attribute__((visibility("hidden"))) result name parameters {                               \
    static const auto function = hone::storage::function_of_library<decltype(&::name)>(#name); \
    return function arguments;                                                                 \
  }

extern "C" {
HONE_FORWARD(int, PQbackendPID, (const PGconn* connection), (connection))
HONE_FORWARD(void, PQclear, (PGresult * result), (result))
HONE_FORWARD(char*, PQcmdTuples, (PGresult * result), (result))
HONE_FORWARD(PGconn*, PQconnectdbParams, (const char* const* keywords, const char* const* values, int expand),
             (keywords, values, expand))
HONE_FORWARD(void, PQconninfoFree, (PQconninfoOption * options), (options))
HONE_FORWARD(PQconninfoOption*, PQconninfoParse, (const char* text, char** message), (text, message))
HONE_FORWARD(int, PQenterPipelineMode, (PGconn * connection), (connection))
HONE_FORWARD(char*, PQerrorMessage, (const PGconn* connection), (connection))
HONE_FORWARD(PGresult*, PQexec, (PGconn * connection, const char* script), (connection, script))
HONE_FORWARD(int, PQexitPipelineMode, (PGconn * connection), (connection))
HONE_FORWARD(void, PQfinish, (PGconn * connection), (connection))
HONE_FORWARD(int, PQflush, (PGconn * connection), (connection))
HONE_FORWARD(char*, PQfname, (const PGresult* result, int column), (result, column))
HONE_FORWARD(void, PQfreemem, (void* memory), (memory))
HONE_FORWARD(Oid, PQftype, (const PGresult* result, int column), (result, column))
HONE_FORWARD(PGresult*, PQgetResult, (PGconn * connection), (connection))
HONE_FORWARD(int, PQgetisnull, (const PGresult* result, int row, int column), (result, row, column))
HONE_FORWARD(int, PQgetlength, (const PGresult* result, int row, int column), (result, row, column))
HONE_FORWARD(char*, PQgetvalue, (const PGresult* result, int row, int column), (result, row, column))
HONE_FORWARD(int, PQntuples, (const PGresult* result), (result))
HONE_FORWARD(const char*, PQparameterStatus, (const PGconn* connection, const char* name), (connection, name))
HONE_FORWARD(int, PQpipelineSync, (PGconn * connection), (connection))
HONE_FORWARD(char*, PQresultErrorField, (const PGresult* result, int field), (result, field))
HONE_FORWARD(char*, PQresultErrorMessage, (const PGresult* result), (result))
HONE_FORWARD(ExecStatusType, PQresultStatus, (const PGresult* result), (result))
HONE_FORWARD(int, PQsendPrepare,
             (PGconn * connection, const char* name, const char* sql, int count, const Oid* types),
             (connection, name, sql, count, types))
HONE_FORWARD(int, PQsendQueryPrepared,
             (PGconn * connection, const char* name, int count, const char* const* values, const int* lengths,
              const int* formats, int format),
             (connection, name, count, values, lengths, formats, format))
HONE_FORWARD(PGVerbosity, PQsetErrorVerbosity, (PGconn * connection, PGVerbosity verbosity),
             (connection, verbosity))
HONE_FORWARD(PQnoticeProcessor, PQsetNoticeProcessor,
             (PGconn * connection, PQnoticeProcessor processor, void* argument),
             (connection, processor, argument))
HONE_FORWARD(ConnStatusType, PQstatus, (const PGconn* connection), (connection))
}

#undef HONE_FORWARD
