// SPDX-License-Identifier: MIT
// The part of a worker's execution that takes in what it says, a line at a time.
#include <algorithm>
#include <utility>

#include "hone/base/text.hpp"
#include "hone/codec/worker_message.hpp"
#include "hone/runner/output_text.hpp"
#include "hone/runner/report_tail.hpp"
#include "hone/runner/worker_execution.hpp"

namespace hone::runner {
namespace {

constexpr int kMostWarnings = 3;      // of one trial
constexpr std::size_t kIdField = 64;  // bytes that hold the name of the id's field, with quotes and blanks

}  // namespace

void WorkerExecution::take_line(const OutputLines::Line& line) {
  using Kind = WorkerLine::Kind;
  if (!line.whole) look_at_piece(line.text);
  const WorkerLine read =
      line.whole ? read_worker_line(line.text, id_, ReportSpec::of(crew_.study())) : WorkerLine{};
  switch (read.kind) {
    case Kind::Call:
      return take_call(*read.call);
    case Kind::Report:
      return take_report(*read.report, std::nullopt);
    case Kind::Answer:
      return take_answer(line.text);
    case Kind::BadReport:
      warn(text("the report ", read.subject, " has no ", ReportSpec::of(crew_.study()).wanted()));
      unanswered_.push_back({});
      return answer(false);
    case Kind::Foreign:
      take_foreign(line.text, read.subject);
      break;
    case Kind::Nameless:
      reject(text("the worker answered ", last_line(line.text), " without \"", codec::kTrialId,
                  "\"; copy it from the request into each answer"));
      break;
    case Kind::Suspect:
      warn(text("the worker printed an object with \"", read.subject, "\" but without \"", codec::kTrialId,
                "\", so it is not an answer: ", last_line(line.text)));
      break;
    case Kind::Unreadable:
      reject(text("the worker's answer is not one object of JSON at the end of its line: ",
                  last_line(line.text), "; write each answer with a JSON library, on a line of its own"));
      break;
    case Kind::Wordy:
      warn(text(
          "the worker printed \"", codec::kTrialId,
          "\" among other words, so the line is not an answer; an answer is one object of JSON at the end "
          "of its line: ",
          last_line(line.text)));
      break;
    case Kind::Scattered:
      warn(text("the worker printed \"", codec::kTrialId,
                "\" on a line without the rest of an answer; an answer is one line: ", last_line(line.text)));
      break;
    case Kind::Print:
      if (!trim(line.text).empty()) last_print_ = line.text;
      break;
  }
  output_.fresh += line.text;
}

std::string WorkerExecution::unanswered() const {
  if (answer_) return {};
  const std::string answer = R"({"op":"tell","results":[{"number":N,"value":0.5}]})";
  if (last_print_.empty())
    return text("the worker printed nothing; if it did answer, let it flush each line of ", answer);
  return text("the worker's last line, '", last_line(last_print_),
              "', is not an answer; answer with a line of ", answer, ", N from the request, and flush it");
}

// A line that is too long may be anybody's print, unless it ends as an answer does: nothing else will come
// then.
void WorkerExecution::look_at_piece(const std::string& piece) {
  long_answer_ = long_answer_ || holds_trial_id(piece_end_ + piece, id_);
  const std::size_t overlap = std::min(piece.size(), id_.size() + kIdField);
  piece_end_ = piece.substr(piece.size() - overlap);
  if (!piece.ends_with('\n')) return;
  piece_end_.clear();
  if (!std::exchange(long_answer_, false) || !trim(piece).ends_with('}')) return;
  reject(text(
      "the worker's answer ends a line of more than ", OutputLines::kLongest,
      " bytes, which is not read; end what else is printed with a line end, and write large data to files"));
}

// As `hone stdio` has it: one line of answer to each, whatever it is.
void WorkerExecution::take_call(const WorkerCall& call) {
  if (!call.problem.empty()) return refuse_call(call, ErrorCode::InvalidArgument, call.problem);
  if (*call.number != number_ && !worker_->had(*call.number)) {
    return reject(text("the worker spoke of trial ", *call.number, " and was given trial ", number_,
                       "; copy \"number\" from the request"));
  }
  if (*call.number != number_ || answer_) {
    return refuse_call(call, ErrorCode::LeaseLost,
                       text("trial ", *call.number, " has ended already; tell each result once"));
  }
  if (!call.told) return take_report(call.reports.front(), call.id);
  for (const Report& report : call.reports) keep_report(report);
  take_answer({});  // it is a tree, not a line
  told_ = call.told;
  worker_->say(codec::call_answer_ok(call.id));
}

void WorkerExecution::refuse_call(const WorkerCall& call, ErrorCode code, const std::string& message) {
  warn(text("the worker sent a request that is refused: ", message));
  worker_->say(codec::call_answer_error(call.id, code, message));
}

void WorkerExecution::take_report(const Report& report, std::optional<std::string> call) {
  if (answer_) return warn("the worker reported after it had answered; the report is left out");
  unanswered_.push_back({report.step, std::move(call)});
  if (!keep_report(report)) answer(false);
}

// False when there are too many.
bool WorkerExecution::keep_report(const Report& report) {
  if (++report_count_ > ReportLimits{}.lines) return false;
  reports_.push_back(report);
  return true;
}

// It may not have waited for what we think of its last reports. They get their answers all the same, so that
// it never finds fewer than it expects.
void WorkerExecution::take_answer(const std::string& line) {
  if (answer_)
    return warn(text("the worker answered twice; the first answer counts and not ", last_line(line)));
  while (!unanswered_.empty()) answer(false);
  answer_ = line;
}

// A late word on a trial that it had is not this trial's fault. An id that nobody gave it is a worker's that
// will never find the right one.
void WorkerExecution::take_foreign(const std::string& line, const std::string& id) {
  if (worker_->had(id)) {
    return warn(text("the worker answered for '", last_line(id), "', which is over; ", last_line(line),
                     " is ignored"));
  }
  reject(text("the worker answered for trial '", last_line(id), "' and this is '", id_, "'; copy \"",
              codec::kTrialId, "\" from the request into each answer"));
}

std::vector<Report> WorkerExecution::take_reports() { return std::exchange(reports_, {}); }

void WorkerExecution::answer(bool prune) {
  if (unanswered_.empty()) return;
  const Unanswered report = std::move(unanswered_.front());
  unanswered_.pop_front();
  worker_->say(report.call ? codec::call_answer_prune(*report.call, prune)
                           : codec::prune_answer(id_, report.step, prune));
  if (prune) told_to_prune_ = true;
}

std::string WorkerExecution::left_out() const {
  const std::int64_t most = ReportLimits{}.lines;
  return report_count_ > most ? text("left out of the reports: ", report_count_ - most, " after ", most) : "";
}

void WorkerExecution::warn(const std::string& message) {
  if (warning_count_++ < kMostWarnings) warnings_.push_back(message);
}

}  // namespace hone::runner
