// SPDX-License-Identifier: MIT
// Files that trials leave, in a store with a folder for their bytes: what is on disk when, and what becomes
// of it when a writer dies, a file is damaged, or an earlier program has used the store.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <signal.h>

#include <filesystem>
#include <fstream>
#include <limits>

#include "hone/base/sha256.hpp"
#include "hone/storage/folder_blobs.hpp"
#include "hone/storage/migrations.hpp"
#include "hone/storage/sqlite_storage.hpp"
#include "hone/storage/store_copy.hpp"
#include "hone/storage/trial_artefact_rows.hpp"
#include "hone/storage/trial_artefact_rules.hpp"
#include "storage/children.hpp"
#include "storage/store_support.hpp"

namespace hone::storage {
namespace {

namespace fs = std::filesystem;
using test::code_of;
using test::start_one;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::SizeIs;

constexpr Timestamp kEver = std::numeric_limits<Timestamp>::max();

class TrialArtefacts : public ::testing::Test {
 protected:
  TrialArtefact put(Storage& store, const std::string& name, const std::string& bytes,
                    std::int64_t number = 0) {
    return store.put_trial_artefact(id_, {number, name}, MemorySource(bytes));
  }
  std::string read(Storage& store, const std::string& name) {
    const auto found = store.trial_artefact(id_, 0, name);
    return found ? read_all(*found->bytes, 1'000'000) : "nothing";
  }
  std::string blob(const std::string& bytes) {
    const std::string hash = sha256(bytes);
    return path_ + ".artefacts/" + hash.substr(0, 2) + "/" + hash;
  }

  test::TempDir folder_;
  std::string path_ = folder_.file("hone.db");
  std::unique_ptr<Storage> store_ = open_sqlite(path_);
  StudyId id_ = store_->create_study(test::svm_study());
  Lease lease_ = start_one(*store_, id_, 0, {"w", std::nullopt});
};

TEST_F(TrialArtefacts, BytesLieBesideTheStoreUnderTheirHash) {
  put(*store_, "a", "abc");
  put(*store_, "b", "abc");
  EXPECT_TRUE(fs::exists(blob("abc")));
  EXPECT_THAT(FolderBlobs(path_ + ".artefacts").list(), SizeIs(1));
  EXPECT_EQ(read(*open_sqlite(path_), "b"), "abc");
}

/// Bytes that end the process when they have been read to their end: after that only the row is missing.
class DeadlySource final : public ByteSource {
 public:
  explicit DeadlySource(std::int64_t at) : at_(at) {}
  std::int64_t size() const override { return 1000; }
  std::string read(std::int64_t offset, std::size_t) const override {
    if (offset >= at_) ::kill(::getpid(), SIGKILL);
    return std::string(100, 'x');
  }

