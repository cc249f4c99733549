// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "hone/codec/request.hpp"
#include "hone/core/importance.hpp"
#include "hone/core/study.hpp"
#include "hone/runner/driver.hpp"
#include "hone/runner/heartbeat.hpp"
#include "hone/runner/watch.hpp"
#include "hone/storage/storage.hpp"

namespace hone::service {

/// What became of a create or an open.
struct Opened {
  std::string study;
  std::int64_t trials = 0;
  bool created = false;
  std::vector<std::string> warnings = {};  ///< what the study asks for and will not get
};

/// Trials to run.
struct Asked {
  std::vector<storage::Claim> claims;
  bool done = false;  ///< fewer than wanted, as the sampler has nothing left and no trial runs
  /// Fewer than wanted while so many trials run: the end of one may open a way. Otherwise 0.
  std::int64_t running = 0;
};

/// Where Operations keep studies.
struct Store {
  /// Opens it; called once, when the first study is wanted. When it must exist, and there is none, throws
  /// Error(NotFound) instead of making one.
  std::function<std::unique_ptr<storage::Storage>(bool must_exist)> open;
  /// What a create does to a study of the same name: resumes it, as between processes that share a
  /// store; begins anew, as a program expects of a store in memory that only it sees; or throws
  /// Error(AlreadyExists), for who wants to be the first.
  enum class Existing { Resume, Replace, Refuse } existing = Existing::Resume;
  /// Milliseconds for which trials that were asked for are kept after the last sign of life, which these
  /// operations send as long as they live: when the process dies, its trials are given to others. Nothing:
  /// they are held until they are told.
  std::optional<std::int64_t> lease = {};
};

/// Everything that can be asked of hone about the studies of a store: typed requests, typed answers, no
/// transport. Several studies may be open at once. Safe to call from several threads: calls on different
/// studies do not wait for each other, except to be opened, and on one study only asks wait for each other
/// (runner::Driver).
///
/// Throws Error as Driver and Storage do, and NotFound for a study that the store does not have, or no longer
/// has. A request that is refused has changed nothing.
class Operations {
 public:
  explicit Operations(Store store) : store_(std::move(store)) {}
  Operations(const Operations&) = delete;
  Operations& operator=(const Operations&) = delete;

  /// Makes the study, or resumes the stored one under the rule of runner::open_or_create(). Whatever is
  /// wrong with its sampler, pruner or constraints is found before it is stored.
  Opened create(const Study& study) { return create(study, store_.existing); }
  /// The same with another rule for a study of the same name.
  Opened create(const Study& study, Store::Existing existing);
  /// Opens a study of the store.
  Opened open(const std::string& name);
  /// The definition of a study; opens it when it is not open yet, as all below do.
  std::shared_ptr<const Study> definition(const std::string& study);

  /// The driver of a study, for who works on behalf of others (AskDesk). It may be replaced at any time, so
  /// ask for it with each request.
  std::shared_ptr<runner::Driver> driver(const std::string& study);
  /// The store itself; makes it when there is none.
  storage::Storage& store() { return storage(false); }
  /// Deletes a study with its trials.
  void drop(const std::string& study);

  /// Gives the study another definition, or tells what that would do (runner::planned_change). Whoever works
  /// on the study by the old space must open it again; these operations do so by themselves.
  struct Redefined {
    runner::PlannedChange change;
    std::int64_t version = 1;  ///< of the definition afterwards
    bool adopted = false;
  };
  Redefined set_space(const std::string& study, const Study& given, bool dry_run);
  /// Adds those of the parameters whose name the study does not have; the others stay as they are. Each says
  /// what the trials so far count as (Parameter::usual). Returns the definition afterwards. Any number of
  /// processes may do so at the same time: nothing that another one added is lost. Throws InvalidSpace when
  /// one says nothing of earlier trials, and for a study with a pool of candidates, whose rows lack it.
  std::shared_ptr<const Study> add_parameters(const std::string& study, std::span<const Parameter> added);

  /// Hands out trials, held as the store says, or `forever`: until they are told, however long that takes and
  /// by whichever process.
  Asked ask(const std::string& study, int count, bool forever = false);
  /// Ends trials and stores the reports that come with them, all or none.
  void tell(const std::string& study, std::vector<codec::ToldResult> results);
  /// Stores an intermediate value; true when the pruner would stop the trial.
  bool report(const std::string& study, std::int64_t number, const Report& report);
  /// Says that somebody still works on these trials. Returns those that are lost: ended, in the queue again,
  /// or given to somebody else.
  std::vector<std::int64_t> heartbeat(const std::string& study, std::span<const std::int64_t> numbers);
  /// Adds configurations to the queue; returns their numbers.
  std::vector<std::int64_t> enqueue(const std::string& study, std::span<const Configuration> points);
  /// Adds trials that ended elsewhere; returns the number of the first. Theirs are given here.
  std::int64_t insert(const std::string& study, std::span<const Trial> finished);
  /// Ends running trials as failed ("cancelled"), or puts them back into the queue; one after the other, and
  /// none when one of them is not ours.
  void cancel(const std::string& study, std::span<const std::int64_t> numbers, bool requeue);

  /// Has trials that ended without a result run again: these, or all in these states. Returns their numbers.
  /// What these three do is told by runner::Corrector.
  std::vector<std::int64_t> retry(const std::string& study, std::span<const std::int64_t> numbers);
  std::vector<std::int64_t> retry(const std::string& study, std::span<const TrialState> states);
  void remove(const std::string& study, std::span<const std::int64_t> numbers);
  void amend(const std::string& study, std::int64_t number, std::vector<double> values);

  /// The best complete trial; nothing when there is none, or when the study has several objectives.
  std::optional<Trial> best(const std::string& study);
  /// The Pareto-optimal trials: complete ones that no other dominates.
  std::vector<Trial> front(const std::string& study);
  /// The trials that changed after a revision, and the present one to ask with next time; 0 gives all.
  storage::Changes trials(const std::string& study, storage::Revision since);
  /// Which parameters matter, as analysis::measure_importance() does.
  Importances importance(const std::string& study, const ImportanceOptions& options);
  /// Calls visit(definition, trials) with all trials of the study, by number.
  void look(const std::string& study,
            const std::function<void(const Study&, const std::vector<Trial>&)>& visit);

 private:
  // Shared with the calls under way, as a create in another thread may replace it.
  using DriverPointer = std::shared_ptr<runner::Driver>;

  storage::Storage& storage(bool must_exist);
  DriverPointer open_driver(const std::string& name, std::vector<std::string>* remarks = nullptr);
  DriverPointer opened_driver(const std::string& study);
  void keep(const DriverPointer& driver);
  void begin_to_beat();
  runner::Moment keep_alive(runner::Moment now);
  void beat(runner::Driver& driver);
  void reopen_if_changed(runner::Driver& driver);

  Store store_;
  std::mutex opening_;  // held while a study is opened or made; taken before mutex_
  std::mutex mutex_;    // guards the two below
  std::unique_ptr<storage::Storage> storage_;
  std::map<std::string, DriverPointer, std::less<>> drivers_;
  std::optional<runner::Watch> heart_;  // the last, as its thread uses the others
};

}  // namespace hone::service
