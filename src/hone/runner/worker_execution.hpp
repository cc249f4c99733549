// SPDX-License-Identifier: MIT
#pragma once

#include <atomic>
#include <cstdint>
#include <deque>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "hone/base/error.hpp"
#include "hone/runner/kept_output.hpp"
#include "hone/runner/worker_crew.hpp"
#include "hone/runner/worker_line.hpp"

namespace hone::runner {

/// One trial in the life of a worker: a request, and what is said until the answer.
///
/// The worker begins with the trial if its place has none, and is kept for the next one when it has answered.
/// A worker that ended without having read the request, which is its good right between two trials, is
/// replaced once; one that says what it should not, or is stopped, is gone when the trial is over.
class WorkerExecution final : public Execution {
 public:
  /// Throws Error as Executor::start() says.
  WorkerExecution(WorkerCrew& crew, const Trial& trial, const TrialFiles& files, const Descriptor& folder,
                  int slot);
  ~WorkerExecution() override;
  WorkerExecution(const WorkerExecution&) = delete;
  WorkerExecution& operator=(const WorkerExecution&) = delete;

  std::optional<Exit> poll() override;
  void terminate() override;
  void kill() override;
  bool told_to_prune() const override { return told_to_prune_; }
  void watch(std::vector<pollfd>& fds) const override;
  double delay() const override;
  void advance(Moment now) override;
  void save_output(bool last) override;
  std::vector<Report> take_reports() override;
  void answer(bool prune) override;
  std::vector<std::string> take_warnings() override { return std::exchange(warnings_, {}); }
  std::string left_out() const override;
  std::string unanswered() const override;
  Result result(const ResultReader& reader, const TrialFiles& files, const Descriptor& folder) const override;

 private:
  /// Something that is printed: where it goes, and what has not got there yet.
  struct Log {
    explicit Log(Descriptor to) : file(std::move(to)), kept(file.get()) {}
    Descriptor file;
    KeptOutput kept;
    std::string fresh = {};   // since the last advance()
    std::string saving = {};  // since the last save_output(); only the trial's own thread looks at it
  };

  void begin(bool fresh);
  void replace();
  void wait_for_former(Moment now);
  void converse(bool all);
  void look_for_silence(Moment now);
  void read_lines();
  void take_line(const OutputLines::Line& line);
  void look_at_piece(const std::string& piece);
  void take_call(const WorkerCall& call);
  void refuse_call(const WorkerCall& call, ErrorCode code, const std::string& message);
  void take_report(const Report& report, std::optional<std::string> call);
  bool keep_report(const Report& report);
  void take_answer(const std::string& line);
  void take_foreign(const std::string& line, const std::string& id);
  void reject(const std::string& reason);
  void warn(const std::string& message);
  bool wants_output() const;
  bool is_untouched() const;
  std::optional<Exit> end_of(const Exit& exit);

  WorkerCrew& crew_;
  int slot_;
  std::int64_t number_;
  std::string id_;
  std::string request_;
  Log output_;
  Log error_;
  WorkerCrew::Idle former_;  // is on its way out, and this trial waits for that
  bool former_told_ = false;
  std::unique_ptr<WorkerProcess> worker_;
  bool fresh_ = true;  // it was started for this trial
  // Its worker ended before it had touched the request. Only poll() may say so: it may also have ended since,
  // for what it had said until then.
  bool wants_another_ = false;
  struct Unanswered {
    std::int64_t step = 0;
    std::optional<std::string> call = {};  // id of a request of stdio
  };
  std::deque<Unanswered> unanswered_;  // reports
  std::vector<Report> reports_;
  std::int64_t report_count_ = 0;
  std::string last_print_;    // a line that was not meant for us
  std::string piece_end_;     // the end of the last piece of a line that is too long
  bool long_answer_ = false;  // that line holds the id of the trial
  std::optional<std::string> answer_;
  std::optional<Json> told_;  // the answer, when it is the result of a request of stdio
  std::optional<std::string> rejection_;
  std::optional<Moment> silent_since_;  // when it was first seen that it can hear or say nothing any more
  std::vector<std::string> warnings_;
  int warning_count_ = 0;
  bool told_to_prune_ = false;
  bool stopped_ = false;
  std::atomic<int> output_problem_ = 0;  // errno; seen by all threads
  std::optional<Exit> exit_;
};

}  // namespace hone::runner
