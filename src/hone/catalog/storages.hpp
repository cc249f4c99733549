// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string>

#include "hone/remote/http_client.hpp"
#include "hone/storage/sqlite_storage.hpp"
#include "hone/storage/storage.hpp"
#include "hone/storage/store_copy.hpp"

namespace hone::catalog {

/// What this process sends to services and trusts: HONE_TOKEN, HONE_CA_FILE for certificates, and its own
/// certificate, HONE_CLIENT_CERT with HONE_CLIENT_KEY.
remote::ClientOptions service_access();

/// Opens a store by its address: `memory:`, `sqlite:PATH`, just a path, `postgresql://USER@HOST/DATABASE`, or
/// `http://HOST:PORT` of a service. An empty address is hone.db here. Throws Error(InvalidArgument) for other
/// schemes. `on_wait` is told when somebody else keeps it locked.
std::unique_ptr<storage::Storage> open_storage(const std::string& url,
                                               const storage::WaitNotice& on_wait = {});

/// The same, but throws Error(NotFound) with this remedy when there is none: looking should not leave an
/// empty file behind.
std::unique_ptr<storage::Storage> open_existing_storage(const std::string& url, const std::string& remedy,
                                                        const storage::WaitNotice& on_wait = {});

/// The store for a look that must wait for nobody and change nothing: a file that is there and of the present
/// version. Throws Error when there is none, when it cannot be read, and when somebody keeps it locked.
std::unique_ptr<storage::Storage> storage_at_hand(const std::string& url);

/// The path of a store that is a file; nothing for others.
std::optional<std::string> storage_file(const std::string& url);
/// False for a store in memory.
bool outlives_process(const std::string& url);

/// Copies all studies and artefacts of one store to another, as copy_database() does. Throws NotFound when
/// there is nothing to copy from; the other one is made. With names, these studies alone.
storage::CopyCounts copy_storage(const std::string& from, const std::string& to,
                                 const storage::WaitNotice& on_wait = {},
                                 std::span<const std::string> names = {});

}  // namespace hone::catalog
