// SPDX-License-Identifier: MIT
#include <algorithm>
#include <ostream>

#include "hone/base/printable.hpp"
#include "hone/base/text.hpp"
#include "hone/cli/commands.hpp"
#include "hone/cli/context.hpp"
#include "hone/cli/exit_code.hpp"
#include "hone/cli/hint.hpp"
#include "hone/cli/humanize.hpp"
#include "hone/cli/note_text.hpp"
#include "hone/cli/trial_numbers.hpp"
#include "hone/cli/workspace.hpp"
#include "hone/codec/json.hpp"

namespace hone::cli {
namespace {

struct NoteOptions : StudyOptions {
  std::vector<std::string> words;
  std::vector<std::string> tags;
  std::vector<std::string> untags;
};

/// What was asked for: whose note, which words, which tags.
struct NoteRequest {
  std::optional<std::int64_t> number;
  std::string note;
  TagChanges tags;
};

void add_changes(TagChanges& changes, const std::vector<std::string>& given, bool on) {
  for (const std::string& list : given) {
    for (const std::string& tag : split(list, ',')) {
      const std::string name(trim(tag));
      check_tag(name);
      const auto [change, first] = changes.try_emplace(name, on);
      if (!first && change->second != on)
        throw UsageError("the tag '" + name + "' is put on and taken off at once", "give it once");
    }
  }
}

/// A whole number in front is the trial's; whoever wants to note a number on the study writes more words.
NoteRequest request_of(const NoteOptions& options) {
  NoteRequest request;
  std::vector<std::string> words = options.words;
  if (!words.empty() && parse_integer(trim(words.front()))) {
    request.number = trial_number(words.front());
    words.erase(words.begin());
  }
  request.note = std::string(trim(join(words, " ")));
  add_changes(request.tags, options.tags, true);
  add_changes(request.tags, options.untags, false);
  return request;
}

int show_notes(const NoteRequest& request, const OpenStudy& open, bool json, Context& context) {
  if (!request.number) {
    const storage::Annotations kept = open.operations->annotations(open.study.name);
    if (json) {
      context.answer(study_notes_json(kept));
    } else if (kept.notes.empty()) {
      context.out << "nothing is noted on " << printable(open.study.name) << "\n";
    } else {
      context.out << study_notes_text(kept);
    }
    if (kept.damaged > 0)
      context.err << context.err_style().yellow("warning: ")
                  << with_store("some of what was noted is damaged: see 'hone db check'", context) << "\n";
    return kOk;
  }
  const auto trial = open.operations->trial(open.study.name, *request.number);
  if (!trial) {
    throw Error(ErrorCode::NotFound,
                text("there is no trial ", *request.number, " in the study '", open.study.name, "'"),
                "'hone trials' lists those that are there");
  }
  if (json)
    return context.answer({{"number", trial->number},
                           {"tags", tags_of(trial->attributes)},
                           {"notes", notes_among(trial->remarks)}});
  if (trial->remarks.empty()) {
    context.out << "nothing is noted on trial " << trial->number << "\n";
  } else {
    for (const Remark& remark : trial->remarks)
      context.out << time_text(remark.time) << "  " << printable_lines(remark.text) << "\n";
  }
  return kOk;
}

/// A tag that is not there cannot be taken off; it is probably another.
void require_tags(const NoteRequest& request, const OpenStudy& open) {
  const auto trial = request.number ? open.operations->trial(open.study.name, *request.number) : std::nullopt;
  if (request.number && !trial) return;  // who notes it says so
  std::vector<std::string> there;
  if (trial) {
    there = tags_of(trial->attributes);
  } else {
    const auto tags = open.operations->annotations(open.study.name).tags();
    there.assign(tags.begin(), tags.end());
  }
  for (const auto& [tag, put_on] : request.tags) {
    if (put_on || std::find(there.begin(), there.end(), tag) != there.end()) continue;
    throw Error(ErrorCode::NotFound,
                text(trial ? text("trial ", trial->number) : "the study '" + open.study.name + "'",
                     " has no tag '", tag, "'"),
                there.empty() ? "it has none at all" : "it has " + join(there, ", "));
  }
}

int run_note(const NoteOptions& options, Context& context) {
  const NoteRequest request = request_of(options);
  const OpenStudy open = open_study(context, options);
  if (request.note.empty() && request.tags.empty()) return show_notes(request, open, options.json, context);
  require_tags(request, open);
  if (request.number) {
    open.operations->note(open.study.name, *request.number, request.note, request.tags);
  } else {
    open.operations->annotate(open.study.name, {.note = request.note, .tags = request.tags});
  }
  if (options.json) {
    codec::Json json = {{"ok", true}, {"study", open.study.name}};
    if (request.number) json["number"] = *request.number;
    return context.answer(json);
  }
  const std::string where = request.number ? text("trial ", *request.number, " of ") : "";
  context.out << "noted on " << where << printable(open.study.name) << "\n";
  return kOk;
}

}  // namespace

void add_note(Command root) {
  auto options = std::make_shared<NoteOptions>();
  Command command = root.subcommand("note", "Write a note on a study or a trial, or tag it");
  command.group("Keep")
      .detail(
          R"(Notes and tags are kept in the store. A number after STUDY names the trial; without one the note is on the study. Without a text and without tags it shows what is noted. 'hone show' tells the notes of a study, 'hone trials' has the columns notes and tags, and exports hold them. 'hone trials --tag NAME' and 'hone studies --tag NAME' find them again.)")
      .argument("STUDY", options->study, "a study of the store by its name, or a study file")
      .arguments("TEXT", options->words, "what to remember; a whole number in front is the trial's")
      .list("--tag,-t", options->tags, "NAME", "put a tag on; may be given several times")
      .list("--untag", options->untags, "NAME", "take a tag off")
      .example("hone note study.yaml \"batch of 3 March, GPU 2\"", "on the study")
      .example("hone note study.yaml 12 \"the fan was loud\" --tag suspicious", "on a trial")
      .example("hone note study.yaml 12 --untag suspicious", "")
      .action([options](Context& context) { return run_note(*options, context); });
  add_store(command, options->store);
  add_json(command, options->json);
}

}  // namespace hone::cli
