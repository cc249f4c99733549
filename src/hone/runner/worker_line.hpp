// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "hone/core/study.hpp"

namespace hone::runner {

/// What a line that a worker printed means. Libraries print what they like, so only an object that carries
/// the id of a trial says something; an object may follow other words on its line.
struct WorkerLine {
  enum class Kind {
    Print,      ///< not meant for us
    Report,     ///< an intermediate value
    BadReport,  ///< a report that cannot be read; subject: what it is
    Answer,     ///< the result of the trial
    Foreign,    ///< for another trial; subject: its id
    Nameless,   ///< nothing but what an answer has, but no id: a worker that forgets to send it
    Suspect,    ///< the same with other fields, so perhaps somebody's log; subject: the field that an answer
                ///< has
  };
  Kind kind = Kind::Print;
  std::optional<Report> report = {};
  std::string subject = {};
};

/// Reads a line that was printed while `trial_id` runs.
WorkerLine read_worker_line(std::string_view line, std::string_view trial_id,
                            std::span<const Objective> objectives);

}  // namespace hone::runner
