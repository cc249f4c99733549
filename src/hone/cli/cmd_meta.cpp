// SPDX-License-Identifier: MIT
#include <filesystem>
#include <ostream>

#include "hone/base/error.hpp"
#include "hone/base/printable.hpp"
#include "hone/base/text.hpp"
#include "hone/cli/commands.hpp"
#include "hone/cli/confirm.hpp"
#include "hone/cli/context.hpp"
#include "hone/cli/exit_code.hpp"
#include "hone/cli/from_option.hpp"
#include "hone/cli/humanize.hpp"
#include "hone/cli/meta_command.hpp"
#include "hone/cli/output_file.hpp"
#include "hone/cli/table.hpp"
#include "hone/cli/workspace.hpp"
#include "hone/codec/artefact.hpp"
#include "hone/codec/files.hpp"
#include "hone/codec/json.hpp"
#include "hone/meta/malibo.hpp"
#include "hone/meta/model_file.hpp"
#include "hone/runner/knowledge.hpp"

namespace hone::cli {
namespace {

// Far more than any training makes.
constexpr std::size_t kLargestModel = std::size_t{64} << 20;

struct MetaOptions {
  std::string name;
  std::string file;
  std::optional<std::string> store;
  bool json = false;
  bool yes = false;  ///< of delete
};

storage::ArtefactStore& artefacts_in(const CommandStore& store) { return store.operations->artefacts(); }

[[noreturn]] void refuse_unknown(storage::ArtefactStore& store, const std::string& name) {
  std::vector<std::string> names;
  for (const ArtefactInfo& info : store.artefacts(meta::kModelKind)) names.push_back(info.name);
  throw Error(ErrorCode::NotFound, text("there is no model '", name, "'", did_you_mean(name, names)),
              "see `hone meta list`, or train one with `hone meta train`");
}

Artefact stored_model(storage::ArtefactStore& store, const std::string& name) {
  if (auto found = meta::find_model(*runner::artefacts_of(store), name)) return std::move(*found);
  refuse_unknown(store, name);
}

/// The model without a look at its bytes, which may be damaged.
ArtefactKey stored_key(storage::ArtefactStore& store, const std::string& name) {
  if (auto found = meta::find_key(*runner::artefacts_of(store), name)) return std::move(*found);
  refuse_unknown(store, name);
}

/// Nothing for a model whose bytes are damaged: the others can still be listed, and it can be deleted.
std::optional<meta::TrainingReport> readable_report(storage::ArtefactStore& store, const ArtefactInfo& info) {
  try {
    const auto artefact = store.artefact({info.kind, info.name, info.hash});
    if (!artefact) return std::nullopt;
    return meta::model_from_bytes(artefact->bytes).report;
  } catch (const Error& error) {
    if (error.code() != ErrorCode::StorageCorrupt && error.code() != ErrorCode::InvalidFile) throw;
    return std::nullopt;
  }
}

int run_meta_list(const MetaOptions& options, Context& context) {
  const CommandStore store = open_store(context, options.store);
  const std::vector<ArtefactInfo> models = artefacts_in(store).artefacts(meta::kModelKind);
  if (options.json) {
    codec::Json list = codec::Json::array();
    for (const ArtefactInfo& info : models) list.push_back(codec::to_json(info));
    return context.answer(list);
  }
  if (models.empty()) {
    context.out << "there are no models in " << shown_store(store.address)
                << "; train one with `hone meta train`\n";
    return kOk;
  }
  Table table;
  table.column("model");
  for (const char* title : {"studies", "trials", "bytes"}) table.column(title, Align::Right);
  table.column("created");
  table.column("version");
  const Timestamp now = storage::system_time();
  for (const ArtefactInfo& info : models) {
    const auto report = readable_report(artefacts_in(store), info);
    table.row({info.name, report ? text(report->tasks) : "damaged", report ? text(report->trials) : "",
               text(info.size), ago_text(info.created, now), info.hash.substr(0, 12)});
  }
  context.out << table.text(context.out_style(), context.table_width());
  return kOk;
}

int run_meta_show(const MetaOptions& options, Context& context) {
  const CommandStore store = open_store(context, options.store);
  const Artefact artefact = stored_model(artefacts_in(store), options.name);
  const meta::MetaModel model = meta::model_from_bytes(artefact.bytes);
  if (options.json) {
    codec::Json json = codec::to_json(artefact.info);
    json.update(report_json(model));
    return context.answer(json);
  }
  const meta::TrainingReport& report = model.report;
  const learners::NetworkShape& shape = model.network.shape();
  context.out << context.out_style().bold(printable(options.name)) << "  learned from "
              << counted(report.tasks, "study") << ", " << counted(report.trials, "trial") << "\n"
              << "  version    " << artefact.info.hash.substr(0, 12) << ", kept "
              << ago_text(artefact.info.created, storage::system_time()) << " ("
              << printable(artefact.info.settings) << ")\n"
              << "  training   " << counted(report.epochs, "pass") << ", the best was " << report.best_epoch
              << "; loss on held-out trials " << short_number(report.log_loss, 4) << "\n"
              << "  weights    " << meta::weights_word(report.utility) << "\n"
              << "  network    " << shape.inputs << " inputs, " << shape.blocks + 1 << " layers of "
              << shape.width << ", " << shape.features << " features, " << model.network.parameters().size()
              << " numbers\n"
              << "  parameters\n";
  for (const std::string& line : model.signature) context.out << "    " << printable(line) << "\n";
  if (!artefact.info.sources.empty()) context.out << "  sources\n";
  for (const ArtefactSource& source : artefact.info.sources)
    context.out << "    " << shown_source(source.study) << " (" << counted(source.trials, "trial") << ")\n";
  return kOk;
}

int run_meta_delete(const MetaOptions& options, Context& context) {
  const CommandStore store = open_store(context, options.store);
  const ArtefactKey info = stored_key(artefacts_in(store), options.name);
  const bool one = options.name != info.name;  // a version was named
  const std::string what = one ? text("version ", info.hash.substr(0, 12), " of the model '", info.name, "'")
                               : text("the model '", info.name, "' in all its versions");
  if (!options.yes && !confirmed(text("Delete ", what, "?"), context)) {
    context.out << "nothing was deleted\n";
    return kFailure;
  }
  const std::int64_t versions =
      artefacts_in(store).delete_artefacts({meta::kModelKind, info.name, one ? info.hash : ""});
  if (options.json) return context.answer({{"deleted", options.name}, {"versions", versions}});
  context.out << "deleted " << printable(options.name) << " (" << counted(versions, "version") << ")\n";
  return kOk;
}

int run_meta_export(const MetaOptions& options, Context& context) {
  const CommandStore store = open_store(context, options.store);
  const Artefact artefact = stored_model(artefacts_in(store), options.name);
  std::error_code ignored;
  if (std::filesystem::is_regular_file(options.file, ignored))
    throw Error(ErrorCode::AlreadyExists,
                options.file + " is there already, and an export overwrites nothing",
                "give another name, or delete it first");
  write_file(options.file, meta::to_model_file(artefact.bytes));
  if (options.json)
    return context.answer(
        {{"exported", options.name}, {"file", options.file}, {"bytes", artefact.info.size}});
  context.out << "wrote " << printable(options.name) << " to " << printable(options.file) << "\n";
  return kOk;
}

int run_meta_import(const MetaOptions& options, Context& context) {
  require_model_name(options.name);
  const std::string content = codec::read_plain_file(options.file, kLargestModel);
  const std::string bytes = [&] {
    try {
      std::string found = meta::from_model_file(content);
      meta::model_from_bytes(found);
      return found;
    } catch (const Error& error) {
      throw Error(error.code(), text(options.file, ": ", error.what()),
                  "give a file that `hone meta export` wrote");
    }
  }();
  const CommandStore store = open_store(context, options.store, StoreUse::Records);
  const auto newest = artefacts_in(store).artefact({meta::kModelKind, options.name});
  const bool there = newest && newest->bytes == bytes;  // with what is known of how it was made
  const ArtefactInfo info =
      there ? newest->info
            : artefacts_in(store).put_artefact({.kind = meta::kModelKind,
                                                .name = options.name,
                                                .maker = "hone",
                                                .settings = "imported from " + options.file,
                                                .bytes = bytes});
  if (options.json) return context.answer(codec::to_json(info));
  context.out << "imported " << printable(options.name) << " from " << printable(options.file) << "\n";
  return kOk;
}

}  // namespace

void add_meta(Command root) {
  Command meta = root.subcommand("meta", "Train and keep models for the sampler `malibo`");
  meta.group("Keep");
  add_meta_train(meta);
  const auto add = [&](const char* name, const char* summary, bool named, bool file,
                       const std::string& example, int (*run)(const MetaOptions&, Context&)) {
    auto options = std::make_shared<MetaOptions>();
    Command command = meta.subcommand(name, summary);
    if (named) command.argument("NAME", options->name, "of the model; NAME@VERSION for an older one");
    if (file) command.argument("FILE", options->file, "with the model");
    if (run == run_meta_delete) command.flag("--yes,-y", options->yes, "do not ask");
    add_store(command, options->store);
    add_json(command, options->json);
    command.example(example, "").action([options, run](Context& context) { return run(*options, context); });
  };
  add("list", "List the models of a store", false, false, "hone meta list", run_meta_list);
  add("show", "Show what a model was learned from", true, false, "hone meta show svm", run_meta_show);
  add("delete", "Delete a model, after a question", true, false, "hone meta delete svm", run_meta_delete);
  add("export", "Write a model to a file", true, true, "hone meta export svm svm.model", run_meta_export);
  add("import", "Read a model from a file", true, true, "hone meta import svm svm.model", run_meta_import);
}

}  // namespace hone::cli
