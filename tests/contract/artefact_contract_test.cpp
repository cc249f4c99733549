// SPDX-License-Identifier: MIT
// What every store promises about artefacts (storage.hpp), tried on each of them.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "contract/stores.hpp"
#include "storage/store_support.hpp"

namespace hone::storage {
namespace {

using test::artefact_draft;
using test::code_of;
using ::testing::ElementsAre;
using ::testing::IsEmpty;

constexpr const char* kHashOfAbc = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";

class ArtefactContract : public test::StoreTest {
 protected:
  ArtefactContract() { store = place.open(clock.clock()); }

  std::string newest(const std::string& kind, const std::string& name) {
    const auto found = store->artefact({kind, name});
    return found ? found->bytes : "nothing";
  }
  std::vector<std::string> listed(const std::string& kind = "") {
    std::vector<std::string> all;
    for (const ArtefactInfo& info : store->artefacts(kind))
      all.push_back(info.kind + "/" + info.name + "/" +
                    store->artefact({info.kind, info.name, info.hash})->bytes);
    return all;
  }

  /// Where what only the store itself does is done.
  Storage& keeper() { return place.keeper(*store); }

  test::StorePlace place{GetParam()};
  test::HandClock clock;
  std::unique_ptr<Storage> store;
};

INSTANTIATE_TEST_SUITE_P(Stores, ArtefactContract, test::store_kinds(),
                         [](const auto& stored) { return std::string(stored.param); });

TEST_P(ArtefactContract, KeepsAnArtefactWithWhoMadeItFromWhat) {
  clock.now = 7000;
  const ArtefactDraft draft{.kind = "meta",
                            .name = "svm ü",
                            .maker = "hone 9.9",
                            .settings = R"({"epochs": 3})",
                            .sources = {{"svm-a", 12, 40}, {"other.db:svm-\"b\"", 7, 0}},
                            .bytes = "abc"};
  const ArtefactInfo put = store->put_artefact(draft);
  EXPECT_EQ(put.hash, kHashOfAbc);
  EXPECT_EQ(put.size, 3);
  EXPECT_EQ(put.created, 7000);
  EXPECT_EQ(put.maker, draft.maker);
  EXPECT_EQ(put.settings, draft.settings);
  EXPECT_EQ(put.sources, draft.sources);
  EXPECT_THAT(store->artefacts(), ElementsAre(put));
  EXPECT_EQ(store->artefact({"meta", "svm ü"}), (Artefact{put, "abc"}));
  EXPECT_EQ(store->artefact({"meta", "svm ü", kHashOfAbc}), (Artefact{put, "abc"}));
}

TEST_P(ArtefactContract, KeepsEveryByteAndNone) {
  std::string all;
  for (int i = 0; i < 256; ++i) all += static_cast<char>(i);
  store->put_artefact(artefact_draft("k", "all", all));
  store->put_artefact(artefact_draft("k", "none", ""));
  EXPECT_EQ(newest("k", "all"), all);
  EXPECT_EQ(newest("k", "none"), "");
}

TEST_P(ArtefactContract, FindsNothingByAnotherKindNameOrHash) {
  store->put_artefact(artefact_draft("k", "n", "abc"));
  EXPECT_EQ(store->artefact({"k", "m"}), std::nullopt);
  EXPECT_EQ(store->artefact({"n", "n"}), std::nullopt);
  EXPECT_EQ(store->artefact({"k", "n", std::string(64, '0')}), std::nullopt);
  EXPECT_THAT(store->artefacts("other"), IsEmpty());
}

TEST_P(ArtefactContract, OtherBytesAreANewVersionBesideTheOld) {
  const ArtefactInfo first = store->put_artefact(artefact_draft("k", "n", "one"));
  store->put_artefact(artefact_draft("k", "n", "two"));
  EXPECT_EQ(newest("k", "n"), "two");
  EXPECT_EQ(store->artefact({"k", "n", first.hash})->bytes, "one");
  EXPECT_THAT(listed(), ElementsAre("k/n/two", "k/n/one"));
}

TEST_P(ArtefactContract, PuttingTheSameTwiceChangesNothing) {
  const ArtefactInfo first = store->put_artefact(artefact_draft("k", "n", "one"));
  clock.now += 500;
  EXPECT_EQ(store->put_artefact(artefact_draft("k", "n", "one")), first);
  EXPECT_THAT(store->artefacts(), ElementsAre(first));
}

TEST_P(ArtefactContract, TheSameBytesMadeOtherwiseTellOfTheLastMaking) {
  store->put_artefact(artefact_draft("k", "n", "one"));
  clock.now += 500;
  ArtefactDraft grown = artefact_draft("k", "n", "one");
  grown.sources = {{"svm", 99, 120}};
  const ArtefactInfo second = store->put_artefact(grown);
  EXPECT_EQ(second.created, clock.now);
  EXPECT_THAT(store->artefacts(), ElementsAre(second));
  EXPECT_EQ(second.sources, grown.sources);
}

TEST_P(ArtefactContract, AnOldVersionThatIsPutAgainIsTheNewest) {
  store->put_artefact(artefact_draft("k", "n", "one"));
  store->put_artefact(artefact_draft("k", "n", "two"));
  store->put_artefact(artefact_draft("k", "n", "one"));
  EXPECT_THAT(listed(), ElementsAre("k/n/one", "k/n/two"));
  EXPECT_EQ(newest("k", "n"), "one");
}

TEST_P(ArtefactContract, ListsByKindAndName) {
  for (const auto& [kind, name] : {std::pair("b", "y"), {"a", "z"}, {"b", "x"}, {"a", "y"}})
    store->put_artefact(artefact_draft(kind, name, std::string(kind) + name));
  EXPECT_THAT(listed(), ElementsAre("a/y/ay", "a/z/az", "b/x/bx", "b/y/by"));
  EXPECT_THAT(listed("b"), ElementsAre("b/x/bx", "b/y/by"));
}

TEST_P(ArtefactContract, DeletesOneVersionOrAll) {
  const ArtefactInfo one = store->put_artefact(artefact_draft("k", "n", "one"));
  const ArtefactInfo two = store->put_artefact(artefact_draft("k", "n", "two"));
  store->put_artefact(artefact_draft("k", "m", "one"));
  EXPECT_EQ(store->delete_artefacts({"k", "n", two.hash}), 1);
  EXPECT_EQ(store->delete_artefacts({"k", "n", two.hash}), 0);
  EXPECT_EQ(newest("k", "n"), "one");
  store->put_artefact(artefact_draft("k", "n", "two"));
  EXPECT_EQ(store->delete_artefacts({"k", "n"}), 2);
  EXPECT_THAT(listed(), ElementsAre("k/m/one"));
  EXPECT_EQ(store->delete_artefacts({"k", "n", one.hash}), 0);
}

TEST_P(ArtefactContract, OutliveTheStudiesTheyWereMadeFrom) {
  const StudyId id = store->create_study(test::svm_study());
  ArtefactDraft draft = artefact_draft("k", "n", "one");
  draft.sources = {{"svm", 3, 5}};
  store->put_artefact(draft);
  store->delete_study(id);
  EXPECT_EQ(store->artefact({"k", "n"})->info.sources, draft.sources);
}

TEST_P(ArtefactContract, RefusesOneWithoutAKindOrAName) {
  EXPECT_EQ(code_of([&] { store->put_artefact(artefact_draft("", "n", "x")); }), ErrorCode::InvalidArgument);
  EXPECT_EQ(code_of([&] { store->put_artefact(artefact_draft("k", "", "x")); }), ErrorCode::InvalidArgument);
  EXPECT_THAT(store->artefacts(), IsEmpty());
}

TEST_P(ArtefactContract, ServesManyThreads) {
  std::vector<std::thread> threads;
  for (int t = 0; t < 4; ++t) {
    threads.emplace_back([&, t] {
      for (int i = 0; i < 10; ++i) {
        store->put_artefact(artefact_draft("k", "shared", "same"));
        store->put_artefact(artefact_draft("k", "own" + std::to_string(t), std::to_string(i)));
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(store->artefacts().size(), 41u);
  EXPECT_EQ(newest("k", "own3"), "9");
  EXPECT_THAT(keeper().check().problems, IsEmpty());
}

}  // namespace
}  // namespace hone::storage
