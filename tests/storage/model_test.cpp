// SPDX-License-Identifier: MIT
// SQLite and PostgreSQL against memory: the same calls, chosen at random, must give the same answers,
// refusals and contents.
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <map>
#include <memory>
#include <sstream>
#include <string>
#include <vector>

#include "hone/base/sha256.hpp"
#include "hone/base/text.hpp"
#ifdef HONE_POSTGRES
#include "storage/postgres_support.hpp"
#endif
#include "storage/store_support.hpp"

namespace hone::storage {
namespace {

/// One call with arguments that its kind reads as it likes.
struct Call {
  int kind = 0;
  int a = 0;
  int b = 0;
};

void showValue(const Call& call, std::ostream& out) {
  out << "{" << call.kind << ", " << call.a << ", " << call.b << "}";
}

/// Makes calls to one store and writes down what came of them.
class Player {
 public:
  explicit Player(std::unique_ptr<Storage> (*open)(Clock)) : store_(open(clock_.clock())) {
    id_ = store_->create_study(test::svm_study());
  }

  std::string play(const Call& call) {
    clock_.now += 10 * (call.b % 7);
    try {
      return answer(call);
    } catch (const Error& error) {
      return text("refused: ", code_name(error.code()), ": ", error.what());
    }
  }

  Changes changes(Revision since) { return store_->changes(id_, since); }
  StudySummary summary() { return store_->studies().at(0); }
  std::vector<ArtefactInfo> artefacts(const Call& call) {
    return store_->artefacts(call.b % 3 == 0 ? "" : text("k", call.a % 2));
  }
  std::optional<Artefact> artefact(const Call& call) { return store_->artefact(artefact_key(call)); }
  bool sound() { return store_->check().problems.empty(); }

 private:
  /// For one worker, or for one after the other.
  std::string start(const Call& call, const Worker& worker) {
    const auto wanted = test::proposals(next(), call.a % 4);
    std::vector<Worker> workers(call.b % 2 == 0 ? 1 : wanted.size(), worker);
    for (std::size_t i = 1; i < workers.size(); ++i) workers[i].name += text("-", i);
    return show(store_->start(id_, next() + (call.a == 3 ? 1 : 0), wanted, workers));
  }
  std::string answer(const Call& call) {
    const Worker worker{text("w", call.b % 3),
                        call.b % 4 == 0 ? std::nullopt : std::optional<std::int64_t>(10 * call.b)};
    switch (call.kind) {
      case 0:
        return start(call, worker);
      case 1:
        return text("first ", store_->enqueue(id_, test::proposals(next(), call.a % 3)).first);
      case 2:
        return show(store_->claim_waiting(id_, worker));
      case 3:
        return insert(call);
      case 4:
        return show(store_->heartbeat(id_, std::vector<Lease>{lease(call.a), lease(call.b)}, worker));
      case 5:
        return report(call);
      case 6:
        return finish(call);
      case 7:
        return requeue(call);
      case 8:
        return reclaim(call);
      case 9:
        return show(store_->open_lease(id_, call.a));
      case 10:
        return put_artefact(call);
      case 11:
        return correct(call);
      default:
        return text("deleted ", store_->delete_artefacts(artefact_key(call)));
    }
  }

  std::string insert(const Call& call) {
    Trial trial = test::finished_trial(call.a, call.b);
    if (call.b % 3 == 0) trial.state = static_cast<TrialState>(call.a % 7);
    trial.reports = {{1, 0.5 * call.a}};
    return text("first ",
                store_->insert(id_, std::vector<Trial>{trial, test::finished_trial(call.b, call.a)}));
  }

  std::string report(const Call& call) {
    std::vector<Report> reports;
    for (int i = 0; i < call.b % 4; ++i) reports.push_back({(call.b + i) % 5, 0.25 * call.b + i});
    store_->report(id_, lease(call.a), reports);
    return "reported";
  }

  std::string finish(const Call& call) {
    std::vector<Outcome> outcomes;
    for (int i = 0; i < 1 + call.b % 2; ++i) {
      Outcome outcome{.lease = lease(call.a + i), .state = static_cast<TrialState>(2 + (call.b + i) % 5)};
      if (call.b % 11 != 0) outcome.values = {0.5 * call.b};
      if (call.a % 2 == 0) outcome.attributes = {{text("key", call.b % 3), call.a % 5 == 0}};
      outcomes.push_back(outcome);
    }
    store_->finish(id_, outcomes);
    return "finished";
  }

  std::string requeue(const Call& call) {
    store_->requeue(id_, lease(call.a), text("reason ", call.b),
                    call.b % 2 == 0 ? Attempt::Spent : Attempt::Kept);
    return "requeued";
  }

  std::string reclaim(const Call& call) {
    const auto policy = call.a % 2 == 0 ? LostPolicy::Requeue : LostPolicy::Fail;
    const auto numbers = store_->reclaim(id_, policy, 1 + call.b % 3, [&](const Holder& holder) {
      return holder.worker == text("w", call.a % 5) ? Liveness::Dead : Liveness::Unknown;
    });
    std::string out = "reclaimed";
    for (const std::int64_t number : numbers) out += text(" ", number);
    return out;
  }

