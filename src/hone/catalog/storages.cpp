// SPDX-License-Identifier: MIT
#include "hone/catalog/storages.hpp"

#include <cstdlib>
#include <filesystem>

#include "hone/base/error.hpp"
#include "hone/base/text.hpp"
#include "hone/core/store_address.hpp"
#include "hone/remote/remote_storage.hpp"
#include "hone/storage/sqlite_storage.hpp"
#include "hone/storage/sqlite_uri.hpp"

namespace hone::catalog {
namespace {

// Who writes a.db?nolock=1 means another file than one of that name. A file that has such a name is opened.
std::unique_ptr<storage::Storage> open_path(const std::string& path, const storage::WaitNotice& on_wait) {
  std::error_code ignored;
  if (!storage::is_uri(path) && path.find('?') != std::string::npos &&
      !std::filesystem::exists(path, ignored)) {
    throw Error(ErrorCode::InvalidArgument,
                text("the store '", path, "' is a path, and paths have no parameters"),
                "leave out what begins with '?'; addresses that begin with sqlite:file: may ask for mode=ro, "
                "rw or rwc");
  }
  return storage::open_sqlite(path, {.on_wait = on_wait});
}

std::string variable(const char* name) {
  const char* value = std::getenv(name);
  return value == nullptr ? "" : value;
}

}  // namespace

remote::ClientOptions service_access() {
  return {.token = variable("HONE_TOKEN"), .ca_file = variable("HONE_CA_FILE")};
}

std::unique_ptr<storage::Storage> open_storage(const std::string& url, const storage::WaitNotice& on_wait) {
  if (url.empty()) return open_path(std::string(kDefaultStore), on_wait);
  if (url == kMemoryStore) return storage::open_memory();
  const auto [scheme, rest] = split_store_address(url);
  if (scheme.empty()) return open_path(url, on_wait);
  if (scheme == kSqliteScheme) {
    const std::string path(rest);
    if (path.empty()) {
      throw Error(ErrorCode::InvalidArgument, "the store 'sqlite:' names no file",
                  "write sqlite:PATH, such as sqlite:hone.db");
    }
    if (path == ":memory:") {
      throw Error(ErrorCode::InvalidArgument, "the store 'sqlite::memory:' names no file",
                  "write memory: for a store that ends with the process");
    }
    return open_path(path, on_wait);
  }
  if (scheme == "http:" || scheme == "https:")
    return std::make_unique<remote::RemoteStorage>(url, remote::RemoteOptions{.client = service_access()});
  throw Error(ErrorCode::InvalidArgument,
              text("there is no kind of store '", scheme.substr(0, scheme.size() - 1), "'"),
              "use memory:, sqlite:PATH, the path of a file, or http://HOST:PORT of a service");
}

std::optional<std::string> storage_file(const std::string& url) {
  const auto [scheme, rest] = split_store_address(url);
  if (scheme == kSqliteScheme) return storage::file_of(std::string(rest));
  return scheme.empty() ? std::optional(url) : std::nullopt;
}

std::unique_ptr<storage::Storage> open_existing_storage(const std::string& url, const std::string& remedy,
                                                        const storage::WaitNotice& on_wait) {
  const std::optional<std::string> file = storage_file(url);
  std::error_code ignored;
  if (file && !std::filesystem::exists(*file, ignored))
    throw Error(ErrorCode::NotFound, "there is no store at " + *file, remedy);
  return open_storage(url, on_wait);
}

}  // namespace hone::catalog
