// SPDX-License-Identifier: MIT
#include <ostream>

#include "hone/base/error.hpp"
#include "hone/base/printable.hpp"
#include "hone/base/text.hpp"
#include "hone/catalog/samplers.hpp"
#include "hone/cli/commands.hpp"
#include "hone/cli/context.hpp"
#include "hone/cli/exit_code.hpp"
#include "hone/cli/from_option.hpp"
#include "hone/cli/hint.hpp"
#include "hone/cli/humanize.hpp"
#include "hone/cli/source_text.hpp"
#include "hone/cli/table.hpp"
#include "hone/cli/workspace.hpp"
#include "hone/core/store_address.hpp"
#include "hone/service/source_survey.hpp"

namespace hone::cli {
namespace {

using service::SourceSurvey;
using service::SurveyedSource;

struct SourcesOptions : StudyOptions {
  std::vector<std::string> from;
};

/// A study that was never stored may still name sources elsewhere: it needs no store of its own.
void settle_store(GivenStudy& given) {
  try {
    given.operations->require_there();
  } catch (const Error& error) {
    if (error.code() != ErrorCode::NotFound || given.study.sources.empty()) throw;
    given.operations = open_store(std::string(kMemoryStore)).operations;
  }
}

/// "83 %", and nothing where it was not noted.
std::string agreement_text(const transfer::NotedSource& noted) {
  return noted.agreement ? percent(*noted.agreement) : "";
}

/// "dropped; lacks gamma; also has degree, coef0".
std::string source_remark(const SurveyedSource& source) {
  std::vector<std::string> parts;
  if (source.dropped.value_or(false)) parts.push_back("dropped");
  if (!source.missing.empty()) parts.push_back("lacks " + join(source.missing, ", "));
  if (!source.extra.empty()) parts.push_back("also has " + join(source.extra, ", "));
  return join(parts, "; ");
}

Table sources_table(const SourceSurvey& survey) {
  const bool weighed = survey.newest.has_value();
  Table table;
  table.column("source");
  table.column("trials", Align::Right);
  table.column("left out", Align::Right);
  if (weighed) table.column("weight", Align::Right);
  if (weighed) table.column("agreement", Align::Right);
  table.column("");
  for (const SurveyedSource& source : survey.sources) {
    if (!source.refusal.empty()) continue;
    std::vector<std::string> row = {shown_source(source.name), text(source.trials), text(source.left_out)};
    if (weighed) row.push_back(short_number(source.noted.weight, 2));
    if (weighed) row.push_back(agreement_text(source.noted));
    row.push_back(source_remark(source));
    table.row(std::move(row));
  }
  return table;
}

/// "svm learns from 12 of 14 studies; the weight of its own model is 0.42 (trial 17)".
std::string headline(const GivenStudy& given, const SourceSurvey& survey, bool named) {
  const std::size_t total = survey.sources.size();
  const std::string studies = total == 1 ? "1 source" : text(total, " sources");
  std::string out;
  if (named) {
    out = text(given.study.name, " can learn from ", survey.usable(), " of ", studies);
  } else {
    out = text(given.study.name, " names no sources; of the other studies in ", shown_store(given.address),
               " it could learn from ", survey.usable(), " of ", total);
  }
  if (survey.newest) {
    out += text("; its own model weighs ", short_number(survey.newest->weights.own, 2), " (trial ",
                survey.newest->trial, ")");
  }
  return printable(out);
}

void print_survey(Context& context, const SourceSurvey& survey) {
  const Style style = context.out_style();
  const Table usable = sources_table(survey);
  if (!usable.empty()) context.out << "\n" << usable.text(style, context.table_width());
  if (survey.usable() == static_cast<std::int64_t>(survey.sources.size())) return;
  // The reasons are sentences, and are what this command is asked for: they are not cut.
  context.out << "\n" << style.yellow("cannot be used") << "\n";
  for (const SurveyedSource& source : survey.sources) {
    if (!source.refusal.empty())
      context.out << "  " << shown_source(source.name) << ": " << printable(source.refusal) << "\n";
  }
}

codec::Json answer_json(const GivenStudy& given, const SourceSurvey& survey, bool named,
                        const std::vector<std::string>& warnings) {
  codec::Json json = {{"study", given.study.name}, {"named", named}};
  json.update(service::survey_json(survey));
  if (!warnings.empty()) json["warnings"] = warnings;
  return json;
}

int run_sources(const SourcesOptions& options, Context& context) {
  GivenStudy given = given_study(context, options, open_store(context, options.store), options.from);
  settle_store(given);
  const bool named = !given.study.sources.empty();
  if (!named) given.study.sources = {StudiesSource{"", "*"}};
  const SourceSurvey survey = given.operations->survey(given.study);
  std::vector<std::string> warnings;
  if (named) {
    warnings = survey.remarks;
    warnings.push_back(catalog::ignored_sources_remark(given.study));
    std::erase(warnings, "");
  }
  if (options.json) return context.answer(answer_json(given, survey, named, warnings));
  context.out << headline(given, survey, named) << "\n";
  print_survey(context, survey);
  for (const std::string& warning : warnings)
    context.err << context.err_style().yellow("warning: ") << printable_lines(warning) << "\n";
  if (!named && survey.usable() > 0) {
    context.err << "\n"
                << context.err_style().dim("to learn from them: hone tune " +
                                           study_hint(context, options.study, options.store) + " --from all")
                << "\n";
  }
  return kOk;
}

}  // namespace

void add_sources(Command root) {
  auto options = std::make_shared<SourcesOptions>();
  Command command = root.subcommand("sources", "Show which earlier studies a study can learn from");
  command.group("Look").detail(
      R"(Lists what the study or the study file names under `sources` and, without any, all other studies of the store: how many of their trials can be used, how many lie outside of the ranges, and which parameters differ; or why nothing can be learned. When the study has trials, also the weight that each source had in the newest proposal, whether it was dropped, and the share of pairs of trials that it puts in the order of this study (half of them is chance).)");
  add_study(command, *options);
  add_from(command, options->from);
  command.example("hone sources study.yaml", "before the first trial, or while it runs")
      .example("hone sources study.yaml --from 'svm-*'", "what these would bring")
      .example("hone sources svm --store results.db --json", "")
      .action([options](Context& context) { return run_sources(*options, context); });
}

}  // namespace hone::cli
