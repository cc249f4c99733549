// SPDX-License-Identifier: MIT
// Artefacts in a file: failing disks, power cuts, damage, copies, several processes, many bytes.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sqlite3.h>

#include <memory>
#include <string>
#include <vector>

#include "hone/base/rng.hpp"
#include "hone/base/text.hpp"
#include "hone/storage/artefact_rules.hpp"
#include "hone/storage/sqlite_database.hpp"
#include "storage/children.hpp"
#include "storage/fault_vfs.hpp"
#include "storage/store_support.hpp"

namespace hone::storage {
namespace {

using test::artefact_draft;
using test::code_of;
using test::FaultVfs;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

std::string many_bytes(std::size_t count, std::uint64_t seed) {
  Rng rng(seed);
  std::string bytes(count, '\0');
  for (std::size_t i = 0; i < count; i += 64) bytes[i] = static_cast<char>(rng.below(256));
  return bytes;
}

class StoredArtefacts : public ::testing::Test {
 protected:
  void damage(const std::string& sql) {
    SqliteDatabase database(path, {});
    database.execute(sql);
  }

  test::TempDir folder;
  std::string path = folder.file("hone.db");
  FaultVfs disk;
  // Writes and syncs are counted: the log must not be copied because of the time.
  std::unique_ptr<Storage> store = open_sqlite(path, {.copy_after = 1'000'000'000});
};

TEST_F(StoredArtefacts, OfManyMegabytesComeBack) {
  const std::string bytes = many_bytes(std::size_t{48} << 20, 1);
  const ArtefactInfo info = store->put_artefact(artefact_draft("k", "large", bytes));
  EXPECT_EQ(info.size, 48 << 20);
  store = nullptr;
  store = open_sqlite(path);
  EXPECT_TRUE(store->artefact({"k", "large"})->bytes == bytes);
  EXPECT_THAT(store->check().problems, IsEmpty());
  EXPECT_EQ(store->delete_artefacts({"k", "large"}), 1);
}

TEST_F(StoredArtefacts, AreRefusedAboveALimit) {
  std::string message;
  EXPECT_EQ(code_of([] { require_artefact_size(kLargestArtefact); }), std::nullopt);
  EXPECT_EQ(code_of([] { require_artefact_size(kLargestArtefact + 1); }, &message),
            ErrorCode::InvalidArgument);
  EXPECT_THAT(message, HasSubstr("536870912"));
}

TEST_F(StoredArtefacts, ADiskThatFailsRefusesThemWholly) {
  const ArtefactInfo kept = store->put_artefact(artefact_draft("k", "n", "old"));
  const ArtefactDraft large = artefact_draft("k", "n", many_bytes(100000, 2));
  int refusals = 0;
  for (int after = 0;; ++after) {
    disk.fail(FaultVfs::Call::Write, after, SQLITE_FULL);
    const auto code = code_of([&] { store->put_artefact(large); });
    if (!disk.heal()) break;
    EXPECT_EQ(code, ErrorCode::StorageFull) << after;
    EXPECT_THAT(store->artefacts(), ElementsAre(kept)) << after;
    ++refusals;
  }
  EXPECT_GT(refusals, 20);
  EXPECT_TRUE(store->artefact({"k", "n"})->bytes == large.bytes);
  EXPECT_THAT(store->check().problems, IsEmpty());
}

TEST_F(StoredArtefacts, ADiskThatFailsToSyncRefusesThem) {
  disk.fail(FaultVfs::Call::Sync, 0, SQLITE_IOERR_FSYNC);
  EXPECT_EQ(code_of([&] { store->put_artefact(artefact_draft("k", "n", "new")); }), ErrorCode::StorageFailed);
  EXPECT_TRUE(disk.heal());
  EXPECT_THAT(store->artefacts(), IsEmpty());
  store->put_artefact(artefact_draft("k", "n", "new"));
  EXPECT_EQ(store->artefact({"k", "n"})->bytes, "new");
}

TEST_F(StoredArtefacts, APowerCutLosesNoneThatWasAccepted) {
  Rng rng(3);
  const std::string copy = folder.file("after.db");
  for (std::uint64_t round = 0; round < 12; ++round) {
    const std::string bytes = many_bytes(20000 + 1000 * round, round);
    store->put_artefact(artefact_draft("k", text("n", round % 5), bytes));
    disk.cut_power(path, copy, rng);
    const auto after = open_sqlite(copy);
    EXPECT_THAT(after->check().problems, IsEmpty()) << round;
    EXPECT_TRUE(after->artefact({"k", text("n", round % 5)})->bytes == bytes) << round;
    EXPECT_EQ(after->artefacts().size(), round + 1);
  }
}

TEST_F(StoredArtefacts, PuttingTheSameAgainDoesNotWaitForTheDisk) {
  store->put_artefact(artefact_draft("k", "n", "same"));
  const int before = disk.syncs();
  store->put_artefact(artefact_draft("k", "n", "same"));
  EXPECT_EQ(disk.syncs(), before);
  store->put_artefact(artefact_draft("k", "n", "other"));
  EXPECT_EQ(disk.syncs(), before + 1);
}

TEST_F(StoredArtefacts, DamagedBytesAreFoundByTheirHash) {
  store->put_artefact(artefact_draft("k", "sound", "abc"));
  store->put_artefact(artefact_draft("k", "bent", "abd"));
  store->put_artefact(artefact_draft("k", "short", "abcdef"));
  damage("UPDATE artefacts SET bytes = x'616263' WHERE name <> 'sound'");
  EXPECT_THAT(store->check().problems,
              ElementsAre(HasSubstr("the artefact 'bent' of kind k is damaged"), HasSubstr("'short'")));
  std::string message;
  EXPECT_EQ(code_of([&] { store->artefact({"k", "bent"}); }, &message), ErrorCode::StorageCorrupt);
  EXPECT_THAT(message, HasSubstr("delete it and make it again"));
  EXPECT_EQ(store->artefact({"k", "sound"})->bytes, "abc");
  EXPECT_EQ(store->delete_artefacts({"k", "bent"}), 1) << "damage can be removed";
  store->put_artefact(artefact_draft("k", "short", "abcdef"));
  EXPECT_EQ(store->artefact({"k", "short"})->bytes, "abcdef") << "and made good by making it again";
}

TEST_F(StoredArtefacts, SourcesThatCannotBeReadAreDamageToo) {
  store->put_artefact(artefact_draft("k", "n", "abc"));
  damage("UPDATE artefacts SET sources = '[{\"study\":1}]'");
  EXPECT_EQ(store->artefacts().size(), 1U) << "a damaged one takes no list down";
  EXPECT_EQ(code_of([&] { store->artefact({"k", "n"}); }), ErrorCode::StorageCorrupt);
  EXPECT_THAT(store->check().problems, ElementsAre(HasSubstr("sources of an artefact")));
}

TEST_F(StoredArtefacts, AreInABackup) {
  const ArtefactInfo info = store->put_artefact(artefact_draft("k", "n", many_bytes(100000, 4)));
  store->backup(folder.file("copy.db"));
  const auto copy = open_sqlite(folder.file("copy.db"));
  EXPECT_EQ(copy->artefact({"k", "n"}), store->artefact({"k", "n"}));
  EXPECT_THAT(copy->artefacts(), ElementsAre(info));
}

TEST_F(StoredArtefacts, AreNotKeptInMemory) {
  for (std::uint64_t i = 0; i < 40; ++i)
    store->put_artefact(artefact_draft("k", text("n", i), many_bytes(1 << 20, i)));
  for (std::uint64_t i = 0; i < 40; ++i)
    EXPECT_EQ(store->artefact({"k", text("n", i)})->bytes.size(), 1U << 20);
  EXPECT_GT(sqlite_memory(), 0);
  EXPECT_LT(sqlite_memory(), 12 << 20) << "one connection";
}

TEST_F(StoredArtefacts, SeveralProcessesMayPutThemAtOnce) {
  const int failed = test::in_children(6, [&](int me) {
    const auto own = open_sqlite(path);
    for (int i = 0; i < 5; ++i) {
      own->put_artefact(artefact_draft("k", "shared", "same"));
      own->put_artefact(
          artefact_draft("k", text("own", me), many_bytes(5000, static_cast<std::uint64_t>(i))));
    }
    return own->artefact({"k", "shared"})->bytes == "same" ? 0 : 1;
  });
  EXPECT_EQ(failed, 0);
  EXPECT_EQ(store->artefacts().size(), 31u);
  EXPECT_THAT(store->check().problems, IsEmpty());
}

}  // namespace
}  // namespace hone::storage
