// SPDX-License-Identifier: MIT
#include "hone/cli/gc_studies.hpp"

#include <ostream>
#include <vector>

#include "hone/base/printable.hpp"
#include "hone/base/shell_text.hpp"
#include "hone/base/text.hpp"
#include "hone/cli/exit_code.hpp"
#include "hone/cli/humanize.hpp"
#include "hone/cli/workspace.hpp"
#include "hone/codec/json.hpp"
#include "hone/service/retention.hpp"

namespace hone::cli {
namespace {

struct OldStudies {
  std::vector<service::StudyAge> leave = {};
  std::vector<service::StudyAge> stay = {};  ///< old ones that run, or that others learn from
};

OldStudies old_studies(const GcStudiesOptions& options, Context& context, const CommandStore& store) {
  const Timestamp oldest = storage::system_time() - static_cast<Timestamp>(options.age * 1000.0);
  std::vector<std::string> names;
  if (options.study) names.push_back(open_study(context, {*options.study, options.store}, store).study.name);
  OldStudies found;
  for (service::StudyAge& age : service::study_ages(*store.operations, names, oldest)) {
    if (age.changed > oldest) continue;
    const bool stays = age.running || !age.learner.empty();
    (stays ? found.stay : found.leave).push_back(std::move(age));
  }
  return found;
}

std::vector<std::string> names_of(const std::vector<service::StudyAge>& studies) {
  std::vector<std::string> names;
  for (const service::StudyAge& study : studies) names.push_back(study.name);
  return names;
}

std::string counted_studies(std::int64_t count) { return text(count, count == 1 ? " study" : " studies"); }

void say_what(const OldStudies& old, Context& context) {
  const Timestamp now = storage::system_time();
  for (const service::StudyAge& study : old.leave)
    context.out << printable(study.name) << ": " << counted(study.trials, "trial") << ", last changed "
                << ago_text(study.changed, now) << "\n";
  for (const service::StudyAge& study : old.stay)
    context.out << printable(study.name) << ": stays, as "
                << (study.running ? std::string("trials of it run")
                                  : "'" + printable(study.learner) + "' learns from it")
                << "\n";
}

void say_done(const GcStudiesOptions& options, Context& context, const service::Departure& departure) {
  const auto count = static_cast<std::int64_t>(departure.deleted.size());
  context.out << "moved " << counted_studies(count) << " into " << printable(options.archive) << "\n";
  for (const std::string& name : departure.kept)
    context.out << printable(name) << " changed meanwhile: it stays, and its copy is in the archive, too\n";
  if (departure.deleted.empty()) return;
  const std::vector<std::string> back = {"hone",
                                         "db",
                                         "copy",
                                         options.archive,
                                         shown_store(store_address(context, options.store)),
                                         "--study",
                                         departure.deleted.front()};
  context.out << "to have one back: " << shell_line(back) << "\n";
}

}  // namespace

int run_gc_studies(const GcStudiesOptions& options, Context& context) {
  const CommandStore store = open_store(context, options.store);
  const OldStudies old = old_studies(options, context, store);
  const std::vector<std::string> names = names_of(old.leave);
  service::Departure departure;
  if (!options.json) say_what(old, context);
  if (options.yes)
    departure = service::archive_studies(*store.operations, store.address, names, options.archive);
  if (options.json)
    return context.answer({{"done", options.yes},
                           {"archive", options.archive},
                           {"studies", names},
                           {"deleted", departure.deleted},
                           {"changed", departure.kept},
                           {"stay", names_of(old.stay)}});
  if (names.empty()) {
    context.out << "there is no study to move\n";
  } else if (options.yes) {
    say_done(options, context, departure);
  } else {
    const auto count = static_cast<std::int64_t>(names.size());
    context.out << "would move " << counted_studies(count) << " into " << printable(options.archive)
                << "; nothing was moved yet: add --yes to do it\n";
  }
  return kOk;
}

}  // namespace hone::cli
