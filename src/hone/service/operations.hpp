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

#include "hone/catalog/study_parts.hpp"
#include "hone/codec/told_result.hpp"
#include "hone/core/importance.hpp"
#include "hone/core/study.hpp"
#include "hone/runner/driver.hpp"
#include "hone/runner/heartbeat.hpp"
#include "hone/runner/watch.hpp"
#include "hone/service/remembered.hpp"
#include "hone/service/source_survey.hpp"
#include "hone/service/study_list.hpp"
#include "hone/service/study_notes.hpp"
#include "hone/service/trial_key.hpp"
#include "hone/service/trial_reader.hpp"
#include "hone/storage/storage.hpp"

namespace hone::service {

class AskDesk;
class TellDesk;

/// A trial whose worker died is run again until it had so many attempts, as in runner::LoopOptions.
inline constexpr int kMostAttempts = 10;

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
  bool stopped = false;  ///< none, as somebody stopped the study
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
  /// Threads in which samplers think for workers far away.
  int thinkers = 2;
  /// Seconds after which a study is closed that nobody asks about, with all that is known of its trials; only
  /// where there are leases. The next request opens it again.
  double idle = 300.0;
  /// No sampler is made, which may take long: trials are told and corrected, and none can be asked for.
  bool only_records = false;
  /// Is told what was mended without anybody asking for it.
  std::function<void(const std::string&)> tell = {};
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
  explicit Operations(Store store);
  ~Operations();
  Operations(const Operations&) = delete;
  Operations& operator=(const Operations&) = delete;

  /// Makes the study, or resumes the stored one under the rule of runner::open_or_create(). Whatever is
  /// wrong with its sampler, pruner or constraints is found before it is stored.
  Opened create(const Study& study) { return create(study, store_.existing); }
  /// The same with another rule for a study of the same name.
  Opened create(const Study& study, Store::Existing existing,
                catalog::Checked checked = catalog::Checked::No);
  /// What create() does with a study of the same name.
  Store::Existing existing() const { return store_.existing; }
  /// Opens a study of the store.
  Opened open(const std::string& name);
  /// The definition of a study, which need not be open for that.
  std::shared_ptr<const Study> definition(const std::string& study);

  /// The driver of a study, for who works on behalf of others (AskDesk). It may be replaced at any time, so
  /// ask for it with each request.
  std::shared_ptr<runner::Driver> driver(const std::string& study);
  /// The store itself; makes it when there is none. For the operations of this folder.
  storage::Storage& store() { return storage(false); }
  /// What is kept beside the studies.
  storage::ArtefactStore& artefacts() { return storage(false); }
  /// Who did what, and how much they sent.
  storage::AccessStore& accesses() { return storage(false); }
  /// What makes and judges the tokens of trials.
  const codec::TokenKey& trial_key() { return trial_key_.get(); }
  /// How many studies are open at this moment.
  std::size_t open_studies();
  /// Throws when the store does not answer, or is gone.
  void require_there() { storage(true).require_there(); }
  /// How asks and results of workers far away are answered, each without a thread that waits.
  AskDesk& asks();
  TellDesk& tells();
  /// A study was changed: there may be work for those who wait for some.
  void news(const std::string& study);
  /// From now on nobody far away waits for a trial, and what they told is recorded when this returns, or so
  /// many seconds have passed.
  void close(double seconds);
  /// Answers whoever still waits; waits for a sampler that thinks. To be called before what their answers
  /// need is gone.
  void end_desks();
  /// Deletes a study with its trials, and what people noted on it.
  void drop(const std::string& study);

