// SPDX-License-Identifier: MIT
#include <ostream>

#include "hone/base/error.hpp"
#include "hone/base/printable.hpp"
#include "hone/base/text.hpp"
#include "hone/cli/commands.hpp"
#include "hone/cli/context.hpp"
#include "hone/cli/exit_code.hpp"
#include "hone/cli/table.hpp"
#include "hone/cli/workspace.hpp"
#include "hone/codec/field.hpp"
#include "hone/codec/iso_time.hpp"
#include "hone/codec/json.hpp"
#include "hone/codec/json_text.hpp"
#include "hone/service/access.hpp"

namespace hone::cli {
namespace {

struct TokenOptions {
  std::optional<std::string> store;
  std::string role;
  std::string id;
  std::optional<std::string> studies;
  std::optional<std::string> label;
  std::optional<std::string> expires;
  bool json = false;
};

constexpr double kDay = 86400.0;
constexpr double kLongest = 36525.0 * kDay;

service::TokenBook book_of(storage::ArtefactStore& store) {
  return service::TokenBook([&store]() -> storage::ArtefactStore& { return store; });
}

/// Tokens are in the store, and a service does not let anybody see or make them.
std::string token_store(const Context& context, const std::optional<std::string>& given) {
  std::string address = store_address(context, given);
  if (address.starts_with("http://") || address.starts_with("https://"))
    throw UsageError(text("'", printable(address), "' is a service, and tokens are managed at its store"),
                     "run this where 'hone serve' runs, with the --store that it serves");
  return address;
}

double at_most_longest(double seconds, const std::string& word) {
  if (seconds <= kLongest) return seconds;
  throw UsageError("'" + word + "' is more than a hundred years", "write --expires never");
}

/// Nothing for "never".
std::optional<double> lifetime(const TokenOptions& options) {
  const std::string word = options.expires.value_or("90d");
  if (word == "never") return std::nullopt;
  if (word.ends_with('d')) {
    if (const auto days = parse_integer(word.substr(0, word.size() - 1)); days && *days > 0)
      return at_most_longest(static_cast<double>(*days) * kDay, word);
  }
  if (const auto seconds = codec::parse_duration(word); seconds && *seconds > 0)
    return at_most_longest(*seconds, word);
  throw UsageError("'" + word + "' is not a time", "write --expires 90d, 12h or never");
}

std::string expiry_text(const service::TokenInfo& token) {
  return token.expires == 0 ? "never" : codec::iso_time(token.expires);
}

int run_token_create(const TokenOptions& options, Context& context) {
  const auto role = service::parse_role(options.role);
  if (!role) throw UsageError("there is no role '" + options.role + "'", "write read, work or admin");
  service::TokenInfo info{
      .label = options.label.value_or(""), .role = *role, .studies = options.studies.value_or("*")};
  if (info.studies.empty())
    throw UsageError("--studies is empty", "write a pattern such as 'svm-*', or leave it out");
  if (const auto seconds = lifetime(options))
    info.expires = storage::system_time() + static_cast<Timestamp>(*seconds * 1000.0);
  const auto store = open_store(token_store(context, options.store));
  const std::string token = book_of(*store).create(info);
  if (options.json) {
    context.out << codec::json_text({{"token", token}, {"role", options.role}, {"studies", info.studies}});
    return kOk;
  }
  context.out << token << "\n";
  context.err << "keep it: it is not shown again. Role " << options.role << ", studies "
              << printable(info.studies) << ", expires " << expiry_text(info)
              << ". Workers read it from HONE_TOKEN.\n"
              << "Servers of this store ask everybody for a token within two seconds.\n";
  return kOk;
}

int run_token_list(const TokenOptions& options, Context& context) {
  const auto store = open_existing_store(token_store(context, options.store));
  const std::vector<service::TokenInfo> tokens = book_of(*store).list();
  if (options.json) {
    codec::Json list = codec::Json::array();
    for (const service::TokenInfo& token : tokens)
      list.push_back(
          {{"id", token.id},
           {"label", token.label},
           {"role", service::to_text(token.role)},
           {"studies", token.studies},
           {"created", codec::iso_time(token.created)},
           {"expires", token.expires == 0 ? codec::Json(nullptr) : codec::Json(expiry_text(token))}});
    context.out << codec::json_text({{"tokens", list}});
    return kOk;
  }
  Table table;
  for (const char* title : {"id", "role", "studies", "expires", "label"}) table.column(title);
  for (const service::TokenInfo& token : tokens)
    table.row({token.id, service::to_text(token.role), token.studies, expiry_text(token), token.label});
  context.out << (tokens.empty() ? "there are no tokens: the service is for its own machine only\n"
                                 : table.text(context.out_style(), context.table_width()));
  return kOk;
}

int run_token_revoke(const TokenOptions& options, Context& context) {
  const auto store = open_existing_store(token_store(context, options.store));
  if (!book_of(*store).revoke(options.id))
    throw Error(ErrorCode::NotFound, text("there is no token of id '", options.id, "'"),
                "'hone token list' has them");
  context.out << "revoked " << printable(options.id) << "; servers refuse it within two seconds\n";
  return kOk;
}

}  // namespace

void add_token(Command root) {
  auto options = std::make_shared<TokenOptions>();
  Command command = root.subcommand("token", "Make, list and revoke the tokens of a service");
  command.group("Serve")
      .detail(
          "A token says what its bearer may do: read looks, work also asks and tells, admin also creates, "
          "changes and "
          "deletes; --studies limits it to names that match a pattern. The store keeps a hash only. From the "
          "first token on, servers of the store ask everybody for one, within two seconds.")
      .example("hone token create work --studies 'svm-*'", "printed once; workers read it from HONE_TOKEN")
      .example("hone token list", "")
      .example("hone token revoke 0a1b2c3d", "");
  Command create = command.subcommand("create", "Make a token and print it, once");
  create.argument("ROLE", options->role, "read, work or admin");
  add_store(create, options->store);
  create.option("--studies", options->studies, "PATTERN", "names of studies, such as 'svm-*' (default *)")
      .option("--expires", options->expires, "TIME", "90d, 12h or never (default 90d)")
      .option("--label", options->label, "TEXT", "who or what it is for")
      .example("hone token create work --studies 'svm-*' --label gpu-cluster", "")
      .action([options](Context& context) { return run_token_create(*options, context); });
  add_json(create, options->json);
  Command list = command.subcommand("list", "List the tokens, without their secrets");
  add_store(list, options->store);
  add_json(list, options->json);
  list.action([options](Context& context) { return run_token_list(*options, context); });
  Command revoke = command.subcommand("revoke", "Take a token away");
  revoke.argument("ID", options->id, "of the token, as the list has it");
  add_store(revoke, options->store);
  revoke.action([options](Context& context) { return run_token_revoke(*options, context); });
}

}  // namespace hone::cli