  std::string correct(const Call& call) {
    std::vector<Correction> corrections;
    for (int i = 0; i < 1 + call.b % 2; ++i) {
      corrections.push_back({.number = (call.a + i) % 9,
                             .kind = static_cast<Correction::Kind>((call.b + i) % 3),
                             .values = {0.125 * call.b}});
    }
    store_->correct(id_, corrections);
    return "corrected";
  }

  std::string put_artefact(const Call& call) {
    ArtefactDraft draft =
        test::artefact_draft(text("k", call.a % 2), text("n", call.a % 3), text(call.b % 4));
    if (call.b % 5 == 0) draft.sources = {{text("study", call.a), call.b, call.a}};
    const ArtefactInfo info = store_->put_artefact(draft);
    return text("put ", info.hash, " at ", info.created);
  }
  /// A version that may exist, or all of a name.
  ArtefactKey artefact_key(const Call& call) {
    ArtefactKey key{text("k", call.a % 2), text("n", call.a % 3)};
    if (call.b % 2 == 0) key.hash = sha256(text(call.b % 4));
    return key;
  }

  std::int64_t next() { return summary().trials + summary().deleted; }
  /// A lease that may be held, or be lost, or never have been.
  static Lease lease(int seed) { return {seed % 9, 1 + seed % 2}; }

  static std::string show(const Lease& lease) { return text("(", lease.number, ", ", lease.fence, ")"); }
  static std::string show(const std::vector<Lease>& leases) {
    std::string out = "leases";
    for (const Lease& lease : leases) out += " " + show(lease);
    return out;
  }
  static std::string show(const std::optional<std::vector<Lease>>& leases) {
    return leases ? show(*leases) : "taken";
  }
  static std::string show(const std::optional<Claim>& claim) {
    if (!claim) return "nothing waits";
    std::ostringstream out;
    PrintTo(claim->trial, &out);
    return show(claim->lease) + out.str();
  }

  test::HandClock clock_;
  std::unique_ptr<Storage> store_;
  StudyId id_ = 0;
};

/// Plays the same calls to both and compares all they say.
void compare(Player& store, Player& memory, const std::vector<Call>& calls) {
  std::vector<Revision> seen = {0};
  std::map<std::int64_t, std::vector<double>> results;  // of one trial there is one, unless it is corrected
  for (const Call& call : calls) {
    RC_ASSERT(store.play(call) == memory.play(call));
    const Revision since = seen[static_cast<std::size_t>(call.b) % seen.size()];
    const Changes expected = memory.changes(since);
    const Changes actual = store.changes(since);
    RC_ASSERT(actual.revision == expected.revision);
    RC_ASSERT(actual.trials == expected.trials);
    for (const Trial& trial : expected.trials) {
      if (trial.state != TrialState::Complete || !trial.remarks.empty()) continue;
      RC_ASSERT(results.try_emplace(trial.number, trial.values).first->second == trial.values);
    }
    const StudySummary a = store.summary();
    const StudySummary b = memory.summary();
    RC_ASSERT(std::tie(a.trials, a.deleted, a.complete, a.failed, a.running, a.waiting, a.best) ==
              std::tie(b.trials, b.deleted, b.complete, b.failed, b.running, b.waiting, b.best));
    RC_ASSERT(store.artefacts(call) == memory.artefacts(call));
    RC_ASSERT(store.artefact(call) == memory.artefact(call));
    seen.push_back(expected.revision);
  }
  RC_ASSERT(store.sound());
}

std::vector<Call> any_calls() {
  return *rc::gen::container<std::vector<Call>>(rc::gen::apply(
      [](int kind, int a, int b) {
        return Call{kind, a, b};
      },
      rc::gen::inRange(0, 13), rc::gen::inRange(0, 12), rc::gen::inRange(0, 40)));
}

RC_GTEST_PROP(Model, SqliteAnswersAsMemoryDoes, ()) {
  Player memory([](Clock clock) { return open_memory(std::move(clock)); });
  Player sqlite([](Clock clock) { return open_sqlite(":memory:", {}, std::move(clock)); });
  compare(sqlite, memory, any_calls());
}

#ifdef HONE_POSTGRES
// One schema for all histories: a new one takes longer than a history.
RC_GTEST_PROP(PostgresModel, AnswersAsMemoryDoes, ()) {
  static const test::PostgresSchema schema;
  Player memory([](Clock clock) { return open_memory(std::move(clock)); });
  Player postgres([](Clock clock) {
    PostgresDatabase database(schema.address(), {});
    if (database.has_table("studies"))
      database.execute("DROP SCHEMA " + schema.name() + " CASCADE; CREATE SCHEMA " + schema.name());
    return open_postgres(schema.address(), {}, std::move(clock));
  });
  compare(postgres, memory, any_calls());
}
#endif

}  // namespace
}  // namespace hone::storage
