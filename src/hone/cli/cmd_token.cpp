// SPDX-License-Identifier: MIT
#include <ostream>

#include "hone/base/error.hpp"
#include "hone/base/printable.hpp"
#include "hone/base/text.hpp"
#include "hone/catalog/storages.hpp"
#include "hone/cli/audit_command.hpp"
#include "hone/cli/commands.hpp"
#include "hone/cli/context.hpp"
#include "hone/cli/exit_code.hpp"
#include "hone/cli/table.hpp"
#include "hone/cli/workspace.hpp"
#include "hone/codec/json.hpp"
#include "hone/remote/token_client.hpp"
#include "hone/service/access.hpp"
#include "hone/service/token_form.hpp"

namespace hone::cli {
namespace {

struct TokenOptions {
  std::optional<std::string> store;
  std::string role;
  std::string id;
  std::optional<std::string> studies;
  std::optional<std::string> label;
  std::optional<std::string> expires;
  service::TokenLimits limits;
  bool json = false;
};

service::TokenBook book_of(const CommandStore& store) {
  return service::TokenBook([&store]() -> auto& { return store.operations->artefacts(); });
}

/// A service manages the tokens of its store for its admins.
bool is_service(const std::string& address) {
  return address.starts_with("http://") || address.starts_with("https://");
}

remote::TokenClient client_of(const std::string& address) {
  return remote::TokenClient(address, catalog::service_access());
}

/// What the words of the command line ask for. Throws UsageError.
service::TokenForm wanted_token(const TokenOptions& options) {
  const auto role = service::parse_role(options.role);
  if (!role) throw UsageError("there is no role '" + options.role + "'", "write read, work or admin");
  if (options.studies && options.studies->empty())
    throw UsageError("--studies is empty", "write a pattern such as 'svm-*', or leave it out");
  service::TokenForm form{.role = *role, .limits = options.limits};
  form.studies = options.studies.value_or(form.studies);
  form.label = options.label.value_or(form.label);
  form.expires = options.expires.value_or(form.expires);
  try {
    service::token_lifetime(form.expires);
  } catch (const Error& error) {
    throw UsageError(text("--expires: ", error.what()));
  }
  return form;
}

codec::Json made_by_service(const std::string& address, const service::TokenForm& form) {
  return client_of(address).create({{"role", service::to_text(form.role)},
                                    {"studies", form.studies},
                                    {"label", form.label},
                                    {"expires", form.expires},
                                    {"limits", service::limits_json(form.limits)}});
}

codec::Json made_here(const std::string& address, const service::TokenForm& form, Context& context) {
  const CommandStore store = open_store(address, StoreUse::Records);
  service::TokenInfo info = form.token(storage::system_time());
  const std::string secret = book_of(store).create(info);
  note_in_trail(store, "createToken", service::made_text(info), context);
  codec::Json made = service::token_json(info);
  made["token"] = secret;
  return made;
}

/// "studies 10, streams 2"
std::string token_limits_text(const codec::Json& limits) {
  std::vector<std::string> parts;
  for (const auto& [name, value] : limits.items()) parts.push_back(name + " " + value.dump());
  return join(parts, ", ");
}

std::string expiry_text(const codec::Json& token) {
  return token.at("expires").is_null() ? "never" : token.at("expires").get<std::string>();
}

int run_token_create(const TokenOptions& options, Context& context) {
  const service::TokenForm form = wanted_token(options);
  const std::string address = store_address(context, options.store);
  const codec::Json made =
      is_service(address) ? made_by_service(address, form) : made_here(address, form, context);
  if (options.json) return context.answer(made);
  const std::string limits = token_limits_text(made.at("limits"));
  context.out << made.at("token").get<std::string>() << "\n";
  context.err << "keep it: it is not shown again. Role " << options.role << ", studies "
              << printable(form.studies) << ", expires " << expiry_text(made)
              << (limits.empty() ? "" : ", at most: " + limits) << ". Workers read it from HONE_TOKEN.\n"
              << "Servers of this store ask everybody for a token within two seconds.\n";
  return kOk;
}

codec::Json listed_tokens(const std::string& address) {
  if (is_service(address)) return client_of(address).list().at("tokens");
  const CommandStore store = open_store(address);
  codec::Json list = codec::Json::array();
  for (const service::TokenInfo& token : book_of(store).list()) list.push_back(service::token_json(token));
  return list;
}

int run_token_list(const TokenOptions& options, Context& context) {
  const codec::Json tokens = listed_tokens(store_address(context, options.store));
  if (options.json) return context.answer({{"tokens", tokens}});
  Table table;
  for (const char* title : {"id", "role", "studies", "expires", "label", "limits"}) table.column(title);
  for (const codec::Json& token : tokens)
    table.row({token.at("id").get<std::string>(), token.at("role").get<std::string>(),
               token.at("studies").get<std::string>(), expiry_text(token),
               token.at("label").get<std::string>(), token_limits_text(token.at("limits"))});
  context.out << (tokens.empty() ? "there are no tokens: the service is for its own machine only\n"
                                 : table.text(context.out_style(), context.table_width()));
  return kOk;
}

void revoke_here(const std::string& address, const std::string& id, Context& context) {
  const CommandStore store = open_store(address);
  if (!book_of(store).revoke(id))
    throw Error(ErrorCode::NotFound, text("there is no token of id '", id, "'"),
                "'hone token list' has them");
  note_in_trail(store, "revokeToken", "id " + id, context);
}

int run_token_revoke(const TokenOptions& options, Context& context) {
  const std::string address = store_address(context, options.store);
  if (is_service(address)) {
    client_of(address).revoke(options.id);
  } else {
    revoke_here(address, options.id, context);
  }
  context.out << "revoked " << printable(options.id) << "; servers refuse it within two seconds\n";
  return kOk;
}

}  // namespace

void add_token(Command root) {
  auto options = std::make_shared<TokenOptions>();
  Command command = root.subcommand("token", "Make, list and revoke the tokens of a service");
  command.group("Serve")
      .detail(
          R"(A token says what its bearer may do: read looks, work also asks and tells, admin also creates, changes and deletes; --studies limits it to names that match a pattern. The store keeps a hash only. --limit-... says how much its bearer may have; one that has too much is told so (429). From the first token on, servers of the store ask everybody for one, within two seconds. With --store http://... an admin's token (HONE_TOKEN) manages those of a service.)")
      .example("hone token create work --studies 'svm-*'", "printed once; workers read it from HONE_TOKEN")
      .example("hone token list", "")
      .example("hone token revoke 0a1b2c3d", "");
  Command create = command.subcommand("create", "Make a token and print it, once");
  create.argument("ROLE", options->role, "read, work or admin");
  add_store(create, options->store);
  create.option("--studies", options->studies, "PATTERN", "names of studies, such as 'svm-*' (default *)")
      .option("--expires", options->expires, "TIME", "90d, 12h or never (default 90d)")
      .option("--label", options->label, "TEXT", "who or what it is for")
      .option("--limit-studies", options->limits.studies, "N", "studies in the store that match its pattern",
              0)
      .option("--limit-bytes", options->limits.bytes, "N", "bytes of requests that change something, in all",
              0)
      .option("--limit-processor", options->limits.processor_seconds, "SECONDS",
              "of processor time in an hour, on each server", 0)
      .option("--limit-streams", options->limits.streams, "N", "event streams at a time, on each server", 0)
      .option("--limit-connections", options->limits.connections, "N",
              "connections at a time, on each server", 0)
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