  /// The study as the store has it now.
  struct Stored {
    storage::StudyId id = 0;
    storage::StudyVersion version;
  };
  Stored stored(const std::string& study);
  /// The same; nothing when there is none. Throws NotFound when there is no store.
  std::optional<Stored> find(const std::string& study);
  /// All studies of the store with their counts, read anew; makes it when there is none.
  std::vector<storage::StudySummary> studies();
  /// The same for who asks again and again, as lists show them: only what changed is read.
  StudyList& list() { return list_; }
  /// The trials as another definition would have them.
  std::vector<Trial> trials_under(const std::string& study, const Study& given);
  bool has(const std::string& study);
  /// Makes the study, or brings the stored one up to date (runner::open_or_create); opens nothing.
  runner::StoredStudy define(const Study& study, runner::OnNewSpace rule = runner::OnNewSpace::Refuse,
                             catalog::Checked checked = catalog::Checked::No);
  /// Gives the study another definition as it is, with another space only when `seen` is the version that it
  /// has. Returns the version afterwards.
  std::int64_t replace(const std::string& study, const Study& given, std::optional<std::int64_t> seen);
  /// Gives the study the name of `renamed`, which is its definition otherwise. What was handed out under the
  /// former name is told under this one. Throws AlreadyExists when the name is taken.
  void rename(const std::string& study, const Study& renamed);
  /// The definitions that it had, the oldest first.
  std::vector<storage::StudyVersion> versions(const std::string& study);

  /// What people say about a study, and whether it was stopped: then nothing of it is handed out. Believed
  /// for a second, as every ask looks; of a study that there is not, nothing.
  StudyNotes notes(const std::string& study);
  void set_notes(const std::string& study, const StudyNotes& notes);
  /// The same note by note, as the store has it.
  storage::Annotations annotations(const std::string& study);
  void annotate(const std::string& study, const storage::Annotation& added);
  bool is_stopped(const std::string& study);

  /// Gives the study another definition, or tells what that would do (runner::planned_change). Whoever works
  /// on the study by the old space must open it again; these operations do so by themselves.
  struct Redefined {
    runner::PlannedChange change;
    std::int64_t version = 1;  ///< of the definition afterwards
    bool adopted = false;
  };
  Redefined set_space(const std::string& study, const Study& given, bool dry_run);
  /// Adds those of the parameters whose name the study does not have; the others stay as they are, except
  /// that trials may lack them from now on where that is said. Each says what the trials so far count as
  /// (Parameter::usual), or that they lack it. Returns the definition afterwards. Any number of
  /// processes may do so at the same time: nothing that another one added is lost. Throws InvalidSpace when
  /// one says nothing of earlier trials, and for a study with a pool of candidates, whose rows lack it.
  std::shared_ptr<const Study> add_parameters(const std::string& study, std::span<const Parameter> added);

  /// Hands out trials, held as the store says, or `forever`: until they are told, however long that takes and
  /// by whichever process.
  Asked ask(const std::string& study, int count, bool forever = false);
  /// Ends trials and stores the reports that come with them, all or none. `place` stands in front of what is
  /// said of one: "results[0]".
  void tell(const std::string& study, std::vector<codec::ToldResult> results,
            const std::string& place = "results");
  /// Stores an intermediate value; true when the pruner would stop the trial.
  bool report(const std::string& study, std::int64_t number, const Report& report);
  /// The same under a lease that another process of the caller's holds, and keeps.
  bool report(const std::string& study, const storage::Lease& lease, const Report& report);
  /// The lease under which these operations hold a running trial. Throws as Leases::of() does.
  storage::Lease lease(const std::string& study, std::int64_t number);
  /// That of a trial which these operations were given, as far as they have the study open; nothing
  /// otherwise.
  std::optional<storage::Lease> held_lease(const std::string& study, std::int64_t number);
  /// The trial's worker died: it goes back to the queue, or fails when the study says so (Budget::lost) or
  /// when it was lost too often. Returns what became of it.
  TrialState lose(const std::string& study, std::int64_t number, const std::string& reason);
  /// Says that somebody still works on these trials. Returns those that are lost: ended, in the queue again,
  /// or given to somebody else.
  std::vector<std::int64_t> heartbeat(const std::string& study, std::span<const std::int64_t> numbers);
  /// Adds configurations to the queue; returns their numbers.
  std::vector<std::int64_t> enqueue(const std::string& study, std::span<const Configuration> points);
  /// The same with notes, and with a key: the same again adds nothing and answers as before.
  storage::Enqueued enqueue(const std::string& study, std::span<const Proposal> proposals,
                            const std::string& key);
  /// Adds trials that ended elsewhere; returns the number of the first. Theirs are given here.
  std::int64_t insert(const std::string& study, std::span<const Trial> finished);
  /// Ends running trials as failed ("cancelled"), or puts them back into the queue; one after the other, and
  /// none when one of them is not ours.
  void cancel(const std::string& study, std::span<const std::int64_t> numbers, bool requeue);
  /// The same, whoever holds them.
  void cancel_for_all(const std::string& study, std::span<const std::int64_t> numbers, bool requeue);

