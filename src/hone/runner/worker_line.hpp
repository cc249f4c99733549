// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "hone/core/study.hpp"
#include "hone/runner/worker_call.hpp"

namespace hone::runner {

/// What a line that a worker printed means. Libraries print what they like, so only a request of stdio says
/// something, or an object that carries the id of a trial, which is the older form; an object may follow
/// other words on its line.
struct WorkerLine {
  enum class Kind {
    Print,       ///< not meant for us
    Call,        ///< a request of stdio: a report, or the result of the trial
    Report,      ///< an intermediate value
    BadReport,   ///< a report that cannot be read; subject: what it is
    Answer,      ///< the result of the trial
    Foreign,     ///< for another trial; subject: its id
    Nameless,    ///< nothing but what an answer has, but no id: a worker that forgets to send it
    Suspect,     ///< the same with other fields, so perhaps somebody's log; subject: the field that an answer
                 ///< has
    Unreadable,  ///< an answer, by its id and its fields, that is not JSON, is in a list or does not end its
                 ///< line
    Wordy,       ///< the id and a field of an answer among other words, so perhaps somebody's log
    Scattered,   ///< the id on a line of its own, so perhaps an answer that is spread over several lines
  };
  Kind kind = Kind::Print;
  std::optional<Report> report = {};
  std::optional<WorkerCall> call = {};
  std::string subject = {};
};

/// Whether a part of a line holds what only an answer to the trial has: the field of the id with the id
/// itself. For lines that are too long to be read.
bool holds_trial_id(std::string_view part, std::string_view trial_id);

/// Reads a line that was printed while `trial_id` runs, as if it had no colours.
WorkerLine read_worker_line(std::string_view printed, std::string_view trial_id, const ReportSpec& reports);

}  // namespace hone::runner
