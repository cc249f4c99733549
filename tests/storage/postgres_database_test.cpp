// SPDX-License-Identifier: MIT
#include "hone/storage/postgres_database.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <functional>
#include <limits>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "hone/base/sha256.hpp"
#include "hone/base/text.hpp"
#include "hone/storage/postgres_storage.hpp"
#include "hone/storage/sql_storage.hpp"
#include "hone/storage/try_again.hpp"
#include "storage/postgres_support.hpp"
#include "storage/store_support.hpp"
#include "support/processes.hpp"

namespace hone::storage {
namespace {

using namespace std::string_literals;
using test::code_of;
using test::svm_study;
using ::testing::Each;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;

class PostgresDatabaseTest : public ::testing::Test {
 protected:
  std::unique_ptr<PostgresDatabase> connect() {
    return std::make_unique<PostgresDatabase>(schema.address(), PostgresOptions{});
  }

  /// What a kind of value comes back as.
  template <class Value, class Read>
  auto kept(const char* type, const Value& value, const Read& read) {
    const std::string table = hone::text("one", ++tables);
    database->execute(hone::text("CREATE TABLE ", table, " (value ", type, ")"));
    Query(*database, hone::text("INSERT INTO ", table, " (value) VALUES (?)")).with(value).run();
    Query query(*database, hone::text("SELECT value FROM ", table));
    EXPECT_TRUE(query.next());
    return read(query);
  }