 private:
  std::int64_t at_;
};

TEST_F(TrialArtefacts, AWriterThatDiesWhileItWritesLeavesNoName) {
  for (const std::int64_t at : {0, 500}) {
    const int result = test::in_child([&] {
      open_sqlite(path_)->put_trial_artefact(id_, {0, "a"}, DeadlySource(at));
      return 0;
    });
    EXPECT_EQ(result, 128 + SIGKILL);
    EXPECT_EQ(read(*store_, "a"), "nothing");
    EXPECT_THAT(store_->check().problems, IsEmpty());
    EXPECT_THAT(FolderBlobs(path_ + ".artefacts").list(), IsEmpty());
  }
}

// Between the two the bytes are there, and no name: a sweep finds them, and a second try succeeds.
TEST_F(TrialArtefacts, AWriterThatDiesBetweenBytesAndNameLeavesNoName) {
  put(*store_, "other", "other");
  const int result = test::in_child([&] {
    OpenBlobs deadly = [&](const std::string&) -> std::unique_ptr<Blobs> {
      class Deadly final : public Blobs {
       public:
        explicit Deadly(std::string folder) : inner_(std::move(folder)) {}
        StoredBlob put(const ByteSource& source, std::int64_t most) override {
          inner_.put(source, most);
          ::kill(::getpid(), SIGKILL);
          return {};
        }
        std::unique_ptr<ByteSource> find(const std::string& hash) override { return inner_.find(hash); }
        std::vector<ListedBlob> list() override { return inner_.list(); }
        bool remove(const std::string& hash, Timestamp before) override {
          return inner_.remove(hash, before);
        }
        std::string place() const override { return inner_.place(); }

       private:
        FolderBlobs inner_;
      };
      return std::make_unique<Deadly>(path_ + ".artefacts");
    };
    put(*open_sqlite(path_, {.blobs = deadly}), "a", "abc");
    return 0;
  });
  EXPECT_EQ(result, 128 + SIGKILL);
  EXPECT_EQ(read(*store_, "a"), "nothing");
  EXPECT_TRUE(fs::exists(blob("abc")));
  EXPECT_THAT(store_->check().problems, IsEmpty());
  const UnneededBlobs found = store_->sweep_blobs(kEver, true);
  EXPECT_EQ(found.count, 1);
  EXPECT_EQ(found.bytes, 3);
  put(*store_, "a", "abc");
  EXPECT_EQ(store_->sweep_blobs(kEver, false).count, 0);
  EXPECT_EQ(read(*store_, "a"), "abc");
}

TEST_F(TrialArtefacts, ASweepTakesWhatNoTrialHasAndNothingThatIsYoung) {
  put(*store_, "a", "abc");
  put(*store_, "b", "def");
  store_->delete_trial_artefact(id_, 0, "a");
  EXPECT_EQ(store_->sweep_blobs(0, false).count, 0);
  EXPECT_TRUE(fs::exists(blob("abc")));
  EXPECT_EQ(store_->sweep_blobs(kEver, false).count, 1);
  EXPECT_FALSE(fs::exists(blob("abc")));
  EXPECT_EQ(read(*store_, "b"), "def");
  store_->delete_study(id_);
  EXPECT_EQ(store_->sweep_blobs(kEver, false).count, 1);
  EXPECT_THAT(FolderBlobs(path_ + ".artefacts").list(), IsEmpty());
}

TEST_F(TrialArtefacts, ACheckNamesBytesThatAreLostOrOthers) {
  put(*store_, "a", "abc");
  put(*store_, "b", "def");
  EXPECT_THAT(store_->check().problems, IsEmpty());
  std::ofstream(blob("abc")) << "abX";
  fs::remove(blob("def"));
  EXPECT_THAT(store_->check().problems, ElementsAre(HasSubstr("the artefact 'a' of trial 0 is damaged"),
                                                    HasSubstr("the artefact 'b' of trial 0 is lost")));
  EXPECT_EQ(code_of([&] { store_->trial_artefact(id_, 0, "b"); }), ErrorCode::StorageCorrupt);
  fs::resize_file(blob("abc"), 2);
  EXPECT_EQ(code_of([&] { store_->trial_artefact(id_, 0, "a"); }), ErrorCode::StorageCorrupt);
  put(*store_, "a", "abc");  // mends it
  put(*store_, "b", "def");
  EXPECT_THAT(store_->check().problems, IsEmpty());
}

TEST_F(TrialArtefacts, AreNoNewVersionOfTheSchema) {
  const auto database = open_sqlite_database(path_);
  const int before = schema_version(*database);
  database->execute("DROP TABLE trial_artefacts");
  EXPECT_EQ(read(*store_, "a"), "nothing");
  EXPECT_THAT(store_->check().problems, IsEmpty());
  EXPECT_EQ(store_->sweep_blobs(kEver, true).count, 0);
  put(*store_, "a", "abc");
  EXPECT_EQ(read(*store_, "a"), "abc");
  EXPECT_EQ(schema_version(*database), before);
  database->execute("DROP TABLE trial_artefacts");
  EXPECT_THAT(store_->repair(), ElementsAre(HasSubstr("artefacts of trials")));
}

// A program that does not know the table deletes a study and leaves its rows.
TEST_F(TrialArtefacts, RowsOfAStudyThatIsGoneKeepNothing) {
  put(*store_, "a", "abc");
  const auto database = open_sqlite_database(path_);
  Query(*database, "UPDATE trial_artefacts SET study_id = 77").run();
  EXPECT_THAT(store_->check().problems, IsEmpty());
  EXPECT_EQ(store_->sweep_blobs(kEver, false).count, 1);
}

TEST_F(TrialArtefacts, ACopyTakesBytesAlongAndRefusesDamagedOnes) {
  put(*store_, "a", "abc");
  const std::string other = folder_.file("other.db");
  const auto copy = [&] {
    const auto from = open_sqlite_database(path_);
    const auto to = open_sqlite_database(other);
    return copy_database(*from, *to, {}, {blobs_beside(path_), blobs_beside(other)});
  };
  std::ofstream(blob("abc")) << "abX";
  EXPECT_EQ(code_of(copy), ErrorCode::StorageCorrupt);
  fs::remove(blob("abc"));
  EXPECT_EQ(code_of(copy), ErrorCode::StorageCorrupt);
  EXPECT_THAT(open_sqlite(other)->studies(), IsEmpty());
  put(*store_, "a", "abc");
  EXPECT_EQ(copy().trial_artefacts, 1);
  fs::remove_all(path_ + ".artefacts");
  const auto there = open_sqlite(other);
  EXPECT_EQ(read(*there, "a"), "abc");
  EXPECT_THAT(there->check().problems, IsEmpty());
}

// A store that was copied file by file, as a backup is, has the same id: it finds its bytes in a place for
// many.
TEST_F(TrialArtefacts, StoresThatShareAPlaceDoNotSweepEachOthersBytes) {
  const OpenBlobs shared = [&](const std::string& id) {
    EXPECT_THAT(id, SizeIs(16));
    return std::make_unique<FolderBlobs>(folder_.file("place") + "/" + id);
  };
  const auto one = open_sqlite(path_, {.blobs = shared});
  const auto other = open_sqlite(folder_.file("other.db"), {.blobs = shared});
  const StudyId id = other->create_study(test::svm_study());
  start_one(*other, id, 0);
  put(*one, "a", "abc");
  other->put_trial_artefact(id, {0, "b"}, MemorySource("def"));
  EXPECT_EQ(one->sweep_blobs(kEver, false).count, 0);
  EXPECT_EQ(other->sweep_blobs(kEver, false).count, 0);
  one->backup(folder_.file("backup.db"));
  EXPECT_EQ(read(*open_sqlite(folder_.file("backup.db"), {.blobs = shared}), "a"), "abc");
  EXPECT_EQ(read(*one, "a"), "abc");
}

TEST_F(TrialArtefacts, TypesAreKnownByBytes) {
  EXPECT_EQ(artefact_type("a.txt", "\x89PNG\r\n\x1a\nxxxx"), "image/png");
  EXPECT_EQ(artefact_type("a.png", "<svg onload=alert(1)>"), "text/plain");
  EXPECT_EQ(artefact_type("a.html", "<script>"), "text/plain");
  EXPECT_EQ(artefact_type("a.jpg", "\xff\xd8\xff\xe0"), "image/jpeg");
  EXPECT_EQ(artefact_type("a", "GIF89a"), "image/gif");
  EXPECT_EQ(artefact_type("a", "RIFF1234WEBPVP8 "), "image/webp");
  EXPECT_EQ(artefact_type("a", "RIFF"), "text/plain");
  EXPECT_EQ(artefact_type("a.CSV", "x,y\n1,2\n"), "text/csv");
  EXPECT_EQ(artefact_type("a.csv", std::string("x\0y", 3)), "application/octet-stream");
  EXPECT_EQ(artefact_type("a.json", "{}"), "application/json");
  EXPECT_EQ(artefact_type("a.pt", "PK\x03\x04"), "application/octet-stream");
  EXPECT_EQ(artefact_type("a.log", "caf\xc3\xa9 \xe2\x82"),
            "text/plain");  // cut in the middle of a character
  EXPECT_EQ(artefact_type("a.log", "caf\xe9 au lait"), "application/octet-stream");
  EXPECT_EQ(artefact_type("a", ""), "text/plain");
}

}  // namespace
}  // namespace hone::storage
