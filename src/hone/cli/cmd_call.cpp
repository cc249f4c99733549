// SPDX-License-Identifier: MIT
// Any verb on studies by its name: what `hone stdio` and the service have, for scripts and for verbs that
// have no command of their own.
#include <ostream>

#include "hone/base/text.hpp"
#include "hone/cli/commands.hpp"
#include "hone/cli/context.hpp"
#include "hone/cli/exit_code.hpp"
#include "hone/cli/table.hpp"
#include "hone/cli/workspace.hpp"
#include "hone/codec/json.hpp"
#include "hone/codec/json_reader.hpp"
#include "hone/service/verb.hpp"

namespace hone::cli {
namespace {

struct CallOptions {
  std::vector<std::string> words;
  std::optional<std::string> store;
};

const service::Verb& verb_named(const std::string& name) {
  if (const service::Verb* verb = service::find_verb(name)) return *verb;
  throw UsageError(text("there is no verb '", name, "'", did_you_mean(name, service::verb_names())),
                   "'hone call' alone lists them");
}

/// trials=20, points=[{"x": 1}]: JSON where it is some, otherwise a text.
codec::Node field_value(const std::string& word) {
  try {
    return codec::read_json(word, "value", {});
  } catch (const Error&) {
    return codec::leaf(word);
  }
}

codec::Node fields_of_words(std::span<const std::string> words, const std::string& example) {
  codec::Node fields{codec::Node::Map()};
  for (const std::string& word : words) {
    const std::size_t equals = word.find('=');
    if (equals == std::string::npos || equals == 0)
      throw UsageError("'" + word + "' is not a field", "write FIELD=VALUE, such as " + example + word);
    const std::string name = word.substr(0, equals);
    if (fields.find(name) != nullptr)
      throw UsageError("the field '" + name + "' is given twice", "give it once");
    codec::put(fields, name, field_value(word.substr(equals + 1)));
  }
  return fields;
}

/// Name, fields, what it does.
int list_verbs(Context& context) {
  Table table;
  for (const char* title : {"verb", "fields", "what it does"}) table.column(title);
  for (const service::Verb& verb : service::verbs()) {
    std::vector<std::string> fields;
    const codec::Node schema = verb.request(false);
    for (const codec::Node::Member& member : *schema.find("properties")->map()) fields.push_back(member.key);
    if (verb.fields != service::VerbFields::Declared) fields.insert(fields.begin(), "those of a study file");
    table.row({verb.name, join(fields, ", "), verb.summary});
  }
  context.out << table.text(context.out_style(), context.table_width());
  return kOk;
}

int run_call(const CallOptions& options, Context& context) {
  if (options.words.empty()) return list_verbs(context);
  const service::Verb& verb = verb_named(options.words.front());
  std::vector<std::string> words(options.words.begin() + 1, options.words.end());
  std::string study;
  if (verb.is_about_study()) {
    if (words.empty() || words.front().find('=') != std::string::npos)
      throw UsageError("the study is missing",
                       text("write hone call ", verb.name, " STUDY [FIELD=VALUE...]"));
    study = words.front();
    words.erase(words.begin());
  }
  const codec::Node schema = verb.request(false);
  const codec::Node::Map& known = *schema.find("properties")->map();
  const codec::Node fields =
      fields_of_words(words, verb.is_about_study() && !known.empty() ? known.front().key + "=" : "name=");
  const bool looks = verb.effect == service::Effect::Looks;
  const CommandStore store = open_store(context, options.store, looks ? StoreUse::Looks : StoreUse::Asks);
  const std::string answer = service::run_near(verb, *store.operations, study, fields).text;
  return context.answer(codec::parse_json(answer, "answer"));
}

}  // namespace

void add_call(Command root) {
  auto options = std::make_shared<CallOptions>();
  Command command = root.subcommand("call", "Any operation on a study by its name, answered in JSON");
  command.group("Drive by hand or from a script")
      .detail(
          R"(The operations are those of 'hone stdio' and of the service (docs/guide/stdio.md has them field by field); without a name they are listed. A value is read as JSON where it is some, and as a text otherwise.)")
      .arguments(
          "WORD", options->words,
          "the operation, the study where it is about one, and fields as FIELD=VALUE; nothing lists them")
      .example("hone call", "which there are")
      .example("hone call trial svm number=3", "")
      .example("hone call change svm 'budget={\"trials\": 200}'", "")
      .action([options](Context& context) { return run_call(*options, context); });
  add_store(command, options->store);
}

}  // namespace hone::cli