  int tables = 0;
  test::PostgresSchema schema;
  std::unique_ptr<PostgresDatabase> database = connect();
};

TEST_F(PostgresDatabaseTest, KeepsDoublesToTheLastBit) {
  using Limits = std::numeric_limits<double>;
  for (const double value : {0.1, -0.0, 1e-310, Limits::denorm_min(), Limits::max(), Limits::lowest(),
                             1.0 / 3, Limits::infinity(), -Limits::infinity(), 123456789.123456789}) {
    const double back = kept("DOUBLE PRECISION", value, [](Query& query) { return query.real(0); });
    EXPECT_EQ(std::bit_cast<std::uint64_t>(back), std::bit_cast<std::uint64_t>(value)) << value;
  }
  EXPECT_TRUE(kept("DOUBLE PRECISION", std::nan(""), [](Query& query) { return query.is_null(0); }));
}

TEST_F(PostgresDatabaseTest, KeepsWholeNumbersTextsAndBytes) {
  using Limits = std::numeric_limits<std::int64_t>;
  for (const std::int64_t value : {Limits::min(), std::int64_t{-1}, std::int64_t{0}, Limits::max()})
    EXPECT_EQ(kept("BIGINT", value, [](Query& query) { return query.integer(0); }), value);
  const auto text_of = [](Query& query) { return std::string(query.text(0)); };
  for (const std::string& value : {""s, "ü'\"\\;--"s, "a\0b"s, "\xff\xfe"s, "\x1a"s})
    EXPECT_EQ(kept("TEXT", value, text_of), value);
  const std::string bytes = "\0\x01\xff'\\"s;
  EXPECT_EQ(kept("BYTEA", Bytes{bytes}, [](Query& query) { return std::string(query.bytes(0)); }), bytes);
}

TEST_F(PostgresDatabaseTest, AnswersWhatWasSentTogetherInAnyOrder) {
  Query first(*database, "SELECT 1::bigint WHERE ? = 1");
  Query second(*database, "SELECT 2::bigint WHERE ? = 2");
  first.with(1).send();
  second.with(2).send();
  EXPECT_TRUE(second.next());
  EXPECT_EQ(second.integer(0), 2);
  EXPECT_TRUE(first.next());
  EXPECT_EQ(first.integer(0), 1);
}

TEST_F(PostgresDatabaseTest, ForgetsAnAnswerThatNobodyWaitedFor) {
  {
    Query unread(*database, "SELECT ?::bigint");
    unread.with(1).send();
  }
  Query again(*database, "SELECT ?::bigint");
  EXPECT_TRUE(again.with(2).next());
  EXPECT_EQ(again.integer(0), 2);
  EXPECT_FALSE(again.next());
}

TEST_F(PostgresDatabaseTest, TellsOfADeferredFailureAtTheCommitAndKeepsNothing) {
  database->execute("CREATE TABLE numbers (number BIGINT PRIMARY KEY)");
  const auto twice = [&] {
    Transaction transaction(*database, Access::Write);
    Query(*database, "INSERT INTO numbers (number) VALUES (?)").with(1).run();
    Query(*database, "INSERT INTO numbers (number) VALUES (?)").with(1).run();
    transaction.commit();
  };
  EXPECT_EQ(code_of(twice), ErrorCode::Conflict);
  Query count(*database, "SELECT COUNT(*) FROM numbers");
  EXPECT_TRUE(count.next());
  EXPECT_EQ(count.integer(0), 0);
}

TEST_F(PostgresDatabaseTest, WritesManyRowsWithoutWaitingForEach) {
  database->execute("CREATE TABLE numbers (number BIGINT PRIMARY KEY)");
  Transaction transaction(*database, Access::Write);
  for (int i = 0; i < 5000; ++i) Query(*database, "INSERT INTO numbers (number) VALUES (?)").with(i).run();
  Query(*database, "DELETE FROM numbers WHERE number >= ?").with(4990).run();
  EXPECT_EQ(database->changed_rows(), 10);
  transaction.commit();
  Query count(*database, "SELECT COUNT(*) FROM numbers");
  EXPECT_TRUE(count.next());
  EXPECT_EQ(count.integer(0), 4990);
}

TEST_F(PostgresDatabaseTest, ReadsOneStateWhateverOthersWrite) {
  database->execute("CREATE TABLE numbers (number BIGINT PRIMARY KEY)");
  const auto other = connect();
  const auto count = [](Database& looking) {
    Query query(looking, "SELECT COUNT(*) FROM numbers");
    query.next();
    return query.integer(0);
  };
  Transaction look(*database, Access::Read);
  EXPECT_EQ(count(*database), 0);
  {
    Transaction write(*other, Access::DurableWrite);
    Query(*other, "INSERT INTO numbers (number) VALUES (1)").run();
    write.commit();
  }
  EXPECT_EQ(count(*database), 0);
  look.commit();
  EXPECT_EQ(count(*database), 1);
}

TEST_F(PostgresDatabaseTest, OnlyHeartbeatsMayBeForgottenByTheServer) {
  const auto setting = [&](Access access) {
    Transaction transaction(*database, access);
    Query query(*database, "SELECT current_setting('synchronous_commit')");
    query.next();
    return std::string(query.text(0));
  };
  EXPECT_EQ(setting(Access::DurableWrite), "on");
  EXPECT_EQ(setting(Access::Write), "on");
  EXPECT_EQ(setting(Access::LooseWrite), "off");
  database->execute("ALTER ROLE postgres SET synchronous_commit = off");
  database = connect();
  EXPECT_EQ(setting(Access::DurableWrite), "on");
  database->execute("ALTER ROLE postgres RESET synchronous_commit");
}

TEST_F(PostgresDatabaseTest, TwoThatWaitForEachOtherAreToldToTryAgain) {
  database->execute("CREATE TABLE pair (number BIGINT PRIMARY KEY); INSERT INTO pair VALUES (1), (2)");
  const auto lock = [](Database& locking, int number) {
    Query(locking, "SELECT number FROM pair WHERE number = ? FOR UPDATE").with(number).next();
  };
  const auto other = connect();
  Transaction mine(*database, Access::Write);
  Transaction theirs(*other, Access::Write);
  lock(*database, 1);
  lock(*other, 2);
  int collisions = 0;
  std::thread crossing([&] {
    try {
      lock(*other, 1);
    } catch (const TryAgain&) {
      ++collisions;
      other->rollback();
    }
  });
  try {
    lock(*database, 2);
  } catch (const TryAgain&) {
    ++collisions;
    database->rollback();
  }
  crossing.join();
  EXPECT_EQ(collisions, 1);
}

TEST_F(PostgresDatabaseTest, GivesUpOnALockThatIsNotReleased) {
  open_postgres(schema.address())->create_study(svm_study());
  const auto other = connect();
  Transaction holding(*other, Access::Write);
  Query(*other, "SELECT 1 FROM progress FOR UPDATE").next();
  const auto store = open_postgres(schema.address(), {.patience = 200});
  std::string message;
  EXPECT_EQ(code_of([&] { store->enqueue(1, test::proposals(0, 1)); }, &message), ErrorCode::StorageBusy);
  EXPECT_THAT(message, HasSubstr("locked"));
  EXPECT_EQ(store->changes(1, 0).trials.size(), 0u) << "reading goes on";
}

TEST_F(PostgresDatabaseTest, StudiesDoNotWaitForEachOther) {
  const auto store = open_postgres(schema.address(), {.patience = 2000});
  const StudyId first = store->create_study(svm_study("first"));
  const StudyId second = store->create_study(svm_study("second"));
  const auto other = connect();
  Transaction holding(*other, Access::Write);
  Query(*other, "SELECT 1 FROM progress WHERE study_id = ? FOR UPDATE").with(first).next();
  EXPECT_EQ(store->enqueue(second, test::proposals(0, 1)).first, 0);
}

TEST_F(PostgresDatabaseTest, IsMadeOnceByManyAtTheSameTime) {
  const test::PostgresSchema fresh;
  std::vector<std::thread> threads;
  std::vector<std::string> failures(8);
  for (std::string& failure : failures) {
    threads.emplace_back([&] { code_of([&] { open_postgres(fresh.address())->studies(); }, &failure); });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_THAT(failures, Each(IsEmpty()));
  EXPECT_THAT(open_postgres(fresh.address())->check().problems, IsEmpty());
}

TEST_F(PostgresDatabaseTest, LeavesNoRowOfAWriterBehind) {
  {
    const auto store = open_postgres(schema.address());
    store->create_study(svm_study());
  }
  // Nobody waits for it.
  EXPECT_TRUE(test::eventually([&] {
    Query count(*database, "SELECT COUNT(*) FROM hone_writers");
    return count.next() && count.integer(0) == 0;
  }));
}

TEST_F(PostgresDatabaseTest, HasTheTimeOfTheServer) {
  Query query(*database, "SELECT (extract(epoch FROM clock_timestamp()) * 1000)::bigint");
  query.next();
  EXPECT_NEAR(static_cast<double>(query.integer(0)), static_cast<double>(database->server_clock()->now()),
              500.0);
}

TEST_F(PostgresDatabaseTest, IsSpelledTheSameForEveryWayToIt) {
  const auto first = open_postgres(schema.address());
  const auto second = open_postgres(schema.address() + "&application_name=other");
  EXPECT_EQ(first->location(), second->location());
  const test::PostgresSchema elsewhere;
  EXPECT_NE(open_postgres(elsewhere.address())->location(), first->location());
}

TEST_F(PostgresDatabaseTest, AStoreOfVersion6HasItsNotesAndKeysMoved) {
  {
    const auto store = open_postgres(schema.address());
    store->create_study(svm_study());
    const Timestamp created = store->studies().at(0).created;
    store->put_artefact(test::artefact_draft("study-note", hone::text("1-", created, "/5-1"),
                                             R"({"time":5,"text":"loud","tag.a":true})"));
    store->put_artefact(test::artefact_draft("service-study", "svm", R"({"text":"words","stopped":true})"));
    store->put_artefact(test::artefact_draft("service-enqueue", "1/" + sha256("k"), "3 2"));
    PostgresDatabase(schema.address(), {})
        .execute(
            "DROP TABLE study_notes; DROP TABLE study_marks; DROP TABLE study_attributes; DROP TABLE "
            "enqueue_keys;"
            "ALTER TABLE artefacts RENAME COLUMN made_by TO maker;"
            "ALTER TABLE trials RENAME COLUMN handovers TO fence;"
            "ALTER TABLE trials DROP COLUMN reported; ALTER TABLE trials DROP COLUMN last_step;"
            "ALTER TABLE reports DROP COLUMN further;"
            "UPDATE hone_meta SET value = 6 WHERE name = 'schema_version'");
  }
  const auto store = open_postgres(schema.address());
  EXPECT_THAT(store->check().problems, IsEmpty());
  EXPECT_EQ(store->annotations(1),
            (Annotations{.notes = {{5, "loud", {{"a", true}}}}, .text = "words", .stopped = true}));
  EXPECT_EQ(store->enqueue(1, {}, "k"), (Enqueued{3, 2}));
  EXPECT_THAT(store->artefacts(), IsEmpty());
}

/// How often a call waits for the server: what a tuner feels when the server is far away.
class RoundTrips : public ::testing::Test {
 protected:
  RoundTrips() : store(open()) {
    id = store->create_study(svm_study());
    finish(start(0), 0.5);  // definitions are known and statements prepared
    look();
    store->claim_waiting(id, {"w", 1000});
  }

  std::unique_ptr<Storage> open() {
    open_postgres(schema.address());
    auto own = std::make_unique<PostgresDatabase>(schema.address(), PostgresOptions{});
    database = own.get();
    return std::make_unique<SqlStorage>(std::move(own), system_time, OpenBlobs());
  }

  std::int64_t of(const std::function<void()>& call) {
    const std::int64_t before = database->round_trips();
    call();
    return database->round_trips() - before;
  }
  Lease start(std::int64_t number) { return test::start_one(*store, id, number); }
  void finish(const Lease& lease, double value) { test::finish_one(*store, id, lease, value); }
  void look() { revision = store->changes(id, revision).revision; }

  test::PostgresSchema schema;
  PostgresDatabase* database = nullptr;
  std::unique_ptr<Storage> store;
  StudyId id = 0;
  Revision revision = 0;
};

TEST_F(RoundTrips, AreFew) {
  Lease lease;
  EXPECT_EQ(of([&] { look(); }), 1) << "nothing changed";
  EXPECT_EQ(of([&] { store->claim_waiting(id, {"w", 1000}); }), 1) << "nothing waits";
  EXPECT_EQ(of([&] { lease = start(1); }), 2);
  EXPECT_EQ(of([&] { store->report(id, lease, std::vector<Report>{{1, 0.5}}); }), 2);
  EXPECT_EQ(of([&] { store->heartbeat(id, std::span(&lease, 1), {"w1", 1000}); }), 3);
  EXPECT_EQ(of([&] { finish(lease, 0.5); }), 3);
  EXPECT_EQ(of([&] { store->enqueue(id, test::proposals(2, 50)); }), 2);
  const std::vector<Worker> workers(50, {"w", 1000});
  EXPECT_EQ(of([&] { store->start(id, 52, test::proposals(52, 50), workers); }), 2);
}

class PostgresRefusal : public ::testing::Test {
 protected:
  static std::string refusal(const std::string& address, ErrorCode code,
                             const PostgresOptions& options = {}) {
    std::string message;
    EXPECT_EQ(code_of([&] { open_postgres(address, options); }, &message), code) << message;
    EXPECT_THAT(message, Not(HasSubstr("horse")));
    return message;
  }
  test::PostgresSchema schema;
};

TEST_F(PostgresRefusal, WhenNobodyAnswers) {
  EXPECT_THAT(refusal("postgresql://u:horse@/db?host=/nonexistent", ErrorCode::StorageFailed),
              HasSubstr("cannot connect to 'postgresql://u@/db?host=/nonexistent'"));
}

TEST_F(PostgresRefusal, OfAWrongPassword) {
  const std::string folder = test::PostgresServer::shared().folder();
  EXPECT_THAT(
      refusal("postgresql://guarded:wrong%20horse@/postgres?host=" + folder, ErrorCode::StorageFailed),
      HasSubstr("password authentication failed"));
  EXPECT_THAT(refusal("postgresql://guarded@/postgres?host=" + folder, ErrorCode::StorageFailed),
              HasSubstr("~/.pgpass"));
}

TEST_F(PostgresRefusal, WithoutTheDatabase) {
  EXPECT_THAT(refusal("postgresql://postgres@/nix?host=" + test::PostgresServer::shared().folder(),
                      ErrorCode::NotFound),
              HasSubstr("createdb"));
}

TEST_F(PostgresRefusal, WithoutRights) {
  const std::string guarded =
      "postgresql://guarded:right%20horse@/postgres?host=" + test::PostgresServer::shared().folder() +
      "&schema=" + schema.name();
  EXPECT_THAT(refusal(guarded, ErrorCode::StorageReadOnly), HasSubstr("permission denied"));
  const auto store = open_postgres(schema.address());
  const StudyId id = store->create_study(svm_study());
  EXPECT_THAT(refusal(guarded, ErrorCode::StorageReadOnly), HasSubstr("permission denied for schema"));
  PostgresDatabase(schema.address(), {})
      .execute("GRANT USAGE ON SCHEMA " + schema.name() +
               " TO guarded; GRANT SELECT ON ALL TABLES IN SCHEMA " + schema.name() + " TO guarded");
  const auto reader = open_postgres(guarded);
  EXPECT_EQ(reader->studies().size(), 1u);
  EXPECT_EQ(code_of([&] { reader->enqueue(id, test::proposals(0, 1)); }), ErrorCode::StorageReadOnly);
}

TEST_F(PostgresRefusal, OfAStoreThatIsNotThere) {
  EXPECT_THAT(refusal(schema.address(), ErrorCode::NotFound, {.create = false}),
              HasSubstr("there is no store"));
}

TEST_F(PostgresRefusal, OfTablesOfAnotherProgram) {
  PostgresDatabase database(schema.address(), {});
  database.execute("DROP TABLE hone_writers; CREATE TABLE studies (study_id BIGINT)");
  EXPECT_THAT(refusal(schema.address(), ErrorCode::StorageCorrupt), HasSubstr("?schema="));
}

TEST_F(PostgresRefusal, OfTablesThatWereDroppedMeanwhile) {
  const auto store = open_postgres(schema.address());
  const StudyId id = store->create_study(svm_study());
  PostgresDatabase(schema.address(), {}).execute("DROP SCHEMA " + schema.name() + " CASCADE");
  EXPECT_EQ(code_of([&] { store->enqueue(id, test::proposals(0, 1)); }), ErrorCode::StorageGone);
}

TEST_F(PostgresRefusal, OfADatabaseInAnotherEncoding) {
  PostgresDatabase(schema.address(), {})
      .execute("CREATE DATABASE latin ENCODING 'LATIN1' TEMPLATE template0 LC_COLLATE 'C' LC_CTYPE 'C'");
  EXPECT_THAT(refusal("postgresql://postgres@/latin?host=" + test::PostgresServer::shared().folder(),
                      ErrorCode::StorageFailed),
              HasSubstr("UTF8"));
  PostgresDatabase(schema.address(), {}).execute("DROP DATABASE latin");
}

TEST_F(PostgresRefusal, OfDamage) {
  const auto store = open_postgres(schema.address());
  const StudyId id = store->create_study(svm_study());
  test::finish_one(*store, id, test::start_one(*store, id, 0), 0.5);
  EXPECT_THAT(store->check().problems, IsEmpty());
  PostgresDatabase database(schema.address(), {});
  database.execute("UPDATE trials SET objective_values = '[0.25]'");
  EXPECT_EQ(code_of([&] { store->trial(id, 0); }), ErrorCode::StorageCorrupt);
  EXPECT_THAT(store->check().problems, ElementsAre(HasSubstr("seal")));
  database.execute(
      "UPDATE trials SET objective_values = '[0.5]'; UPDATE progress SET complete = 7; "
      "DROP INDEX trials_waiting");
  EXPECT_EQ(store->check().problems.size(), 2u);
  EXPECT_EQ(store->repair().size(), 2u);
  EXPECT_THAT(store->check().problems, IsEmpty());
}

}  // namespace
}  // namespace hone::storage
