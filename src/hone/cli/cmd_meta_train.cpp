// SPDX-License-Identifier: MIT
#include <ostream>

#include "hone/base/error.hpp"
#include "hone/base/printable.hpp"
#include "hone/base/text.hpp"
#include "hone/cli/context.hpp"
#include "hone/cli/exit_code.hpp"
#include "hone/cli/from_option.hpp"
#include "hone/cli/humanize.hpp"
#include "hone/cli/live_line.hpp"
#include "hone/cli/meta_command.hpp"
#include "hone/cli/progress.hpp"
#include "hone/cli/workspace.hpp"
#include "hone/codec/artefact.hpp"
#include "hone/meta/malibo.hpp"
#include "hone/service/local_run.hpp"
#include "hone/transfer/matching.hpp"

namespace hone::cli {
namespace {

constexpr std::size_t kLongestModelName = 200;

struct MetaTrainOptions {
  std::optional<std::string> study;
  std::optional<std::string> store;
  std::optional<std::string> save;
  std::vector<std::string> from;
  std::optional<std::int64_t> seed;
  std::optional<std::int64_t> epochs;
  bool json = false;
};

// A study whose space the model is for: the one that was named, else the first source that has one. It has no
// name here, so that its own trials are learned from as those of any other study.
Study target_of(const MetaTrainOptions& options, const CommandStore& store, const Context& context) {
  Study target{.name = "", .space = Space({constant("nothing", Value(true))})};
  if (options.study) target = given_study(context, {*options.study, options.store, false}, store).study;
  target.name.clear();
  append_sources(target.sources, options.from, "");
  if (target.sources.empty())
    throw UsageError("nothing to learn from: name studies with --from, such as `--from all`");
  if (options.study) return target;
  std::erase_if(target.sources,
                [](const Source& source) { return std::holds_alternative<TableSource>(source); });
  const runner::Knowledge knowledge = service::gather_knowledge(*store.operations, target);
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
  const CommandStore store = open_store(context, options.store);
  const Study target = target_of(options, store, context);
  const runner::Knowledge knowledge = service::gather_knowledge(*store.operations, target);
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
  const ArtefactInfo info = store.operations->artefacts().put_artefact(
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
    return context.answer(json);
  }
  const meta::TrainingReport& report = model.report;
  context.out << "learned from " << counted(report.tasks, "study") << " (" << counted(report.trials, "trial")
              << ") in " << counted(report.epochs, "pass") << "; loss on held-out trials "
              << short_number(report.log_loss, 4) << "\n"
              << "saved as " << printable(*options.save) << " in " << shown_store(store.address)
              << "; use it with\n"
              << "  sampler: {name: malibo, model: " << printable(*options.save) << "}\n";
  return kOk;
}

}  // namespace

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

}  // namespace hone::cli