  /// Has trials that ended without a result run again: these, or all in these states. Returns their numbers.
  /// What these three do is told by runner::Corrector.
  std::vector<std::int64_t> retry(const std::string& study, std::span<const std::int64_t> numbers);
  std::vector<std::int64_t> retry(const std::string& study, std::span<const TrialState> states);
  void remove(const std::string& study, std::span<const std::int64_t> numbers);
  void amend(const std::string& study, std::int64_t number, std::vector<double> values);
  /// Leaves a note in a trial, puts tags on it or takes them off.
  void note(const std::string& study, std::int64_t number, std::string note, TagChanges tags);

  /// The best complete trial; nothing when there is none, or when the study has several objectives.
  std::optional<Trial> best(const std::string& study);
  /// The Pareto-optimal trials: complete ones that no other dominates.
  std::vector<Trial> front(const std::string& study);
  /// The trials that changed after a revision, and the present one to ask with next time; 0 gives all.
  storage::Changes trials(const std::string& study, storage::Revision since);
  /// The same for who writes them one after the other. Of what changed before this process followed the study
  /// some may be told that changed a little before the revision; each is told as it is when it is read.
  struct Changed {
    std::shared_ptr<TrialReader> trials;
    storage::Revision revision = 0;  ///< to ask with next time
    std::int64_t space = 1;          ///< as storage::Changes has it
  };
  Changed changed(const std::string& study, storage::Revision since);
  /// The trials of these numbers.
  std::shared_ptr<TrialReader> reader(const std::string& study, std::vector<std::int64_t> numbers);
  /// One trial as the store has it; nothing when there is none.
  std::optional<Trial> trial(const std::string& study, std::int64_t number);
  /// Which parameters matter, as analysis::measure_importance() does.
  Importances importance(const std::string& study, const ImportanceOptions& options);
  /// What the study learns from.
  SourceSurvey survey(const std::string& study);
  /// What one of this definition would learn from, stored or not.
  SourceSurvey survey(const Study& given);
  /// What make() answered to this question about the study, which is kept until the study changes.
  std::string remembered(const std::string& study, const std::string& question,
                         const std::function<std::string()>& make);
  /// Calls visit(definition, trials, revision) with all trials that the study has at a revision, by number.
  using Visit = std::function<void(const Study&, const std::vector<Trial>&, storage::Revision)>;
  void look_at(const std::string& study, const Visit& visit);
  /// The same without a copy of the trials, for a quick look: work on the study waits for it.
  void inspect(const std::string& study, const Visit& visit);
  /// The same for who does not ask when.
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
  bool look_after(const DriverPointer& driver, const std::optional<std::string>& mark);
  void close_idle(const std::vector<DriverPointer>& all, const std::vector<DriverPointer>& quiet);

  storage::StudyId id_of(const std::string& study);

  Store store_;
  NoteBook notes_;
  TrialKey trial_key_;
  StudyList list_;
  Remembered remembered_;
  std::mutex opening_;  // held while a study is opened or made; taken before mutex_
  std::mutex mutex_;    // guards the two below
  std::unique_ptr<storage::Storage> storage_;
  struct OpenStudy {
    DriverPointer driver;
    runner::Moment used = {};              // by a request
    std::optional<std::string> mark = {};  // as it was when it was last looked after
  };
  std::map<std::string, OpenStudy, std::less<>> drivers_;
  std::unique_ptr<AskDesk> asks_;  // made when they are first wanted; guarded by mutex_
  std::unique_ptr<TellDesk> tells_;
  std::optional<runner::Watch> heart_;  // the last, as its thread uses the others
};

}  // namespace hone::service
