// SPDX-License-Identifier: MIT
#include "hone/catalog/storages.hpp"

#include <array>
#include <cstdlib>
#include <filesystem>

#include "hone/base/error.hpp"
#include "hone/base/text.hpp"
#include "hone/catalog/blob_places.hpp"
#include "hone/core/store_address.hpp"
#include "hone/remote/remote_storage.hpp"
#include "hone/storage/postgres_storage.hpp"
#include "hone/storage/sqlite_storage.hpp"
#include "hone/storage/sqlite_uri.hpp"

namespace hone::catalog {
namespace {

/// How a store is opened.
struct Opening {
  storage::WaitNotice on_wait = {};
  bool create = true;
};

// Who writes a.db?nolock=1 means another file than one of that name. A file that has such a name is opened.
void require_plain_path(const std::string& path) {
  std::error_code ignored;
  if (!storage::is_uri(path) && path.find('?') != std::string::npos &&
      !std::filesystem::exists(path, ignored)) {
    throw Error(ErrorCode::InvalidArgument,
                text("the store '", path, "' is a path, and paths have no parameters"),
                "leave out what begins with '?'; addresses that begin with sqlite:file: may ask for mode=ro, "
                "rw or rwc");
  }
}

/// The path in "sqlite:PATH" or in a path alone.
std::string sqlite_path(const std::string& address) {
  const auto [scheme, rest] = split_store_address(address);
  std::string path(rest);
  if (scheme == kSqliteScheme && path.empty()) {
    throw Error(ErrorCode::InvalidArgument, "the store 'sqlite:' names no file",
                "write sqlite:PATH, such as sqlite:hone.db");
  }
  if (scheme == kSqliteScheme && path == ":memory:") {
    throw Error(ErrorCode::InvalidArgument, "the store 'sqlite::memory:' names no file",
                "write memory: for a store that ends with the process");
  }
  require_plain_path(path);
  return path;
}

std::unique_ptr<storage::Storage> open_sqlite_store(const std::string& address, const Opening& how) {
  return storage::open_sqlite(sqlite_path(address),
                              {.create = how.create, .on_wait = how.on_wait, .blobs = given_blobs()});
}
std::unique_ptr<storage::Database> open_sqlite_database(const std::string& address, const Opening& how) {
  return storage::open_sqlite_database(sqlite_path(address), {.create = how.create, .on_wait = how.on_wait});
}
std::unique_ptr<storage::Storage> open_postgres_store(const std::string& address, const Opening& how) {
  return storage::open_postgres(address, {.create = how.create, .blobs = given_blobs()});
}
std::unique_ptr<storage::Database> open_postgres_database(const std::string& address, const Opening& how) {
  return storage::open_postgres_database(address, {.create = how.create});
}

std::string variable(const char* name) {
  const char* value = std::getenv(name);
  return value == nullptr ? "" : value;
}
std::unique_ptr<storage::Storage> open_service(const std::string& address, const Opening&) {
  return std::make_unique<remote::RemoteStorage>(address, remote::RemoteOptions{.client = service_access()});
}
std::unique_ptr<storage::Database> refuse_service(const std::string& address, const Opening&) {
  throw Error(ErrorCode::InvalidArgument, text("the service at '", address, "' cannot be copied from or to"),
              "name the store that it serves");
}

/// A kind of store that outlives the process.
struct StoreKind {
  std::string_view scheme;  ///< with its colon; empty: a path
  std::unique_ptr<storage::Storage> (*open)(const std::string& address, const Opening& how);
  std::unique_ptr<storage::Database> (*open_database)(const std::string& address, const Opening& how);
};
constexpr std::array kStores = {
    StoreKind{"", open_sqlite_store, open_sqlite_database},
    StoreKind{kSqliteScheme, open_sqlite_store, open_sqlite_database},
    StoreKind{"postgresql:", open_postgres_store, open_postgres_database},
    StoreKind{"postgres:", open_postgres_store, open_postgres_database},
    StoreKind{"http:", open_service, refuse_service},
    StoreKind{"https:", open_service, refuse_service},
};

const StoreKind& kind_of(const std::string& address) {
  const std::string_view scheme = split_store_address(address).scheme;
  for (const StoreKind& kind : kStores) {
    if (kind.scheme == scheme) return kind;
  }
  throw Error(
      ErrorCode::InvalidArgument,
      text("there is no kind of store '", scheme.substr(0, scheme.size() - 1), "'"),
      "use memory:, sqlite:PATH, the path of a file, postgresql://USER@HOST/DATABASE, or http://HOST:PORT of "
      "a service");
}

std::unique_ptr<storage::Database> open_database(const std::string& address, const Opening& how) {
  if (address == kMemoryStore) {
    throw Error(ErrorCode::InvalidArgument, "a store in memory cannot be copied from or to",
                "name a file or a database");
  }
  return kind_of(address).open_database(address, how);
}

storage::OpenBlobs blobs_of(const std::string& address, const storage::Database& database) {
  if (storage::OpenBlobs given = given_blobs()) return given;
  return storage_file(address) ? storage::blobs_beside(database.location()) : storage::OpenBlobs();
}

}  // namespace

remote::ClientOptions service_access() {
  return {.token = variable("HONE_TOKEN"),
          .ca_file = variable("HONE_CA_FILE"),
          .certificate = variable("HONE_CLIENT_CERT"),
          .key = variable("HONE_CLIENT_KEY")};
}

std::unique_ptr<storage::Storage> open_storage(const std::string& url, const storage::WaitNotice& on_wait) {
  if (url == kMemoryStore) return storage::open_memory();
  const std::string address = url.empty() ? std::string(kDefaultStore) : url;
  return kind_of(address).open(address, {.on_wait = on_wait});
}

std::optional<std::string> storage_file(const std::string& url) {
  const auto [scheme, rest] = split_store_address(url);
  if (scheme == kSqliteScheme) return storage::file_of(std::string(rest));
  return scheme.empty() ? std::optional(url) : std::nullopt;
}

bool outlives_process(const std::string& url) { return url != kMemoryStore; }

std::unique_ptr<storage::Storage> open_existing_storage(const std::string& url, const std::string& remedy,
                                                        const storage::WaitNotice& on_wait) {
  const std::optional<std::string> file = storage_file(url);
  std::error_code ignored;
  if (file && !std::filesystem::exists(*file, ignored))
    throw Error(ErrorCode::NotFound, "there is no store at " + *file, remedy);
  if (file && std::filesystem::is_regular_file(*file, ignored) &&
      std::filesystem::file_size(*file, ignored) == 0)
    throw Error(ErrorCode::NotFound, *file + " is an empty file and no store yet", remedy);
  if (url == kMemoryStore || file) return open_storage(url, on_wait);
  return kind_of(url).open(url, {.on_wait = on_wait, .create = false});
}

std::unique_ptr<storage::Storage> storage_at_hand(const std::string& url) {
  const std::optional<std::string> file = storage_file(url);
  std::error_code ignored;
  if (!file || !std::filesystem::is_regular_file(*file, ignored) ||
      std::filesystem::file_size(*file, ignored) == 0)
    throw Error(ErrorCode::NotFound, "there is no store at hand", "name a file");
  return storage::open_sqlite(
      sqlite_path(url), {.busy_timeout = 20, .create = false, .migrate = false, .blobs = given_blobs()});
}

storage::CopyCounts copy_storage(const std::string& from, const std::string& to,
                                 const storage::WaitNotice& on_wait, std::span<const std::string> names) {
  const std::optional<std::string> file = storage_file(from);
  std::error_code ignored;
  if (file && !std::filesystem::exists(*file, ignored))
    throw Error(ErrorCode::NotFound, "there is no store at " + *file, "check the name of the first store");
  const auto source = open_database(from, {.on_wait = on_wait, .create = false});
  const auto target = open_database(to, {.on_wait = on_wait});
  if (source->location() == target->location())
    throw Error(ErrorCode::InvalidArgument, text("both stores are '", source->name(), "'"),
                "name another store to copy to");
  return storage::copy_database(*source, *target, names,
                                {.from = blobs_of(from, *source), .to = blobs_of(to, *target)});
}

}  // namespace hone::catalog
