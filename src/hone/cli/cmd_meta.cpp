// SPDX-License-Identifier: MIT
#include <filesystem>
#include <ostream>

#include "hone/base/error.hpp"
#include "hone/base/printable.hpp"
#include "hone/base/text.hpp"
#include "hone/catalog/study_parts.hpp"
#include "hone/cli/commands.hpp"
#include "hone/cli/confirm.hpp"
#include "hone/cli/context.hpp"
#include "hone/cli/exit_code.hpp"
#include "hone/cli/from_option.hpp"
#include "hone/cli/humanize.hpp"
#include "hone/cli/live_line.hpp"
#include "hone/cli/output_file.hpp"
#include "hone/cli/progress.hpp"
#include "hone/cli/table.hpp"
#include "hone/cli/workspace.hpp"
#include "hone/codec/artefact.hpp"
#include "hone/codec/files.hpp"
#include "hone/codec/json.hpp"
#include "hone/codec/json_text.hpp"
#include "hone/meta/malibo.hpp"
#include "hone/meta/model_file.hpp"
#include "hone/runner/knowledge.hpp"
#include "hone/transfer/matching.hpp"

namespace hone::cli {
namespace {

// Far more than any training makes.
constexpr std::size_t kLargestModel = std::size_t{64} << 20;
constexpr std::size_t kLongestModelName = 200;

struct MetaOptions {
  std::string name;
  std::string file;
  std::optional<std::string> store;
  bool json = false;
  bool yes = false;  ///< of delete
};

struct MetaTrainOptions {
  std::optional<std::string> study;
  std::optional<std::string> store;
  std::optional<std::string> save;
  std::vector<std::string> from;
  std::optional<std::int64_t> seed;
  std::optional<std::int64_t> epochs;
  bool json = false;
};

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

/// A name that can be written in a study file, and seen.
void require_model_name(const std::string& name) {
  const bool plain = !name.empty() && name.size() <= kLongestModelName && printable(name) == name &&
                     trim(name) == name && name.find('@') == std::string::npos;
  if (plain) return;
  throw Error(ErrorCode::InvalidArgument,
              text("a model cannot be called '", printable(name.substr(0, kLongestModelName)), "'"),
              text("take 1 to ", kLongestModelName,
                   " visible characters without '@' and without spaces at the ends"));
}

codec::Json report_json(const meta::MetaModel& model) {
  const meta::TrainingReport& report = model.report;
  return {{"parameters", model.signature},   {"tasks", report.tasks},
          {"trials", report.trials},         {"epochs", report.epochs},
          {"best_epoch", report.best_epoch}, {"validation_loss", report.validation},
          {"log_loss", report.log_loss},     {"weights", meta::weights_word(report.utility)}};
}

// A study whose space the model is for: the one that was named, else the first source that has one. It has no
// name here, so that its own trials are learned from as those of any other study.
Study target_of(const MetaTrainOptions& options, storage::Storage& store, const Context& context) {
  Study target{.name = "", .space = Space({constant("nothing", Value(true))})};
  if (options.study) target = given_study(context, {*options.study, options.store, false}, {}).study;
  target.name.clear();
  append_sources(target.sources, options.from, "");
  if (target.sources.empty())
    throw UsageError("nothing to learn from: name studies with --from, such as `--from all`");
  if (options.study) return target;
  std::erase_if(target.sources,
                [](const Source& source) { return std::holds_alternative<TableSource>(source); });
  const runner::Knowledge knowledge = runner::gather_knowledge(store, target, catalog::source_access());
  if (knowledge.sources.empty())
    throw Error(ErrorCode::NotFound,
                "none of the sources is a study, which would tell the space of the model",
                "name a study or study file that the model is for: `hone meta train STUDY --from ...`");
  target.space = knowledge.sources.front().space;
  target.objectives = {knowledge.sources.front().objectives.front()};
  target.sources.clear();
  append_sources(target.sources, options.from, "");
  return target;
}

std::string training_text(const meta::TrainingReport& report, int epochs, const Style& style) {
  const double share = static_cast<double>(report.epochs) / epochs;
  return text(progress_bar(share, 24, style), "  pass ", report.epochs, " of at most ", epochs, "  loss ",
              short_number(report.log_loss, 4), " (pass ", report.best_epoch, ")");
}

std::vector<ArtefactSource> used_sources(const runner::Knowledge& knowledge, const Study& target,
                                         std::vector<std::string>& refused) {
  std::vector<ArtefactSource> used;
  for (const SourceStudy& source : knowledge.sources) {
    const transfer::Matched matched = transfer::match(source, target);
    if (matched.usable()) {
      used.push_back(
          {source.name, static_cast<std::int64_t>(matched.configurations.size()), source.revision});
    } else {
      refused.push_back(text(source.name, ": ", matched.refusal));
    }
  }
  for (const runner::UnreadSource& source : knowledge.unread)
    refused.push_back(text(source.name, ": ", source.reason));
  return used;
}

int run_meta_train(const MetaTrainOptions& options, Context& context) {
  if (!options.save) throw UsageError("give the model a name with --save NAME");
  require_model_name(*options.save);
  const std::string address = store_address(context, options.store);
  const std::unique_ptr<storage::Storage> store = open_existing_store(address);
  const Study target = target_of(options, *store, context);
  const runner::Knowledge knowledge = runner::gather_knowledge(*store, target, catalog::source_access());
  for (const std::string& remark : knowledge.remarks)
    context.err << context.err_style().yellow("warning: ") << printable(remark) << "\n";
  std::vector<std::string> refused;
  const std::vector<ArtefactSource> used = used_sources(knowledge, target, refused);
  for (const std::string& one : refused)
    context.err << context.err_style().yellow("left out: ") << printable(one) << "\n";
  meta::MaliboOptions how;
  if (options.epochs) how.training.epochs = static_cast<int>(*options.epochs);
  const meta::MetaModel model = [&] {
    LiveLine line(context);
    return meta::train_model(knowledge.input(target), how,
                             static_cast<std::uint64_t>(options.seed.value_or(0)),
                             [&](const meta::TrainingReport& report, int epochs) {
                               line.show(training_text(report, epochs, context.err_style()));
                             });
  }();
  const ArtefactInfo info = store->put_artefact(
      {.kind = meta::kModelKind,
       .name = *options.save,
       .maker = "hone",
       .settings = text("seed ", options.seed.value_or(0), ", at most ", how.training.epochs, " epochs"),
       .sources = used,
       .bytes = meta::to_bytes(model)});
  if (options.json) {
    codec::Json json = codec::to_json(info);
    json.update(report_json(model));
    json["left_out"] = refused;
    context.out << codec::json_text(json);
    return kOk;
  }
  const meta::TrainingReport& report = model.report;
  context.out << "learned from " << counted(report.tasks, "study") << " (" << counted(report.trials, "trial")
              << ") in " << counted(report.epochs, "pass") << "; loss on held-out trials "
              << short_number(report.log_loss, 4) << "\n"
              << "saved as " << printable(*options.save) << " in " << shown_store(address)
              << "; use it with\n"
              << "  sampler: {name: malibo, model: " << printable(*options.save) << "}\n";
  return kOk;
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
  const std::string address = store_address(context, options.store);
  const auto store = open_existing_store(address);
  const std::vector<ArtefactInfo> models = store->artefacts(meta::kModelKind);
  if (options.json) {
    codec::Json list = codec::Json::array();
    for (const ArtefactInfo& info : models) list.push_back(codec::to_json(info));
    context.out << codec::json_text(list);
    return kOk;
  }
  if (models.empty()) {
    context.out << "there are no models in " << shown_store(address)
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
    const auto report = readable_report(*store, info);
    table.row({info.name, report ? text(report->tasks) : "damaged", report ? text(report->trials) : "",
               text(info.size), ago_text(info.created, now), info.hash.substr(0, 12)});
  }
  context.out << table.text(context.out_style(), context.table_width());
  return kOk;
}

int run_meta_show(const MetaOptions& options, Context& context) {
  const auto store = open_existing_store(store_address(context, options.store));
  const Artefact artefact = stored_model(*store, options.name);
  const meta::MetaModel model = meta::model_from_bytes(artefact.bytes);
  if (options.json) {
    codec::Json json = codec::to_json(artefact.info);
    json.update(report_json(model));
    context.out << codec::json_text(json);
    return kOk;
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
  const auto store = open_existing_store(store_address(context, options.store));
  const ArtefactKey info = stored_key(*store, options.name);
  const bool one = options.name != info.name;  // a version was named
  const std::string what = one ? text("version ", info.hash.substr(0, 12), " of the model '", info.name, "'")
                               : text("the model '", info.name, "' in all its versions");
  if (!options.yes && !confirmed(text("Delete ", what, "?"), context)) {
    context.out << "nothing was deleted\n";
    return kFailure;
  }
  const std::int64_t versions = store->delete_artefacts({meta::kModelKind, info.name, one ? info.hash : ""});
  if (options.json) {
    context.out << codec::json_text({{"deleted", options.name}, {"versions", versions}});
  } else {
    context.out << "deleted " << printable(options.name) << " (" << counted(versions, "version") << ")\n";
  }
  return kOk;
}

int run_meta_export(const MetaOptions& options, Context& context) {
  const auto store = open_existing_store(store_address(context, options.store));
  const Artefact artefact = stored_model(*store, options.name);
  std::error_code ignored;
  if (std::filesystem::is_regular_file(options.file, ignored))
    throw Error(ErrorCode::AlreadyExists,
                options.file + " is there already, and an export overwrites nothing",
                "give another name, or delete it first");
  write_file(options.file, meta::to_model_file(artefact.bytes));
  if (options.json) {
    context.out << codec::json_text(
        {{"exported", options.name}, {"file", options.file}, {"bytes", artefact.info.size}});
  } else {
    context.out << "wrote " << printable(options.name) << " to " << printable(options.file) << "\n";
  }
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
  const auto store = open_store(store_address(context, options.store));
  const auto newest = store->artefact({meta::kModelKind, options.name});
  const bool there = newest && newest->bytes == bytes;  // with what is known of how it was made
  const ArtefactInfo info = there ? newest->info
                                  : store->put_artefact({.kind = meta::kModelKind,
                                                         .name = options.name,
                                                         .maker = "hone",
                                                         .settings = "imported from " + options.file,
                                                         .bytes = bytes});
  if (options.json) {
    context.out << codec::json_text(codec::to_json(info));
  } else {
    context.out << "imported " << printable(options.name) << " from " << printable(options.file) << "\n";
  }
  return kOk;
}

void add_meta_train(Command meta) {
  auto options = std::make_shared<MetaTrainOptions>();
  Command train = meta.subcommand("train", "Learn from earlier studies and keep what was learned");
  train
      .detail(
          R"(Teaches a network what the good settings of the given studies have in common and in what the studies differ. A study with `sampler: {name: malibo, model: NAME}` and the same parameters then begins with it. The space is that of STUDY, without it that of the first source; sources that do not fit it are left out, and said so. A model of the same name becomes an older version, which NAME@VERSION still means.)")
      .argument("STUDY", options->study, "a study or study file that the model is for")
      .option("--save", options->save, "NAME", "the model's name")
      .option("--seed", options->seed, "N", "of the training (default 0)", 0)
      .option("--epochs", options->epochs, "N", "passes over all trials at most (default 2048)", 1,
              1'000'000);
  add_from(train, options->from);
  add_store(train, options->store);
  add_json(train, options->json);
  train.example("hone meta train --from all --save svm", "from all studies of the store")
      .example("hone meta train study.yaml --from 'svm-*' --save svm", "for the space of a study file")
      .action([options](Context& context) { return run_meta_train(*options, context); });
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
