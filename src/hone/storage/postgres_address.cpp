// SPDX-License-Identifier: MIT
#include "hone/storage/postgres_address.hpp"

#include <libpq-fe.h>

#include <algorithm>
#include <memory>
#include <string_view>

#include "hone/base/error.hpp"
#include "hone/base/text.hpp"

namespace hone::storage {
namespace {

constexpr std::string_view kSchemaWord = "schema=";
/// PostgreSQL cuts longer names off.
constexpr std::size_t kLongestName = 63;

struct FreeOptions {
  void operator()(PQconninfoOption* options) const { PQconninfoFree(options); }
};

/// Names that need no quotes, so that no address can carry SQL.
void require_schema_name(const std::string& name) {
  const auto is_plain = [](char c) { return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '_'; };
  const bool begins = !name.empty() && (name[0] == '_' || (name[0] >= 'a' && name[0] <= 'z'));
  if (begins && name.size() <= kLongestName && std::all_of(name.begin(), name.end(), is_plain) &&
      !name.starts_with("pg_"))
    return;
  throw Error(ErrorCode::InvalidArgument, text("'", name, "' cannot be the schema of a store"),
              "use a name of lower-case letters, digits and '_', such as schema=team_a");
}

/// Takes ?schema=NAME out, which libpq would refuse.
std::string without_schema(const std::string& address, std::string& schema) {
  const std::size_t mark = address.find('?');
  if (mark == std::string::npos) return address;
  std::string kept;
  std::string_view rest = std::string_view(address).substr(mark + 1);
  while (!rest.empty()) {
    const std::string_view word = rest.substr(0, rest.find('&'));
    rest.remove_prefix(std::min(rest.size(), word.size() + 1));
    if (word.starts_with(kSchemaWord)) {
      schema = word.substr(kSchemaWord.size());
      require_schema_name(schema);
    } else {
      kept += (kept.empty() ? "?" : "&") + std::string(word);
    }
  }
  return address.substr(0, mark) + kept;
}

[[noreturn]] void throw_bad_address(const std::string& reason) {
  throw Error(ErrorCode::InvalidArgument, "the store is not an address of PostgreSQL" + reason,
              "write postgresql://USER@HOST:PORT/DATABASE; in a user name or password '/', '@', ':' and '%' "
              "are written %2F, %40, %3A and %25");
}

std::string word_of(const PostgresAddress& address, std::string_view keyword) {
  for (const auto& [word, value] : address.words) {
    if (word == keyword) return value;
  }
  return "";
}

/// "postgresql://user@host:5432/database?schema=a", of what was given.
std::string shown_address(const PostgresAddress& address) {
  const std::string user = word_of(address, "user");
  std::string host = word_of(address, "host");
  if (host.empty()) host = word_of(address, "hostaddr");
  const std::string port = word_of(address, "port");
  const bool socket = host.starts_with('/');
  std::string shown = "postgresql://" + (user.empty() ? "" : user + "@");
  if (!socket) shown += host;
  if (!port.empty()) shown += ":" + port;
  shown += "/" + word_of(address, "dbname");
  std::string query = socket ? "host=" + host : "";
  if (address.schema != "hone") query += (query.empty() ? "" : "&") + text("schema=", address.schema);
  return query.empty() ? shown : shown + "?" + query;
}

}  // namespace

PostgresAddress read_postgres_address(const std::string& given) {
  PostgresAddress address;
  const std::string uri = without_schema(given, address.schema);
  char* problem = nullptr;
  const std::unique_ptr<PQconninfoOption, FreeOptions> options(PQconninfoParse(uri.c_str(), &problem));
  const std::unique_ptr<char, decltype(&PQfreemem)> reason(problem, &PQfreemem);
  if (!options) {
    // libpq quotes what it does not understand, which may be a piece of a password.
    const bool secret = uri.find('@') != std::string::npos || uri.find("password") != std::string::npos;
    std::string detail = secret || reason == nullptr ? "" : text(": ", reason.get());
    while (detail.ends_with('\n')) detail.pop_back();
    throw_bad_address(detail);
  }
  for (const PQconninfoOption* option = options.get(); option->keyword != nullptr; ++option) {
    if (option->val != nullptr && *option->val != '\0')
      address.words.emplace_back(option->keyword, option->val);
  }
  // A '/' in a password ends the host, and what follows it would be taken for the database.
  if (word_of(address, "dbname").find('@') != std::string::npos)
    throw_bad_address(": there is a '/' before its '@'");
  address.shown = shown_address(address);
  return address;
}

}  // namespace hone::storage
