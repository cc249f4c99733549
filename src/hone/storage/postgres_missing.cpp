// SPDX-License-Identifier: MIT
// In the place of the other postgres_ files when hone is built without libpq (HONE_POSTGRES=OFF).
#include "hone/base/error.hpp"
#include "hone/storage/postgres_storage.hpp"

namespace hone::storage {
namespace {

[[noreturn]] void throw_built_without() {
  throw Error(ErrorCode::InvalidArgument, "this hone was built without PostgreSQL",
              "use a SQLite file, or build hone with libpq (libpq-dev) and -DHONE_POSTGRES=ON");
}

}  // namespace

std::unique_ptr<Database> open_postgres_database(const std::string&, const PostgresOptions&) {
  throw_built_without();
}

std::unique_ptr<Storage> open_postgres(const std::string&, const PostgresOptions&, Clock) {
  throw_built_without();
}

}  // namespace hone::storage
